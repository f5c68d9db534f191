/** Recognises the type of an upload by its content; name and declared type are ignored. */

export interface Sniffed {
  media: 'image' | 'video' | 'audio'
  mime: string
  ext: string
}

/** What may precede the first element of an SVG. */
const prolog = /^\uFEFF?(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE\s+svg[^>[]*(?:\[[^\]]*\])?\s*>)*/is

/** SVG has no signature: it is text whose first element is `svg`. */
function looksLikeSvg(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 64 * 1024)).toString()
  return !start.includes('\0') && /^<(?:\w+:)?svg[\s/>]/.test(start.replace(prolog, ''))
}

export async function sniff(bytes: Uint8Array): Promise<Sniffed | undefined> {
  if (looksLikeSvg(bytes)) return { media: 'image', mime: 'image/svg+xml', ext: 'svg' }
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  const media = found?.mime.split('/')[0]
  return found && (media === 'image' || media === 'video' || media === 'audio') ? { media, mime: found.mime, ext: found.ext } : undefined
}

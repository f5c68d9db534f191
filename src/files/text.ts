/** Text for formats that can't hold every text: escaping and cutting. */

/** Without what XML 1.0 forbids: control characters, halves of pairs, two non-characters. */
export const xmlSafe = (text: string): string => text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')

const entities = new Map(Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }))

/** For text and quoted attributes of XML and HTML. */
export const escapeXml = (text: string): string => xmlSafe(text).replace(/[&<>"']/g, (char) => entities.get(char) ?? char)

export const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ').trim()

/** In Markdown: nothing of it is a heading, a link, a fence or a tag. */
export const markdownText = (text: string): string => oneLine(text).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')

/** The bytes of `text` in UTF-8, at most `max`, never half a character. */
export function cutBytes(text: string, max: number): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length <= max) return bytes
  let end = max
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}

/** `Title - suffix.ext`, safe as a file name anywhere. */
export function fileName(title: string, suffix: string, extension: string): string {
  const safe = oneLine(xmlSafe(title).replace(/[\p{C}\\/:*?"<>|]/gu, ' '))
  const stem =
    cutBytes(safe, 120)
      .toString()
      .replace(/^[. ]+|[. ]+$/g, '') || 'survey'
  return `${stem} - ${suffix}.${extension}`
}

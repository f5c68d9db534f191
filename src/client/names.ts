/** File names that the service suggests, made safe. */
import { withoutSecrets } from '../text/secrets.ts'

/** Names that Windows keeps for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const longest = 200

/** A plain file name: no folders, no control or direction characters, no name that a system reserves. */
export function safeName(name: string | undefined, fallback: string): string {
  const last = withoutSecrets(name ?? '')
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
  const clean = last
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
    .replace(/^-/, '_')
  if (clean === '') return fallback
  return shortened(reserved.test(clean) ? `_${clean}` : clean)
}

/** Cut to what every file system takes, the extension kept. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? ''
  const kept: string[] = []
  let room = longest - Buffer.byteLength(extension)
  for (const character of name.slice(0, name.length - extension.length)) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    kept.push(character)
  }
  return kept.join('') + extension
}

/** The name in a Content-Disposition header (RFC 6266); `filename*` wins. */
export function dispositionName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, charset, text] = /;\s*filename\*\s*=\s*([\w!#$%&+^`{}~-]+)'[^']*'([^\s;]+)/i.exec(header) ?? []
  const decoded = charset !== undefined && text !== undefined && decodeExtended(charset, text)
  if (decoded) return decoded
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/is.exec(header) ?? []
  const name = quoted?.replaceAll(/\\(.)/gs, '$1') ?? token
  return name === undefined ? undefined : asUtf8(name)
}

function decodeExtended(charset: string, text: string): string | undefined {
  try {
    if (/^utf-?8$/i.test(charset)) return decodeURIComponent(text)
    if (/^iso-8859-1$/i.test(charset))
      return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  } catch {
    // Not percent-encoded UTF-8: the plain name is tried.
  }
  return undefined
}

/** Node decodes header bytes as Latin-1; most services send UTF-8. */
function asUtf8(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\x00-\xff]/.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

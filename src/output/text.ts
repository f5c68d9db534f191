/** Text from the service on a terminal: made harmless, measured, cut. */
import stringWidth from 'fast-string-width'
import { clusters, dangerous, unseen } from './unicode.ts'

// Letters and signs that are harmless and one column wide. Nearly every text is made of them alone, and
// is spared the classes of Unicode.
const narrow =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2015\u2018-\u2026\u2116\u2190-\u2193\u2500-\u257f\u2713\u2717]*$/

const lineEnds = /\r\n|[\u2028\u2029]/g

function shown(char: string): string {
  const code = char.codePointAt(0)!
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`
  if (code === 0x7f) return '^?'
  if (code < 0xa0) return `\\x${code.toString(16)}`
  // Overrides, embeddings and isolates make a name read as another one: shown, so that it is noticed.
  return code < 0xd800 ? `\\u${code.toString(16)}` : '\ufffd'
}

/** Shows control characters (`^[`) and reordering marks, drops invisible ones; tabs and line ends stay. */
export const sanitise = (text: string): string =>
  narrow.test(text) ? text : text.replace(lineEnds, '\n').replace(unseen, '').replace(dangerous, shown)

/** The same on one line, for a cell. */
export const oneLine = (text: string): string => (narrow.test(text) ? text : sanitise(text).replace(/\s+/g, ' '))

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u2028': '\\u2028', '\u2029': '\\u2029' }

/** For a cell of tab-separated rows: escaped as jq's `@tsv` does, and no terminal behind the pipe is in danger. */
export function tsvCell(text: string): string {
  if (narrow.test(text) && !text.includes('\\')) return text
  return text.replace(/[\\\t\n\r\u2028\u2029]/g, (char) => escapes[char]!).replace(dangerous, shown)
}

/** Columns that a sanitised text takes. */
export const width = (text: string): number => (narrow.test(text) ? text.length : stringWidth(text))

/** At most `columns` wide, with `…` for what was cut off. */
export function truncate(text: string, columns: number): string {
  if (columns <= 0) return ''
  if (width(text) <= columns) return text
  if (narrow.test(text)) return `${text.slice(0, columns - 1)}…`
  let kept = ''
  let used = 0
  for (const [cluster] of text.matchAll(clusters)) {
    used += width(cluster)
    if (used > columns - 1) break
    kept += cluster
  }
  return `${kept}…`
}

export type Align = 'left' | 'right'

/** Cut or filled up to exactly `columns`. */
export function fit(text: string, columns: number, align: Align = 'left'): string {
  const cut = truncate(text, columns)
  const gap = ' '.repeat(Math.max(0, columns - width(cut)))
  return align === 'right' ? gap + cut : cut + gap
}

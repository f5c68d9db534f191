/** Makes text from the service safe to print on a terminal. */
import { showSigns, unseen } from '../text/signs.ts'

// Letters and signs that are harmless and one column wide. Nearly every text is made of them alone, and
// is spared the classes of Unicode.
export const narrow =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2015\u2018-\u2026\u2116\u2190-\u2193\u2500-\u257f\u2713\u2717]*$/

const lineEnd = '↵'
const carriage = /\r\n/g
/** Line ends to some programs. */
const separators = /[\u2028\u2029]/g

/** Shows control characters (`^[`) and reordering marks, drops invisible ones; tabs and line ends stay. */
export const sanitise = (text: string): string =>
  narrow.test(text) ? text : showSigns(text.replace(carriage, '\n').replace(separators, lineEnd).replace(unseen, ''))

/** The same on one line, for a cell or a message: a line end becomes ↵, so that a name can't fake a line of output. */
export const oneLine = (text: string): string =>
  narrow.test(text)
    ? text
    : sanitise(text)
        .replace(/\s*\n\s*/g, lineEnd)
        .replace(/\s+/g, ' ')

const escapes = new Map(
  Object.entries<string>({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u2028': '\\u2028', '\u2029': '\\u2029' }),
)

/** For a cell of tab-separated rows: escaped as jq's `@tsv` does, and safe on a terminal too. */
export function tsvCell(text: string): string {
  if (narrow.test(text) && !text.includes('\\')) return text
  return showSigns(text.replace(/[\\\t\n\r\u2028\u2029]/g, (char) => escapes.get(char) ?? char))
}

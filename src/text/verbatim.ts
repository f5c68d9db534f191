/**
 * A trick with a price (build/README.md): rows that go out as JSON in the form that they came in are not written again, which
 * takes a list of 10,000 from 111 to 94 ms of processor time. To take it out: remove this file, and what the compiler then names.
 *
 * A service writes JSON as JavaScript does where its first rows prove it. From then on rows go out as they were sent, numbers too,
 * unless there are escapes in them, line ends between them, or characters that output/json.ts escapes. They are kept as bytes, a
 * character for each, so that UTF-8 need not be made again.
 */
import { exactlyIn } from './exact.ts'

const bytesOf = Symbol('bytes')

/** The bytes of a list of objects, parted at `},{`. In a WeakMap they would stay until all of the heap is looked at. */
interface Kept {
  [bytesOf]?: readonly string[]
}
type Rows = unknown[] & Kept

/** Escapes may be others than ours, a row must stay on its line, and two of them may be parted by more than `},{`. */
const signs = ['\\', '\n', '\r', '} ', '}\t', ' {', '\t{']

/** Stands for bytes that are no UTF-8. */
const replacement = '\ufffd'

/** UTF-8 of what JSON.stringify leaves as it is, but no terminal must see. */
const harmful = /\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf/

const isObject = (row: unknown): boolean => typeof row === 'object' && row !== null && !Array.isArray(row)

/** For one list: as parseExactly. `elements`: what stands between the brackets of `text`. */
export function verbatimParser(): (text: string, elements: Buffer) => unknown {
  let isUsual: boolean | undefined
  return (text, elements) => {
    const rows: Rows = JSON.parse(text)
    isUsual ??= JSON.stringify(rows) === text
    const parts = isUsual && !text.includes(replacement) && rows.every(isObject) ? partsOf(elements) : undefined
    // What parts them stands between each two objects: if it is nowhere else, it tells them apart.
    if (parts?.length !== rows.length) return exactlyIn(text, rows)
    rows[bytesOf] = parts
    return rows
  }
}

function partsOf(elements: Buffer): string[] | undefined {
  const bytes = elements.toString('latin1')
  return signs.some((sign) => bytes.includes(sign)) || harmful.test(bytes) ? undefined : bytes.split('},{')
}

/** The rows as they came, a character for each byte, with `comma` between them; undefined where they have to be written. */
export const verbatim = (rows: readonly unknown[] & Kept, comma: string): string | undefined => rows[bytesOf]?.join(`}${comma}{`)

/** No more rows than `count`, still as they came. */
export function firstRows(rows: Rows, count: number): unknown[] {
  if (rows.length <= count) return rows
  const first: Rows = rows.slice(0, count)
  const parts = rows[bytesOf]?.slice(0, count)
  if (parts && count > 0) first[bytesOf] = [...parts.slice(0, -1), `${parts.at(-1)}}`]
  return first
}

/**
 * A page of a list, held as bytes: its rows are parsed in batches as they are iterated. Few objects live at once, so the heap
 * stays small however long the rows are.
 */
import { parseBody } from './answer.ts'
import { MalformedAnswer } from './transport-error.ts'
import { maxDepth, parseJson, parsePlainly, type Parse } from './json.ts'

export interface Page {
  /** The page without its rows; the whole page if `rows` is undefined. */
  around: unknown
  /** Undefined if there is no list under the key. */
  rows: Iterable<unknown[]> | undefined
  /** The bytes of the rows, to notice a page that comes twice. */
  bytes: Buffer
}

/** Bytes parsed at once, at least. */
const pieceSize = 64 * 1024

export function pageOf(body: Buffer, key: string, parse: Parse = parsePlainly): Page {
  const found = locate(body, key)
  if (!found) return { around: parseBody(body), rows: undefined, bytes: body }
  const around = parseJson(Buffer.concat([body.subarray(0, found.start), body.subarray(found.end)]))
  return { around, rows: piecewise(body, found, parse), bytes: body.subarray(found.start, found.end) }
}

function* piecewise(body: Buffer, { start, end, commas }: Located, parse: Parse): Generator<unknown[]> {
  let from = start
  for (const to of [...commas, end]) {
    const rows = parsed(body.subarray(from, to), parse)
    from = to + 1
    // A comma promises an element on both its sides.
    if (rows.length === 0 && commas.length > 0) throw new MalformedAnswer('is not complete JSON')
    yield rows
  }
}

function parsed(elements: Buffer, parse: Parse): unknown[] {
  try {
    // Whoever parses an array gives one.
    return parse(`[${elements.toString()}]`, elements) as unknown[]
  } catch {
    throw new MalformedAnswer('is not complete JSON')
  }
}

interface Located {
  /** After the opening bracket, and at the closing one. */
  start: number
  end: number
  /** Commas between elements to cut at. */
  commas: number[]
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Finds the array under a key of the outermost object; undefined if the object is incomplete. */
function locate(body: Buffer, key: string): Located | undefined {
  const name = Buffer.from(JSON.stringify(key))
  const commas: number[] = []
  let [start, end, cut, depth] = [-1, -1, 0, 0]
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if (byte === quote) {
      const from = at
      at = endOfString(body, at)
      if (depth !== 1 || start >= 0 || !body.subarray(from, at + 1).equals(name)) continue
      const bracket = arrayBehind(body, at + 1)
      if (bracket > 0) start = cut = bracket + 1
    } else if (byte === openBrace || byte === openBracket) {
      if (++depth > maxDepth) throw new MalformedAnswer('is nested too deeply')
    } else if (byte === closeBrace || byte === closeBracket) {
      if (--depth === 1 && start >= 0 && end < 0) end = at
    } else if (byte === comma && depth === 2 && start >= 0 && end < 0 && at - cut >= pieceSize) {
      commas.push(at)
      cut = at + 1
    }
  }
  return depth === 0 && end >= 0 ? { start, end, commas } : undefined
}

/** Where the closing quote stands. */
function endOfString(body: Buffer, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== quote) at += body[at] === backslash ? 2 : 1
  return at
}

/** The bracket behind a key and its colon; 0 where something else stands. */
function arrayBehind(body: Buffer, from: number): number {
  const [head] = /^\s*:\s*\[/.exec(body.toString('latin1', from, from + 64)) ?? ['']
  return head === '' ? 0 : from + head.length - 1
}

/** Rows of a list as lines of a file. */
import { isObject } from '../../text/is-object.ts'
import type { Folder } from '../folder.ts'

const newline = Buffer.from('\n')

/** Each on a line of its own. Between the parts of a row a service may put ends of lines: within its texts they are escaped. */
export const linesOf = (rows: readonly Uint8Array[]): Buffer => Buffer.concat(rows.flatMap((row) => [onOneLine(row), newline]))

const onOneLine = (row: Uint8Array): Uint8Array =>
  row.includes(0x0a) || row.includes(0x0d) ? row.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte)) : row

/** `undefined`: the line was cut off, or holds something else. */
export function objectIn(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function linesIn(folder: Folder, path: string): number {
  let lines = 0
  for (const chunk of folder.chunks(path)) for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) lines++
  return lines
}

/**
 * Reads which characters a font has: TrueType and OpenType files, and the first face of a collection. Only the tables that
 * are needed are read. Offsets are those of the OpenType specification, whose names for fields stand in the comments.
 */
import { closeSync, openSync, readSync } from 'node:fs'

export interface FontFile {
  path: string
  /** PostScript name, which must be unique within a PDF. */
  name: string
  /** Whether the file is a collection of several faces. */
  isFace: boolean
  has: (code: number) => boolean
}

/** Up to `length` bytes of the file; fewer at its end. */
type Read = (from: number, length: number) => Buffer

/** `undefined` for a file that is no font, may not be embedded, is a variable font, or has bitmaps in place of outlines. */
export function readFont(path: string): FontFile | undefined {
  const file = openSync(path, 'r')
  try {
    return fontOf(path, (from, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, from))
    })
  } finally {
    closeSync(file)
  }
}

/** The same, of what `read` gives. */
export function fontOf(path: string, read: Read): FontFile | undefined {
  try {
    const isCollection = read(0, 4).toString('latin1') === 'ttcf'
    const start = isCollection ? read(12, 4).readUInt32BE(0) : 0
    const tables = tablesOf(read, start)
    const table = (name: string): Buffer | undefined => {
      const found = tables.get(name)
      return found && read(found.from, found.length)
    }
    if (!(tables.has('glyf') || tables.has('CFF ')) || tables.has('fvar') || isRestricted(table('OS/2'))) return undefined
    const name = postScriptName(table('name'))
    const has = lookupOf(table('cmap'))
    return has && name ? { path, name, isFace: isCollection, has } : undefined
  } catch {
    return undefined
  }
}

/** Where each table lies in the file. */
function tablesOf(read: Read, start: number): Map<string, { from: number; length: number }> {
  const count = read(start + 4, 2).readUInt16BE(0)
  const directory = read(start + 12, count * 16)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = index * 16
      const found = { from: directory.readUInt32BE(at + 8), length: directory.readUInt32BE(at + 12) }
      return [directory.toString('latin1', at, at + 4), found]
    }),
  )
}

/** `fsType` 2: the font may not be embedded. */
const isRestricted = (os2: Buffer | undefined): boolean => os2 !== undefined && (os2.readUInt16BE(8) & 0xf) === 2

/** The first name with the `nameID` 6. */
function postScriptName(names: Buffer | undefined): string | undefined {
  if (!names) return undefined
  const [count, texts] = [names.readUInt16BE(2), names.readUInt16BE(4)]
  for (let at = 6; at < 6 + count * 12; at += 12) {
    if (names.readUInt16BE(at + 6) !== 6) continue
    const from = texts + names.readUInt16BE(at + 10)
    const bytes = names.subarray(from, from + names.readUInt16BE(at + 8))
    // ASCII, with one or two bytes per letter.
    return bytes.toString('latin1').replaceAll('\0', '')
  }
  return undefined
}

/** Looks up whether a character has a glyph, in the font's most complete map. */
function lookupOf(cmap: Buffer | undefined): FontFile['has'] | undefined {
  if (!cmap) return undefined
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8)).map((from) =>
    cmap.subarray(from),
  )
  const full = maps.find((map) => map.readUInt16BE(0) === 12)
  if (full) return (code) => inGroups(full, code)
  const basic = maps.find((map) => map.readUInt16BE(0) === 4)
  return basic && ((code) => inSegments(basic, code))
}

/** Binary search: the first of `count` sorted ranges whose end isn't before the code. */
function firstEnding(count: number, endOf: (index: number) => number, code: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (endOf(middle) < code) low = middle + 1
    else high = middle
  }
  return low
}

/** Format 12: groups of characters. */
function inGroups(map: Buffer, code: number): boolean {
  const count = map.readUInt32BE(12)
  const at = 16 + firstEnding(count, (index) => map.readUInt32BE(20 + index * 12), code) * 12
  if (at >= 16 + count * 12 || code < map.readUInt32BE(at)) return false
  return map.readUInt32BE(at + 8) + code - map.readUInt32BE(at) !== 0
}

/** Format 4: segments of the first 65,536 characters. */
function inSegments(map: Buffer, code: number): boolean {
  if (code > 0xffff) return false
  // `segCountX2`: each segment takes two bytes of each of the four lists that follow (ends, starts, deltas, offsets).
  const listBytes = map.readUInt16BE(6)
  const at = firstEnding(listBytes / 2, (index) => map.readUInt16BE(14 + index * 2), code) * 2
  if (at >= listBytes) return false
  const start = map.readUInt16BE(16 + listBytes + at)
  if (code < start) return false
  const delta = map.readUInt16BE(16 + 2 * listBytes + at)
  const offsetAt = 16 + 3 * listBytes + at
  const offset = map.readUInt16BE(offsetAt)
  const glyph = offset === 0 ? code : map.readUInt16BE(offsetAt + offset + (code - start) * 2)
  return glyph !== 0 && ((glyph + delta) & 0xffff) !== 0
}

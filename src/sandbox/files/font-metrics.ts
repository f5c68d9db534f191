/** How wide text is in our font: charts are drawn before anyone lays them out. Reads the TrueType tables needed. */
import { asset } from './assets.ts'

export interface FontMetrics {
  width: (text: string, size: number) => number
}

function tables(font: Buffer): (name: string) => number {
  const offsets = new Map<string, number>()
  const count = font.readUInt16BE(4)
  for (let at = 12; at < 12 + count * 16; at += 16) offsets.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8))
  return (name) => offsets.get(name)!
}

/** Start of the character map of format 12 (all of Unicode). */
function characterMap(font: Buffer, cmap: number): number {
  const count = font.readUInt16BE(cmap + 2)
  for (let index = 0; index < count; index += 1) {
    const at = cmap + font.readUInt32BE(cmap + 8 + index * 8)
    if (font.readUInt16BE(at) === 12) return at
  }
  throw new Error('The font has no full character map')
}

function fontMetrics(font: Buffer): FontMetrics {
  const table = tables(font)
  const unit = font.readUInt16BE(table('head') + 18)
  const advances = font.readUInt16BE(table('hhea') + 34)
  const map = characterMap(font, table('cmap'))
  const groups = font.readUInt32BE(map + 12)

  const glyph = (code: number): number => {
    let [low, high] = [0, groups - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const at = map + 16 + middle * 12
      if (code < font.readUInt32BE(at)) high = middle - 1
      else if (code > font.readUInt32BE(at + 4)) low = middle + 1
      else return font.readUInt32BE(at + 8) + code - font.readUInt32BE(at)
    }
    return 0
  }
  const known = new Map<number, number>()
  const advance = (code: number): number => {
    const found = known.get(code) ?? font.readUInt16BE(table('hmtx') + Math.min(glyph(code), advances - 1) * 4)
    known.set(code, found)
    return found
  }
  return {
    width: (text, size) => (Array.from(text).reduce((sum, char) => sum + advance(char.codePointAt(0)!), 0) * size) / unit,
  }
}

export const regularMetrics = async (): Promise<FontMetrics> => fontMetrics(await asset('DejaVuSans.ttf'))

/** Lines no wider than `width`; words that are wider themselves are broken. At most `most` lines, then an ellipsis. */
export function wrap(text: string, width: number, size: number, metrics: FontMetrics, most: number): string[] {
  const fits = (line: string): boolean => metrics.width(line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const char of word) {
      if (!fits(line + char) && line) {
        lines.push(line)
        line = ''
      }
      line += char
    }
    if (lines.length > most) break
  }
  if (line) lines.push(line)
  if (lines.length <= most) return lines
  let last = lines[most - 1]!
  while (last && !fits(`${last}…`)) last = Array.from(last).slice(0, -1).join('')
  return [...lines.slice(0, most - 1), `${last}…`]
}

/** Letters that our font doesn't have. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readFont } from '../../src/sandbox/files/font-file.ts'
import { fontFolders, MachineFonts } from '../../src/sandbox/files/machine-fonts.ts'
import { PdfText } from '../../src/sandbox/files/pdf-text.ts'
import { pdf } from '../../src/sandbox/files/pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'surveyctl-fonts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const noPoppler = spawnSync('pdftotext', ['-v']).error !== undefined
const ownPath = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const own = [readFont(ownPath)!]
const nowhere = new MachineFonts([])
const machine = new MachineFonts(fontFolders())

const codeOf = (sign: string): number => sign.codePointAt(0)!
/** A test that needs a font which has this sign says so where there is none. */
const withFontOf = (sign: string): boolean => machine.holding([codeOf(sign)]) !== undefined

/** A PDF of these lines, and every word in it with its box. */
async function wordsOf(
  lines: readonly string[],
  fonts: MachineFonts,
): Promise<{ text: string; left: number; right: number; top: number }[]> {
  const path = join(folder, 'text.pdf')
  writeFileSync(path, await pdf((inline) => ({ content: lines.map((line) => ({ text: inline(line) })) }), fonts))
  const xml = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' })
  return Array.from(
    xml.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">(.*?)<\/word>/g),
    ([, left, top, right, text]) => ({
      text: text!,
      left: Number(left),
      right: Number(right),
      top: Number(top),
    }),
  )
}

const overlaps = (words: Awaited<ReturnType<typeof wordsOf>>): string[] =>
  words.flatMap(({ text, left, top }, index) => {
    const before = words[index - 1]
    return before && Math.abs(before.top - top) < 5 && left < before.right - 0.1 ? [`${before.text} | ${text}`] : []
  })

describe('a font file', () => {
  it.each(['A', 'Ж', '☐', '□', '😀'])('of ours has %s', (sign) => expect(own[0]!.has(codeOf(sign))).toBe(true))
  it.each(['漢', 'ท', '🎉', '\u{10fffd}'])('of ours has no %s', (sign) => expect(own[0]!.has(codeOf(sign))).toBe(false))

  it.skipIf(spawnSync('fc-query', ['--version']).error)('agrees with another reader about every character (needs fc-query)', () => {
    const ranges = execFileSync('fc-query', ['--format', '%{charset}', ownPath], { encoding: 'utf8' }).split(' ')
    const known = new Set(
      ranges.flatMap((range) => {
        const [from, to = from] = range.split('-').map((hex) => Number.parseInt(hex, 16)) as [number, number?]
        return Array.from({ length: to! - from + 1 }, (_, index) => from + index)
      }),
    )
    // Those that control something have glyphs that nobody sees.
    const asked = Array.from({ length: 0x20000 }, (_, code) => code).filter((code) => code > 0xa0)
    expect(known.size).toBeGreaterThan(5000)
    expect(asked.filter((code) => own[0]!.has(code) !== known.has(code))).toEqual([])
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('no font at all, but long enough to have a directory')],
    ['half of one', readFileSync(ownPath).subarray(0, 3000)],
  ])('that is %s is none', (name, bytes) => {
    const path = join(folder, `${name}.ttf`)
    writeFileSync(path, bytes)
    expect(readFont(path)).toBeUndefined()
  })
})

describe('text', () => {
  it.each([
    ['plain words', ['plain words']],
    ['tab\there', ['tab    here']],
    ['☐ Ж 😀', ['☐ Ж 😀']],
    ['a 🎉 b', ['a □ b']],
    ['👩‍👩‍👧!', ['□!']],
    ['👍🏽', ['□']],
    ['ที่', ['□']],
    ['\u0000a\u0007', ['a']],
  ])('%j without any font of the machine is %j', (text, expected) => {
    expect(new PdfText(own, nowhere).runs(text).map((run) => run.text)).toEqual(expected)
  })

  it('names the font of each part', () => {
    const fonts = join(folder, 'one')
    mkdirSync(fonts)
    // As if a font of the machine had what ours hasn't.
    copyFileSync(ownPath, join(fonts, 'Other-Regular.ttf'))
    const text = new PdfText([{ path: '', name: 'Own', isFace: false, has: (code) => code < 0x400 }], new MachineFonts([fonts]))
    expect(text.runs('ab ☐☐ 漢')).toEqual([{ text: 'ab ' }, { text: '☐☐', font: 'DejaVuSans' }, { text: ' □' }])
    expect(text.used.get('DejaVuSans')?.path).toBe(join(fonts, 'Other-Regular.ttf'))
  })
})

describe.skipIf(noPoppler)('PDF (needs pdftotext)', () => {
  const signs = ['before 🎉🎉🎉 after', 'ก่อน ที่ดีมาก หลัง', 'one 漢字 two', 'x \u{10fffd}\u{10fffc} y']

  it('has a box where there is no glyph, and no text over another', async () => {
    const words = await wordsOf(signs, nowhere)
    expect(words.map(({ text }) => text)).toEqual(['before', '□□□', 'after', '□□□', '□□□□□', '□□□', 'one', '□□', 'two', 'x', '□□', 'y'])
    expect(overlaps(words)).toEqual([])
    const [, emoji] = words
    // Three boxes of 12 points.
    expect((emoji!.right - emoji!.left) / 3 / 12).toBeCloseTo(0.945, 1)
  })

  it.each([
    ['🎉🎉🎉', signs[0]!],
    ['ที่ดีมาก', signs[1]!],
    ['漢字', signs[2]!],
  ])('shows %s in a font of the machine', async (word, line) => {
    const text = word.codePointAt(0) === codeOf('ท') ? 'ท' : word
    if (!withFontOf(text)) return console.log(`skipped: no font here has ${word}`)
    const words = await wordsOf([line], machine)
    expect(words.map((each) => each.text)).toEqual(line.split(' '))
    expect(overlaps(words)).toEqual([])
    expect(words.every(({ left, right }) => right - left > 5)).toBe(true)
  })

  const rare = '\u{1fae9}'

  /** A folder with our font under another name, in which the last of its characters is one that no font has. */
  function folderWith(name: string, change: (bytes: Buffer, at: (table: string) => number) => void): MachineFonts {
    const bytes = readFileSync(ownPath)
    const at = (table: string): number => bytes.readUInt32BE(bytes.indexOf(table) + 8)
    const cmap = at('cmap')
    const map = Array.from({ length: bytes.readUInt16BE(cmap + 2) }, (_, index) => cmap + bytes.readUInt32BE(cmap + 8 + index * 8)).find(
      (from) => bytes.readUInt16BE(from) === 12,
    )!
    const last = map + 16 + (bytes.readUInt32BE(map + 12) - 1) * 12
    bytes.writeUInt32BE(codeOf(rare), last)
    bytes.writeUInt32BE(codeOf(rare), last + 4)
    // Drawn as an A.
    bytes.writeUInt32BE(36, last + 8)
    // A PDF knows a font by its name.
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const named = Buffer.from('DejaVuSans', encoding)
      if (encoding === 'utf16le') named.swap16()
      const other = Buffer.from(named).fill(named.subarray(-(named.length / 10)), 0, named.length / 10)
      for (let from = bytes.indexOf(named); from >= 0; from = bytes.indexOf(named, from + 1)) other.copy(bytes, from)
    }
    change(bytes, at)
    const fonts = join(folder, name)
    mkdirSync(fonts)
    writeFileSync(join(fonts, `${name}.ttf`), bytes)
    return new MachineFonts([fonts])
  }

  it('takes what an installed font has', async () => {
    const words = await wordsOf(
      [`a ${rare} b`],
      folderWith('Rare', () => {}),
    )
    expect(words.map(({ text }) => text)).toEqual(['a', rare, 'b'])
  })

  it('does without another version of a font that it uses', () => {
    const fonts = join(folder, 'same')
    mkdirSync(fonts)
    copyFileSync(ownPath, join(fonts, 'Newer.ttf'))
    const older = { path: '', name: 'DejaVuSans', isFace: false, has: () => false }
    expect(new PdfText([older], new MachineFonts([fonts])).runs('☐')).toEqual([{ text: '□' }])
  })

  it('does without a font that turns out to be broken', async () => {
    const words = await wordsOf(
      [`a ${rare} b`],
      folderWith('Broken', (bytes, at) => bytes.fill(0xff, at('head'), at('head') + 54)),
    )
    expect(words.map(({ text }) => text)).toEqual(['a', '□', 'b'])
  })
})

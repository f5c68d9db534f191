/** Divides text into runs of one font each: the embedded font, or an installed one that has the character, or else a box. */
import { xmlSafe } from '../../files/text.ts'
import type { FontFile } from './font-file.ts'
import type { MachineFonts } from './machine-fonts.ts'

export interface TextRun {
  text: string
  /** Name of an installed font; the embedded one when absent. */
  font?: string
}

/** Stands for a grapheme that no font has. */
const box = '□'
/** Latin and Cyrillic letters with punctuation: nearly every text. */
const ordinary = /^[\n\r\u0020-\u007e\u00a0-\u017f\u0400-\u045f\u2010-\u2027]*$/
const emoji = /\p{Extended_Pictographic}/u
/** Joiners, variation selectors and skin tones of emoji: fonts that don't support them would show them as separate characters. */
const emojiModifiers = /\u200d|\ufe0e|\ufe0f|(?<=.)[\u{1f3fb}-\u{1f3ff}]/gu

export class PdfText {
  /** Installed fonts that the runs use, by name. */
  readonly used = new Map<string, FontFile>()
  readonly #own: readonly FontFile[]
  readonly #machine: MachineFonts
  readonly #segments = new Intl.Segmenter('und', { granularity: 'grapheme' })

  /** `own` are the files of the embedded font (regular and bold); a character that all of them have needs no other font. */
  constructor(own: readonly FontFile[], machine: MachineFonts) {
    this.#own = own
    this.#machine = machine
  }

  runs(source: string): TextRun[] {
    const text = xmlSafe(source).replace(/\t/g, '    ')
    if (ordinary.test(text)) return [{ text }]
    const runs: TextRun[] = []
    for (const { segment } of this.#segments.segment(text)) {
      const run = this.#runOf(segment)
      const last = runs.at(-1)
      if (last && last.font === run.font) last.text += run.text
      else runs.push(run)
    }
    return runs
  }

  /** A grapheme is a letter with its marks, or an emoji of several parts. */
  #runOf(grapheme: string): TextRun {
    if (ordinary.test(grapheme)) return { text: grapheme }
    const text = emoji.test(grapheme) ? grapheme.replace(emojiModifiers, '') : grapheme
    const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0)
    if (this.#own.every((file) => codes.every((code) => file.has(code)))) return { text }
    const file = this.#machine.holding(codes)
    if (!file || this.#isTaken(file)) return { text: box }
    this.used.set(file.name, file)
    return { text, font: file.name }
  }

  /** Whether another file with this font name is already in use. */
  #isTaken({ name, path }: FontFile): boolean {
    return this.#own.some((file) => file.name === name) || (this.used.get(name)?.path ?? path) !== path
  }
}

/** Texts in several languages: the one that is asked for, else the source's own. */
import { usageError } from '../../errors.ts'
import type { Language } from '../../model/survey.ts'
import type { Losses } from '../loss.ts'
import { counted } from '../../text/counted.ts'

const bare = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[_-][a-z0-9]+$/i, '')

/** `English (en)`, `de-AT`: its name and its code. */
function namesOf(language: string): string[] {
  const [, name = language, code] = /^(.*?)\s*\(([\w-]+)\)\s*$/.exec(language) ?? []
  return [language.toLowerCase(), name.toLowerCase(), bare(name), ...(code === undefined ? [] : [code.toLowerCase(), bare(code)])]
}

export class Languages {
  readonly all: readonly string[]
  readonly chosen: string
  readonly #fallback: string
  readonly #losses: Losses
  #missing = 0

  constructor(all: readonly string[], fallback: string, asked: string | undefined, losses: Losses) {
    this.all = [...new Set([fallback, ...all])]
    this.#fallback = fallback
    this.#losses = losses
    const wanted =
      asked === undefined
        ? fallback
        : this.all.find((language) => [asked.toLowerCase(), bare(asked)].some((name) => namesOf(language).includes(name)))
    if (wanted === undefined) throw usageError(`The file has no language "${asked}"`, `It has: ${this.all.join(', ')}`)
    this.chosen = wanted
  }

  /** Of texts by language. */
  pick(texts: Readonly<Record<string, unknown>>): unknown {
    const [wanted, usual] = [texts[this.chosen], texts[this.#fallback]]
    const isThere = (text: unknown): boolean => text !== undefined && text !== null && text !== ''
    if (isThere(wanted)) return wanted
    if (isThere(usual) && this.chosen !== this.#fallback) this.#missing++
    return isThere(usual) ? usual : Object.values(texts).find(isThere)
  }

  /** The language of buttons and messages; tells what was lost. */
  finish(at: string): Language {
    const others = this.all.filter((language) => language !== this.chosen)
    if (this.#missing > 0) this.#losses.add('lang.missing', { at }, `${counted(this.#missing, 'text has', 'texts have')} no ${this.chosen}`)
    if (others.length > 0) this.#losses.add('lang.dropped', { at }, others.join(', '))
    const codes = namesOf(this.chosen).map(bare)
    if (codes.some((code) => ['ru', 'russian', 'русский'].includes(code))) return 'ru'
    if (!codes.some((code) => ['en', 'english', 'default', 'eng'].includes(code))) this.#losses.add('lang.unsupported', { at }, this.chosen)
    return 'en'
  }
}

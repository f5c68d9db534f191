/** What the service says of an answer, as a typed value: titles as text, ids, arrays and objects are all accepted. */
import { addUnlisted } from '../dictionary/options.ts'
import { hasOptions, type KnownQuestion } from '../dictionary/shape.ts'
import { parseMatrix, type Cells } from './matrix.ts'
import { filesOf, isBlankAnswer, momentOf, numberOf, textOf, type FileName } from './plain.ts'
import { OptionLookup, type Reading } from './option-lookup.ts'

export type Value =
  | { is: 'codes'; codes: readonly number[] }
  | { is: 'cells'; cells: readonly (readonly [row: number, columns: readonly number[]])[] }
  | { is: 'number'; number: number }
  | { is: 'text'; text: string }
  | { is: 'files'; files: readonly FileName[] }

/** How many answers could not be read for certain. */
export interface Doubts {
  /** Matched no option: each such text gets a code of its own, from 1001. */
  unlisted: number
  /** Could be read in two ways. */
  ambiguous: number
  /** No number, date or time where one is expected: kept in the store, blank in the data. */
  unreadable: number
}

export const doubtNames = ['unlisted', 'ambiguous', 'unreadable'] as const satisfies (keyof Doubts)[]

interface Decoded {
  value: Value | undefined
  doubt?: keyof Doubts
}

const usuallyCached = 50_000

export class Decoder {
  readonly doubts: Doubts = { unlisted: 0, ambiguous: 0, unreadable: 0 }
  /** Texts that match no option were added to the question's options. Whoever saves them sets this back. */
  hasNewOptions = false
  readonly #question: KnownQuestion
  readonly #options: OptionLookup
  readonly #rows: OptionLookup
  readonly #unlistedCodes: Set<number>
  readonly #cache = new Map<string, Decoded>()
  readonly #mostCached: number

  /** `mostCached`: 0 where each text is decoded once. */
  constructor(question: KnownQuestion, { mostCached = usuallyCached } = {}) {
    this.#question = question
    this.#mostCached = mostCached
    this.#options = new OptionLookup(question.options)
    this.#rows = new OptionLookup(question.rows)
    this.#unlistedCodes = new Set(question.options.flatMap(({ code, unlisted }) => (unlisted ? [code] : [])))
  }

  /** `times`: how many answers gave it. */
  decode(answer: unknown, times = 1): Value | undefined {
    const { value, doubt } = typeof answer === 'string' ? this.#cached(answer) : this.#decode(answer)
    if (doubt) this.doubts[doubt] += times
    return value
  }

  #cached(text: string): Decoded {
    const known = this.#cache.get(text)
    if (known) return known
    const decoded = this.#decode(text)
    // Long texts are all different.
    if (text.length > 500 || this.#question.kind === 'text' || this.#mostCached === 0) return decoded
    if (this.#cache.size >= this.#mostCached) this.#deleteOldest()
    this.#cache.set(text, decoded)
    return decoded
  }

  #deleteOldest(): void {
    for (const text of this.#cache.keys()) {
      this.#cache.delete(text)
      return
    }
  }

  #decode(answer: unknown): Decoded {
    const { kind } = this.#question
    // An option's title may be empty: then an empty text means that option.
    if (isBlankAnswer(answer) && !(answer === '' && hasOptions(kind) && this.#options.find(''))) return { value: undefined }
    switch (kind) {
      case 'single':
        return this.#codes(this.#read(answer, (text) => this.#options.parseOne(text)))
      case 'multiple':
        return this.#codes(this.#read(answer, (text) => this.#options.parseList(text, '; ')))
      case 'ranking':
        return this.#codes(this.#read(answer, (text) => this.#options.parseRanking(text)))
      case 'matrix':
      case 'matrix-multiple':
        return this.#cells(answer)
      case 'number': {
        const number = numberOf(answer)
        return number === undefined ? { value: undefined, doubt: 'unreadable' } : { value: { is: 'number', number } }
      }
      case 'date':
      case 'time':
      case 'datetime': {
        const text = momentOf(answer, kind)
        return text === undefined ? { value: undefined, doubt: 'unreadable' } : { value: { is: 'text', text } }
      }
      case 'text':
        return { value: { is: 'text', text: textOf(answer) } }
      case 'file':
        return { value: { is: 'files', files: filesOf(answer) } }
      default:
        return kind satisfies never
    }
  }

  #read(answer: unknown, parse: (text: string) => Reading): Reading {
    if (typeof answer === 'string') return parse(answer)
    const found = [answer].flat().map((item) => ({ text: idOf(item), option: this.#options.findId(idOf(item)) }))
    return {
      codes: found.flatMap(({ option }) => (option ? [option.code] : [])),
      unknown: found.flatMap(({ text, option }) => (option ? [] : [text])),
      ambiguous: false,
    }
  }

  #codes({ codes, unknown, ambiguous }: Reading): Decoded {
    const added = unknown.flatMap((text) => this.#addUnlisted(text))
    const isUnlisted = unknown.length > 0 || codes.some((code) => this.#unlistedCodes.has(code))
    return {
      value: { is: 'codes', codes: [...codes, ...added] },
      ...(isUnlisted ? { doubt: 'unlisted' } : ambiguous && { doubt: 'ambiguous' }),
    }
  }

  #addUnlisted(text: string): number[] {
    const option = addUnlisted(this.#question.options, text)
    if (!option) return []
    this.#options.add(option)
    this.#unlistedCodes.add(option.code)
    this.hasNewOptions = true
    return [option.code]
  }

  #cells(answer: unknown): Decoded {
    const { cells, unknown, ambiguous } =
      typeof answer === 'string' ? parseMatrix(answer, this.#rows, this.#options) : this.#cellsOfObject(answer)
    const doubt = unknown.length > 0 ? 'unlisted' : ambiguous ? 'ambiguous' : undefined
    return { value: { is: 'cells', cells }, ...(doubt && { doubt }) }
  }

  /** Anything but an object has no cells. */
  #cellsOfObject(answer: unknown): Cells {
    const unknown: string[] = []
    const cells = Object.entries(typeof answer === 'object' && answer !== null ? answer : {}).flatMap(([id, columns]): Cells['cells'] => {
      const row = this.#rows.findId(id)
      if (!row) unknown.push(id)
      const read = this.#read(columns, (text) => this.#options.parseList(text, ', '))
      unknown.push(...read.unknown)
      return row && read.codes.length > 0 ? [[row.code, read.codes]] : []
    })
    return { cells, unknown, ambiguous: false }
  }
}

/** The id of an option, in any of the forms in which a service may write it. */
function idOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { id, value: own, title, name }: { id?: unknown; value?: unknown; title?: unknown; name?: unknown } = value
  return String(id ?? own ?? title ?? name ?? JSON.stringify(value))
}

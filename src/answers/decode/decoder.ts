/** What the service says of an answer, as a typed value: words, ids, arrays and objects are all taken. */
import { unlistedOption } from '../dictionary/options.ts'
import { hasOptions, type KnownOption, type KnownQuestion } from '../dictionary/shape.ts'
import { matrixWords, type Cells } from './matrix.ts'
import { filesOf, isBlankAnswer, momentOf, numberOf, textOf, type FileName } from './plain.ts'
import { Words, type Reading } from './words.ts'

export type Value =
  | { is: 'codes'; codes: readonly number[] }
  | { is: 'cells'; cells: readonly (readonly [row: number, columns: readonly number[]])[] }
  | { is: 'number'; number: number }
  | { is: 'text'; text: string }
  | { is: 'files'; files: readonly FileName[] }

/** How many answers could not be taken at their word. */
export interface Doubts {
  /** Fitted no option: each such text has a code of its own from 1001. */
  unlisted: number
  /** Could be read in two ways. */
  ambiguous: number
  /** No number, date or time where one belongs: they stay in the store, and are blank in the data. */
  unreadable: number
}

interface Decoded {
  value: Value | undefined
  doubt?: keyof Doubts
}

const usuallyCached = 50_000

export class Decoder {
  readonly doubts: Doubts = { unlisted: 0, ambiguous: 0, unreadable: 0 }
  /** Whether words were met that no option had. */
  grown = false
  readonly #question: KnownQuestion
  readonly #options: Words
  readonly #rows: Words
  readonly #unlistedCodes: Set<number>
  readonly #cache = new Map<string, Decoded>()
  readonly #mostCached: number

  /** `mostCached`: 0 for who asks for each text once. */
  constructor(question: KnownQuestion, { mostCached = usuallyCached } = {}) {
    this.#question = question
    this.#mostCached = mostCached
    this.#options = new Words(question.options)
    this.#rows = new Words(question.rows)
    this.#unlistedCodes = new Set(question.options.flatMap(({ code, unlisted }) => (unlisted ? [code] : [])))
  }

  /** `times`: so many answers said it. */
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
    if (this.#cache.size >= this.#mostCached) this.#cache.delete(this.#cache.keys().next().value!)
    this.#cache.set(text, decoded)
    return decoded
  }

  #decode(answer: unknown): Decoded {
    const { kind } = this.#question
    // A title may be empty: then so are the words.
    if (isBlankAnswer(answer) && !(answer === '' && hasOptions(kind) && this.#options.find(''))) return { value: undefined }
    switch (kind) {
      case 'single':
        return this.#codes(this.#read(answer, (text) => this.#options.one(text)))
      case 'multiple':
        return this.#codes(this.#read(answer, (text) => this.#options.list(text, '; ')))
      case 'ranking':
        return this.#codes(this.#read(answer, (text) => this.#options.ranking(text)))
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

  #read(answer: unknown, words: (text: string) => Reading): Reading {
    if (typeof answer === 'string') return words(answer)
    const found = [answer].flat().map((item) => ({ text: idOf(item), option: this.#options.findId(idOf(item)) }))
    return {
      codes: found.flatMap(({ option }) => (option ? [option.code] : [])),
      unknown: found.flatMap(({ text, option }) => (option ? [] : [text])),
      ambiguous: false,
    }
  }

  #codes({ codes, unknown, ambiguous }: Reading): Decoded {
    const added = unknown.flatMap((words) => this.#unlisted(this.#question.options, this.#options, words))
    const isUnlisted = unknown.length > 0 || codes.some((code) => this.#unlistedCodes.has(code))
    return {
      value: { is: 'codes', codes: [...codes, ...added] },
      ...(isUnlisted ? { doubt: 'unlisted' } : ambiguous && { doubt: 'ambiguous' }),
    }
  }

  #unlisted(list: KnownOption[], words: Words, text: string): number[] {
    const option = unlistedOption(list, text)
    if (!option) return []
    words.add(option)
    this.#unlistedCodes.add(option.code)
    this.grown = true
    return [option.code]
  }

  #cells(answer: unknown): Decoded {
    const { cells, unknown, ambiguous } =
      typeof answer === 'string' ? matrixWords(answer, this.#rows, this.#options) : this.#givenCells(answer as object)
    const doubt = unknown.length > 0 ? 'unlisted' : ambiguous ? 'ambiguous' : undefined
    return { value: { is: 'cells', cells }, ...(doubt && { doubt }) }
  }

  #givenCells(answer: object): Cells {
    const unknown: string[] = []
    const cells = Object.entries(answer).flatMap(([id, columns]): Cells['cells'] => {
      const row = this.#rows.findId(id)
      if (!row) unknown.push(id)
      const read = this.#read(columns, (text) => this.#options.list(text, ', '))
      unknown.push(...read.unknown)
      return row && read.codes.length > 0 ? [[row.code, read.codes]] : []
    })
    return { cells, unknown, ambiguous: false }
  }
}

/** Of an option as a service may write it. */
function idOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { id, value: own, title, name } = value as Record<string, unknown>
  return String(id ?? own ?? title ?? name ?? JSON.stringify(value))
}

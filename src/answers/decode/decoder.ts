/** What the service says of an answer, as a typed value: titles as text, ids, arrays and objects are all accepted. */
import { addUnlisted } from '../dictionary/options.ts'
import { hasOptions, type KnownQuestion } from '../dictionary/shape.ts'
import { parseMatrix, type Cells } from './matrix.ts'
import { filesOf, isBlankAnswer, momentOf, numberOf, textOf, type FileName } from './plain.ts'
import { OptionLookup, type OptionReading } from './option-lookup.ts'
import { Effort, TooLong } from './split.ts'
import { unfitOptions, type Unfit } from './unfit.ts'
import { noWarnings, type DecodeWarnings } from './warnings.ts'

export type Value =
  | { is: 'codes'; codes: readonly number[] }
  | { is: 'cells'; cells: readonly (readonly [row: number, columns: readonly number[]])[] }
  | { is: 'number'; number: number }
  | { is: 'text'; text: string }
  | { is: 'files'; files: readonly FileName[] }

export interface Decoded {
  value: Value | undefined
  warning?: keyof DecodeWarnings
  /** Texts that fit no option of the survey. */
  unfit?: readonly Unfit[]
}

export const usuallyCached = 50_000
/** Texts of one answer that get a code each; with more of them it is no list of options. */
const mostUnlisted = 100
const unreadable: Decoded = { value: undefined, warning: 'unreadable' }

export class Decoder {
  readonly warnings = noWarnings()
  /** Texts that match no option were added to the question's options. Whoever saves them sets this back. */
  hasNewOptions = false
  readonly #question: KnownQuestion
  readonly #effort = new Effort()
  readonly #options: OptionLookup
  readonly #rows: OptionLookup
  readonly #unlisted: Map<number, string>
  readonly #cache = new Map<string, Decoded>()
  readonly #mostCached: number

  /** `mostCached`: 0 where each text is decoded once. */
  constructor(question: KnownQuestion, { mostCached = usuallyCached } = {}) {
    this.#question = question
    this.#mostCached = mostCached
    this.#options = new OptionLookup(question.options, this.#effort)
    this.#rows = new OptionLookup(question.rows, this.#effort)
    this.#unlisted = new Map(question.options.flatMap(({ code, title, unlisted }) => (unlisted ? [[code, title]] : [])))
  }

  /** Only the value, as `read` gives it. */
  decode(answer: unknown): Value | undefined {
    return this.read(answer).value
  }

  /** The value, and what of the answer fits no option; counts warnings. `times`: how many answers gave it. */
  read(answer: unknown, times = 1): Decoded {
    const decoded = typeof answer === 'string' ? this.#cached(answer) : this.#bounded(answer)
    if (decoded.warning) this.warnings[decoded.warning] += times
    return decoded
  }

  #cached(text: string): Decoded {
    const known = this.#cache.get(text)
    if (known) return known
    const decoded = this.#bounded(text)
    // Long texts are all different.
    if (text.length > 500 || this.#question.kind === 'text' || this.#mostCached === 0) return decoded
    const [oldest] = this.#cache.size < this.#mostCached ? [] : this.#cache.keys()
    if (oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(text, decoded)
    return decoded
  }

  #bounded(answer: unknown): Decoded {
    this.#effort.renew()
    try {
      return this.#decode(answer)
    } catch (error) {
      if (error instanceof TooLong) return unreadable
      throw error
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
        return number === undefined ? unreadable : { value: { is: 'number', number } }
      }
      case 'date':
      case 'time':
      case 'datetime': {
        const text = momentOf(answer, kind)
        return text === undefined ? unreadable : { value: { is: 'text', text } }
      }
      case 'text':
        return { value: { is: 'text', text: textOf(answer) } }
      case 'file':
        return { value: { is: 'files', files: filesOf(answer) } }
      default:
        return kind satisfies never
    }
  }

  #read(answer: unknown, parse: (text: string) => OptionReading): OptionReading {
    if (typeof answer === 'string') return parse(answer)
    const found = [answer].flat().map((item) => ({ text: idOf(item), option: this.#options.findId(idOf(item)) }))
    return {
      codes: found.flatMap(({ option }) => (option ? [option.code] : [])),
      unknown: found.flatMap(({ text, option }) => (option ? [] : [text])),
      ambiguous: false,
    }
  }

  #codes({ codes, unknown, ambiguous }: OptionReading): Decoded {
    const fresh = new Set(unknown)
    if (fresh.size > mostUnlisted) return unreadable
    const added = [...fresh].flatMap((text) => this.#addUnlisted(text))
    if (codes.length + added.length === 0) return unreadable
    const unfit = unfitOptions([...codes.flatMap((code) => this.#unlisted.get(code) ?? []), ...fresh])
    return {
      value: { is: 'codes', codes: [...codes, ...added] },
      ...(unfit.length > 0 ? { warning: 'unlisted', unfit } : ambiguous && { warning: 'ambiguous' }),
    }
  }

  #addUnlisted(text: string): number[] {
    const option = addUnlisted(this.#question.options, text)
    if (!option) return []
    this.#options.add(option)
    this.#unlisted.set(option.code, text)
    this.hasNewOptions = true
    return [option.code]
  }

  #cells(answer: unknown): Decoded {
    const { cells, unfit, ambiguous } =
      typeof answer === 'string' ? parseMatrix(answer, this.#rows, this.#options) : this.#cellsOfObject(answer)
    return {
      value: { is: 'cells', cells },
      ...(unfit.length > 0 ? { warning: 'unlisted', unfit } : ambiguous && { warning: 'ambiguous' }),
    }
  }

  /** Anything but an object has no cells. */
  #cellsOfObject(answer: unknown): Cells {
    const unfit: Unfit[] = []
    const cells = Object.entries(typeof answer === 'object' && answer !== null ? answer : {}).flatMap(([id, columns]): Cells['cells'] => {
      const row = this.#rows.findId(id)
      if (!row) unfit.push({ label: id, list: 'rows' })
      const read = this.#read(columns, (text) => this.#options.parseList(text, ', '))
      unfit.push(...unfitOptions(read.unknown, row?.code))
      return row && read.codes.length > 0 ? [[row.code, read.codes]] : []
    })
    return { cells, unfit, ambiguous: false }
  }
}

/** The id of an option, in any of the forms in which a service may write it. */
function idOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { id, value: own, title, name }: { id?: unknown; value?: unknown; title?: unknown; name?: unknown } = value
  return String(id ?? own ?? title ?? name ?? JSON.stringify(value))
}

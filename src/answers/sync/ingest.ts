/** Rows of the service into the store. */
import type { AnswerRow } from '../../contract/answer.ts'
import { CommandError } from '../../errors.ts'
import { Decoder, type Doubts } from '../decode/decoder.ts'
import { isBlankAnswer } from '../decode/plain.ts'
import { meet } from '../dictionary/learn.ts'
import { kindOf } from '../dictionary/kind.ts'
import type { Dictionary, KnownQuestion } from '../dictionary/shape.ts'
import type { Given } from '../dictionary/table.ts'
import type { Kept, Store, StoredAnswer, Tally } from '../store/store.ts'

export interface IngestOptions {
  sync: number
  withNetwork: boolean
}

const time = (text: unknown): number | null => {
  if (typeof text !== 'string' || text === '') return null
  // Times without a zone are UTC.
  const moment = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(moment) ? null : moment
}

export const startOf = (row: AnswerRow): number => time(row.date_start) ?? 0
export const endOf = (row: AnswerRow): number | null => time(row.date_end)

const stateOf = (row: AnswerRow): number => (row.is_complete ? 1 : row.is_screenout === true ? 2 : 0)

export class Ingest {
  readonly tally: Tally = { added: 0, changed: 0, gone: 0 }
  readonly doubts: Doubts = { unlisted: 0, ambiguous: 0, unreadable: 0 }
  readonly #store: Store
  readonly #dictionary: Dictionary
  readonly #options: IngestOptions
  readonly #questions = new Map<string, KnownQuestion>()
  readonly #decoders = new Map<number, Decoder>()

  constructor(store: Store, dictionary: Dictionary, options: IngestOptions) {
    this.#store = store
    this.#dictionary = dictionary
    this.#options = options
  }

  get sync(): number {
    return this.#options.sync
  }

  /** One page, in one transaction; what is there already is not written. */
  take(rows: readonly AnswerRow[], more?: () => void): void {
    this.#store.write(() => {
      const before = this.#dictionary.questions.length
      for (const row of rows) this.#takeOne(row)
      more?.()
      const grown = [...this.#decoders.values()].filter((decoder) => decoder.grown)
      if (grown.length > 0 || this.#dictionary.questions.length > before) this.#store.keepDictionary(this.#dictionary)
      for (const decoder of grown) decoder.grown = false
      this.#store.run(
        'update sync set added = ?, changed = ?, gone = ? where n = ?',
        this.tally.added,
        this.tally.changed,
        this.tally.gone,
        this.sync,
      )
    })
  }

  #takeOne(row: AnswerRow): void {
    if (!Number.isSafeInteger(row.id)) throw new CommandError('refused', 'The service sent an answer without an id')
    const kept = this.#store.find(row.id)
    const given = (row.answers ?? []).flatMap(({ question_id: id, answer, answer_type: type, question_text: title }): Given => {
      if (id === undefined || isBlankAnswer(answer)) return []
      return [[this.#question(id, type, title ?? '').n, answer]]
    })
    const body = JSON.stringify(given.toSorted(([one], [other]) => one - other))
    const answer: StoredAnswer = { id: row.id, start: startOf(row), end: endOf(row), state: stateOf(row), body }
    const net = this.#options.withNetwork ? JSON.stringify([row.ip_address ?? null, row.user_agent ?? null]) : null
    if (kept && this.#isSame(kept, answer, net)) return
    this.#judge(given)
    if (kept && kept.gone === null) {
      this.tally.changed++
      if (kept.start !== answer.start) this.#store.touch(kept.start, this.sync)
    } else this.tally.added++
    this.#store.put(answer, net ?? kept?.net ?? null, this.sync)
  }

  #isSame(kept: Kept, answer: StoredAnswer, net: string | null): boolean {
    const { gone, start, end, state, body } = kept
    if (gone !== null || start !== answer.start || end !== answer.end || state !== answer.state) return false
    if (net !== null && net !== kept.net) return false
    return body === answer.body || this.#latest(body) === answer.body
  }

  /** An older answer is typed by its question as it was then: that alone is no change. */
  #latest(body: string): string {
    const given = (JSON.parse(body) as Given).map(([n, answer]) => {
      const { id, type } = this.#dictionary.questions.find((question) => question.n === n)!
      return [this.#question(id, type).n, answer] as const
    })
    return JSON.stringify(given.toSorted(([one], [other]) => one - other))
  }

  /** The question as its type is now; one that nothing said a word of so far is known from its answers. */
  #question(id: string, type: string | undefined, title = ''): KnownQuestion {
    const name = `${type ?? ''} ${id}`
    const known = this.#questions.get(name) ?? this.#find(id, type, title)
    this.#questions.set(name, known)
    return known
  }

  #find(id: string, type: string | undefined, title: string): KnownQuestion {
    const versions = this.#dictionary.questions.filter((question) => question.id === id)
    const latest = versions.findLast((question) => type === undefined || question.type === type) ?? (type === undefined && versions.at(-1))
    if (latest) return latest
    const kind = kindOf({ type: (type ?? 'input') as 'input' }) ?? 'text'
    const place = this.#dictionary.questions.length + 1
    return meet(this.#dictionary, { id, type: type ?? 'input', kind, title, place, sync: this.sync })
  }

  /** Words that fit nothing get their codes now, in the order in which they came. */
  #judge(given: Given): void {
    for (const [n, answer] of given) {
      const decoder = this.#decoders.get(n) ?? new Decoder(this.#dictionary.questions.find((question) => question.n === n)!)
      this.#decoders.set(n, decoder)
      const before = { ...decoder.doubts }
      decoder.decode(answer)
      for (const name of Object.keys(before) as (keyof Doubts)[]) this.doubts[name] += decoder.doubts[name] - before[name]
    }
  }

  bury(id: number, start: number): void {
    this.#store.bury(id, start, this.sync)
    this.tally.gone++
  }
}

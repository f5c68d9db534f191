/** Rows of the service into the store. */
import type { AnswerRow } from '../../contract/answer.ts'
import { CommandError } from '../../errors.ts'
import { Decoder, type Doubts } from '../decode/decoder.ts'
import { Asked } from '../dictionary/asked.ts'
import { endOf, startOf, stateOf } from '../dictionary/row.ts'
import type { Dictionary, Given } from '../dictionary/shape.ts'
import type { Kept, Store, StoredAnswer, Tally } from '../store/store.ts'

export interface IngestOptions {
  sync: number
  withNetwork: boolean
}

/** By the number of the question; mostly they come so. */
function sorted(given: Given): Given {
  const isSorted = given.every(([n], index) => index === 0 || given[index - 1]![0] <= n)
  return isSorted ? given : given.toSorted(([one], [other]) => one - other)
}

export class Ingest {
  readonly tally: Tally = { added: 0, changed: 0, gone: 0 }
  readonly #store: Store
  readonly #dictionary: Dictionary
  readonly #options: IngestOptions
  readonly #asked: Asked
  /** Answers with a greater number are new: they need not be looked for. */
  #greatest: number
  /** The last end of a completed answer among those that came. */
  #newestEnd = 0
  /** The last end among answers that had it, and are gone or have another one now. */
  #lostEnd = 0
  readonly #decoders = new Map<number, Decoder>()

  constructor(store: Store, dictionary: Dictionary, options: IngestOptions) {
    this.#store = store
    this.#dictionary = dictionary
    this.#options = options
    this.#asked = new Asked(dictionary, options.sync)
    this.#greatest = store.number('select coalesce(max(id), 0) from answer')
  }

  /** Of all that came. */
  get doubts(): Doubts {
    const doubts: Doubts = { unlisted: 0, ambiguous: 0, unreadable: 0 }
    for (const decoder of this.#decoders.values())
      for (const name of Object.keys(doubts) as (keyof Doubts)[]) doubts[name] += decoder.doubts[name]
    return doubts
  }

  get sync(): number {
    return this.#options.sync
  }

  /** One page, in one transaction; what is there already is not written. */
  take(rows: Iterable<AnswerRow>, more?: () => void): void {
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
    if (!Number.isSafeInteger(row.id))
      throw new CommandError(
        'refused',
        `The service sent an answer ${row.id === undefined ? 'without an id' : `whose id is ${String(row.id)}: this tool keeps whole numbers of up to 15 digits`}`,
      )
    const kept = row.id > this.#greatest ? undefined : this.#store.find(row.id)
    const given = this.#asked.given(row)
    const body = JSON.stringify(sorted(given))
    const answer: StoredAnswer = { id: row.id, start: startOf(row), end: endOf(row), state: stateOf(row), body }
    if (answer.state === 1) this.#newestEnd = Math.max(this.#newestEnd, answer.end ?? 0)
    const net = this.#options.withNetwork ? JSON.stringify([row.ip_address ?? null, row.user_agent ?? null]) : null
    if (kept && this.#isSame(kept, answer, net)) return
    this.#judge(given)
    if (kept && kept.gone === null) {
      this.tally.changed++
      this.#lostEnd = Math.max(this.#lostEnd, kept.end ?? 0)
      if (kept.start !== answer.start) this.#store.touch(kept.start, this.sync)
    } else this.tally.added++
    this.#store.put(answer, net ?? kept?.net ?? null, this.sync)
    this.#greatest = Math.max(this.#greatest, row.id)
  }

  /** The end of the answer that was completed last, where it was `before`: all of ten million are looked at only if they must be. */
  latestEnd(before: number): number {
    return this.#lostEnd >= before ? this.#store.latestEnd : Math.max(before, this.#newestEnd)
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
      return [this.#asked.question(id, type).n, answer] as const
    })
    return JSON.stringify(sorted(given))
  }

  /** Words that fit nothing get their codes now, in the order in which they came. */
  #judge(given: Given): void {
    for (const [n, answer] of given) {
      const decoder = this.#decoders.get(n) ?? new Decoder(this.#dictionary.questions.find((question) => question.n === n)!)
      this.#decoders.set(n, decoder)
      decoder.decode(answer)
    }
  }

  bury(id: number, start: number): void {
    this.#lostEnd = Math.max(this.#lostEnd, this.#store.find(id)?.end ?? 0)
    this.#store.bury(id, start, this.sync)
    this.tally.gone++
  }
}

/** Writes rows of the service into the store. */
import type { AnswerRow } from '../../contract/answer.ts'
import { CommandError } from '../../errors.ts'
import { Decoder, doubtNames, type Doubts } from '../decode/decoder.ts'
import { QuestionIndex } from '../dictionary/question-index.ts'
import { endOf, startOf, stateOf } from '../dictionary/row.ts'
import { parseBody, questionNumber, type Dictionary, type GivenAnswers } from '../dictionary/shape.ts'
import type { StoredRow, Store, StoredAnswer, Tally } from '../store/store.ts'

export interface IngestOptions {
  sync: number
  withNetwork: boolean
}

/** By the numbers of the questions; mostly they are in that order already. */
function sorted(given: GivenAnswers): GivenAnswers {
  let before = -Infinity
  const isSorted = given.every(([n]) => {
    const isBehind = before <= n
    before = n
    return isBehind
  })
  return isSorted ? given : given.toSorted(([one], [other]) => one - other)
}

export class Ingest {
  readonly tally: Tally = { added: 0, changed: 0, gone: 0 }
  readonly #store: Store
  readonly #dictionary: Dictionary
  readonly #options: IngestOptions
  readonly #questions: QuestionIndex
  /** Answers with a greater id are new: the store need not be searched for them. */
  #greatest: number
  /** The latest end of a completed answer among those that were read. */
  #newestEnd = 0
  /** The latest former end of an answer that changed or was deleted. */
  #lostEnd = 0
  readonly #decoders = new Map<number, Decoder>()

  constructor(store: Store, dictionary: Dictionary, options: IngestOptions) {
    this.#store = store
    this.#dictionary = dictionary
    this.#options = options
    this.#questions = new QuestionIndex(dictionary, options.sync)
    this.#greatest = store.number('select coalesce(max(id), 0) from answer')
  }

  /** Summed over all questions. */
  get doubts(): Doubts {
    const doubts: Doubts = { unlisted: 0, ambiguous: 0, unreadable: 0 }
    for (const decoder of this.#decoders.values()) for (const name of doubtNames) doubts[name] += decoder.doubts[name]
    return doubts
  }

  get sync(): number {
    return this.#options.sync
  }

  /** Writes what is new or changed in one page, and whatever `more` writes, in one transaction. */
  take(rows: Iterable<AnswerRow>, more?: () => void): void {
    this.#store.write(() => {
      const before = this.#dictionary.questions.length
      for (const row of rows) this.#takeOne(row)
      more?.()
      const extended = [...this.#decoders.values()].filter((decoder) => decoder.hasNewOptions)
      if (extended.length > 0 || this.#dictionary.questions.length > before) this.#store.saveDictionary(this.#dictionary)
      for (const decoder of extended) decoder.hasNewOptions = false
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
    const stored = row.id > this.#greatest ? undefined : this.#store.find(row.id)
    const given = this.#questions.givenIn(row)
    const body = JSON.stringify(sorted(given))
    const answer: StoredAnswer = { id: row.id, start: startOf(row), end: endOf(row), state: stateOf(row), body }
    if (answer.state === 1) this.#newestEnd = Math.max(this.#newestEnd, answer.end ?? 0)
    const net = this.#options.withNetwork ? JSON.stringify([row.ip_address ?? null, row.user_agent ?? null]) : null
    if (stored && this.#isSame(stored, answer, net)) return
    this.#addUnlistedOptions(given)
    if (stored && stored.gone === null) {
      this.tally.changed++
      this.#lostEnd = Math.max(this.#lostEnd, stored.end ?? 0)
      if (stored.start !== answer.start) this.#store.markMonthChanged(stored.start, this.sync)
    } else this.tally.added++
    this.#store.put(answer, net ?? stored?.net ?? null, this.sync)
    this.#greatest = Math.max(this.#greatest, row.id)
  }

  /** The end of the answer that was completed last; `before`: as it was before this sync. All ten million are read only where necessary. */
  latestEnd(before: number): number {
    return this.#lostEnd >= before ? this.#store.latestEnd : Math.max(before, this.#newestEnd)
  }

  #isSame(stored: StoredRow, answer: StoredAnswer, net: string | null): boolean {
    const { gone, start, end, state, body } = stored
    if (gone !== null || start !== answer.start || end !== answer.end || state !== answer.state) return false
    if (net !== null && net !== stored.net) return false
    return body === answer.body || this.#withLatestTypes(body) === answer.body
  }

  /** A body as if it came in now: a question that changed its type since has another number, and that alone is no change. */
  #withLatestTypes(body: string): string {
    const given = parseBody(body).map(([n, answer]) => {
      const { id, type } = questionNumber(this.#dictionary, n)
      return [this.#questions.question(id, type).n, answer] as const
    })
    return JSON.stringify(sorted(given))
  }

  /** Texts that match no option get their codes now, in the order in which they come. */
  #addUnlistedOptions(given: GivenAnswers): void {
    for (const [n, answer] of given) {
      const decoder = this.#decoders.get(n) ?? new Decoder(questionNumber(this.#dictionary, n))
      this.#decoders.set(n, decoder)
      decoder.decode(answer)
    }
  }

  markDeleted(id: number, start: number): void {
    this.#lostEnd = Math.max(this.#lostEnd, this.#store.find(id)?.end ?? 0)
    this.#store.markDeleted(id, start, this.sync)
    this.tally.gone++
  }
}

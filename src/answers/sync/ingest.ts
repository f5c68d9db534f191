/** Writes rows of the service into the store. */
import type { AnswerRow } from '../../contract/answers/answer.ts'
import { Decoder } from '../decode/decoder.ts'
import { addWarnings, noWarnings, type DecodeWarnings } from '../decode/warnings.ts'
import type { Drafted } from '../dictionary/update.ts'
import { QuestionIndex } from '../dictionary/question-index.ts'
import { endOf, idOf, startOf, stateOf } from '../answer-facts.ts'
import { parseBody, questionNumber, type Dictionary, type GivenAnswers } from '../dictionary/shape.ts'
import { isGrade } from '../../model/question/index.ts'
import { keepingOf } from '../dictionary/keeping.ts'
import { KeptParts, type Digest } from './kept-parts.ts'
import { Hashes, isHash, bodyOfHash } from './hashes.ts'
import { Unlisted } from './unlisted.ts'
import type { StoredRow, Store, StoredAnswer, Tally } from '../store/store.ts'

export interface IngestOptions {
  sync: number
  draft?: Drafted
  /** Of texts that are only kept as digests. */
  digest: Digest
  /** Answers of which only the hash is held are taken again. */
  needsBodies?: boolean
}

/** As databases and files hold whole numbers. */
const isSmallWhole = (number: number): boolean => Number.isInteger(number) && Math.abs(number) < 2 ** 31

/** By the numbers of the questions. */
const sorted = (given: GivenAnswers): GivenAnswers => given.toSorted(([one], [other]) => one - other)

export class Ingest {
  readonly tally: Tally = { added: 0, changed: 0, gone: 0 }
  readonly unlisted = new Unlisted()
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
  readonly #hashes: Hashes
  readonly #kept: KeptParts
  /** The dictionary has to be saved. */
  #hasNews = false

  constructor(store: Store, dictionary: Dictionary, options: IngestOptions) {
    this.#store = store
    this.#dictionary = dictionary
    this.#options = options
    this.#hashes = new Hashes(dictionary)
    this.#kept = new KeptParts(dictionary, options.digest)
    this.#questions = new QuestionIndex(dictionary, options.sync, options.draft)
    this.#greatest = store.number('select coalesce(max(id), 0) from answer')
  }

  /** Summed over all questions. */
  get warnings(): DecodeWarnings {
    const sum = noWarnings()
    for (const { warnings } of this.#decoders.values()) addWarnings(sum, warnings)
    sum.unlisted -= this.unlisted.explained
    return sum
  }

  get sync(): number {
    return this.#options.sync
  }

  /** Writes what is new or changed in one page, and whatever `more` writes, in one transaction. */
  take(rows: Iterable<AnswerRow>, more?: () => void): void {
    this.#store.transaction(() => {
      const before = this.#dictionary.questions.length
      for (const row of rows) this.#takeOne(row)
      more?.()
      const extended = [...this.#decoders.values()].filter((decoder) => decoder.hasNewOptions)
      if (extended.length > 0 || this.#hasNews || this.#dictionary.questions.length > before) this.#store.saveDictionary(this.#dictionary)
      this.#hasNews = false
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
    const id = idOf(row)
    const stored = id > this.#greatest ? undefined : this.#store.find(id)
    const given = this.#kept.given(this.#questions.givenIn(row))
    const facts = { start: startOf(row), end: endOf(row), state: stateOf(row), net: this.#kept.network(row) }
    const body = stored ? this.#asStored(stored, facts, given) : JSON.stringify(sorted(given))
    const answer: StoredAnswer = { id, ...facts, body }
    if (answer.state === 1) this.#newestEnd = Math.max(this.#newestEnd, answer.end ?? 0)
    const isSame = stored !== undefined && this.#isSame(stored, answer)
    if (isSame && isHash(stored.body) && this.#options.needsBodies) this.#store.put(answer, this.sync)
    if (isSame) return
    this.#decode(given, answer)
    if (stored && stored.gone === null) {
      this.tally.changed++
      this.#lostEnd = Math.max(this.#lostEnd, stored.end ?? 0)
      if (stored.start !== answer.start) this.#store.markMonthChanged(stored.start, this.sync)
    } else this.tally.added++
    this.#store.put(answer, this.sync)
    this.#greatest = Math.max(this.#greatest, id)
  }

  /** The end of the answer that was completed last; `before`: as it was before this sync. All ten million are read only where necessary. */
  latestEnd(before: number): number {
    return this.#lostEnd >= before ? this.#store.latestEnd : Math.max(before, this.#newestEnd)
  }

  #isSame({ gone, start, end, state, body, net }: StoredRow, answer: StoredAnswer): boolean {
    if (gone !== null || start !== answer.start || end !== answer.end || state !== answer.state) return false
    return isHash(body) ? body === bodyOfHash(this.#hashes.of(answer)) : body === answer.body && net === answer.net
  }

  /** The body, in which an answer that was given before stays with its question, even if the service has another type for it by now. */
  #asStored({ body: before }: StoredRow, facts: Omit<StoredAnswer, 'id' | 'body'>, given: GivenAnswers): string {
    const body = JSON.stringify(sorted(given))
    if (body === before) return body
    if (isHash(before)) return this.#asHashed(before, facts, given) ?? body
    const idOf = (n: number): string => questionNumber(this.#dictionary, n).id
    const known = new Map(parseBody(before).map(([n, said]) => [`${idOf(n)} ${JSON.stringify(said)}`, n]))
    return JSON.stringify(sorted(given.map(([n, said]) => [known.get(`${idOf(n)} ${JSON.stringify(said)}`) ?? n, said])))
  }

  /** The same where only the hash is held: with an earlier version of the questions that had another type. */
  #asHashed(before: string, facts: Omit<StoredAnswer, 'id' | 'body'>, given: GivenAnswers): string | undefined {
    const versions = given.map(([n]) => {
      const { id } = questionNumber(this.#dictionary, n)
      return this.#dictionary.questions.filter((question) => question.id === id).map((question) => question.n)
    })
    const most = Math.max(0, ...versions.map(({ length }) => length))
    if (most < 2) return undefined
    for (let nth = 0; nth < most; nth++) {
      const body = JSON.stringify(sorted(given.map(([n, said], index) => [versions[index]?.[nth] ?? n, said])))
      if (bodyOfHash(this.#hashes.of({ ...facts, body })) === before) return body
    }
    return undefined
  }

  /** Texts that match no option get their codes now, in the order in which they come; a grade that is no whole number shows itself. */
  #decode(given: GivenAnswers, answer: StoredAnswer): void {
    for (const [n, said] of given) {
      const question = questionNumber(this.#dictionary, n)
      if (keepingOf(this.#dictionary, question.id) !== 'plain') continue
      const decoder = this.#decoders.get(n) ?? new Decoder(question)
      this.#decoders.set(n, decoder)
      const { value, unfit } = decoder.read(said)
      if (unfit) this.unlisted.take(question, unfit, value, answer)
      if (value?.is === 'number' && !question.fraction && !isSmallWhole(value.number)) {
        question.fraction = true
        if (isGrade(question.type)) this.#dictionary.revision++
        this.#hasNews = true
      }
    }
  }

  markDeleted(id: number, start: number): void {
    this.#lostEnd = Math.max(this.#lostEnd, this.#store.find(id)?.end ?? 0)
    this.#store.markDeleted(id, start, this.sync)
    this.tally.gone++
  }
}

/**
 * Counts answers for reports, in one pass. It keeps each different value once, with its count, and samples of the latest texts
 * and files: memory grows with the variety of answers, not with their number.
 */
import { withoutPauses, inSlices } from '../engine/slices.ts'
import type { QuizRecord, AnswerRecord } from '../store/entities.ts'
import { answerKindOf, isBlank, tally, type AnswerKind, type Tally } from '../../model/question/index.ts'
import { countOf, filteredAnswers, type Filters } from './filtered-answers.ts'
import { givenTo, questionnaireOf, type AskedQuestion, type GivenValue, type Questionnaire } from '../store/answers/questionnaire.ts'
import type { Store } from '../store/store.ts'
import { rounded } from '../../model/share.ts'

/** Answers that ended before this day have no answer times: `is_old_answer_time` in the specification. */
const timesSince = '2026-07-01'

export interface CountedQuestion extends AskedQuestion {
  tally: Tally
  /** Mean seconds that respondents took for it; `null` when no time is known. */
  average_answer_time: number | null
  is_old_answer_time: boolean
  /** Each text with its count, in the order in which they last occurred. */
  texts: ReadonlyMap<string, number>
}

export interface Counted {
  questionnaire: Questionnaire
  /** Answers that were counted. */
  total: number
  /** Answers started, and completed, that match all filters but the one on completeness. */
  visits: number
  completed: number
  median_time: number | null
  questions: CountedQuestion[]
}

const sampleSize = 200
/** Different texts of a question that are counted at once. */
const maxTexts = 10_000

/** Seconds that a question took; `old` for answers from before times were taken, `undefined` while the answer hasn't ended. */
type Time = number | 'old' | undefined

/** The count of one question. */
class QuestionCount {
  readonly asked: AskedQuestion
  readonly #kind: AnswerKind
  readonly #values = new Map<string, number>()
  readonly #samples: unknown[] = []
  #answered = 0
  #seconds = 0
  #timed = 0
  #old = false

  constructor(asked: AskedQuestion) {
    this.asked = asked
    this.#kind = answerKindOf(asked.question)
  }

  add({ reader, value }: GivenValue, time: Time): void {
    this.#answered++
    if (time === 'old') this.#old = true
    else if (time !== undefined) {
      this.#seconds += time
      this.#timed++
    }
    if (this.#kind === 'text') this.#addText(reader.textOf(value).trim())
    else if (this.#kind !== 'files') this.#addTo(JSON.stringify(reader.merged(value)))
    if (this.#isSampled()) this.#addSample(reader.merged(value))
  }

  counted(total: number): CountedQuestion {
    const values = this.#isSampled() ? this.#samples : repeated(this.#values)
    return {
      ...this.asked,
      tally: { ...tally(this.asked.question, values, this.asked.lists), answered: this.#answered, skipped: total - this.#answered },
      average_answer_time: this.#timed === 0 ? null : rounded(this.#seconds / this.#timed, 1),
      is_old_answer_time: this.#old,
      texts: this.#kind === 'text' ? this.#values : new Map(),
    }
  }

  #isSampled(): boolean {
    return this.#kind === 'text' || this.#kind === 'files'
  }

  #addTo(key: string): void {
    this.#values.set(key, (this.#values.get(key) ?? 0) + 1)
  }

  #addText(text: string): void {
    const count = this.#values.get(text) ?? 0
    this.#values.delete(text)
    this.#values.set(text, count + 1)
    if (this.#values.size > maxTexts) this.#forget()
  }

  /** Drops half of the texts: first those that occurred once, and of these the oldest first. */
  #forget(): void {
    for (const maxCount of [1, Infinity]) {
      for (const [text, count] of this.#values) {
        if (this.#values.size <= maxTexts / 2) return
        if (count <= maxCount) this.#values.delete(text)
      }
    }
  }

  #addSample(value: unknown): void {
    this.#samples.push(value)
    if (this.#samples.length > sampleSize) this.#samples.shift()
  }
}

function* repeated(values: ReadonlyMap<string, number>): Generator<unknown> {
  for (const [key, times] of values) {
    const value: unknown = JSON.parse(key)
    for (let time = 0; time < times; time++) yield value
  }
}

/** Counts while other requests are served. */
export const countAnswers = (store: Store, quiz: QuizRecord, filters: Filters): Promise<Counted> => inSlices(counting(store, quiz, filters))

/** Counts without pauses, for use within a write. */
export const countAtOnce = (store: Store, quiz: QuizRecord, filters: Filters): Counted => withoutPauses(counting(store, quiz, filters))

function* counting(store: Store, quiz: QuizRecord, filters: Filters): Generator<void, Counted> {
  const questionnaire = questionnaireOf(store, quiz)
  const questions = questionnaire.asked.map((asked) => new QuestionCount(asked))
  const times: number[] = []
  let total = 0
  for (const answer of filteredAnswers(store, quiz, filters, questionnaire)) {
    total++
    const seconds = secondsOf(answer)
    if (seconds !== undefined && answer.is_complete) times.push(seconds)
    const time = timePerQuestion(answer, seconds)
    for (const question of questions) {
      const given = givenTo(questionnaire, question.asked, answer)
      if (given) question.add(given, time)
    }
    yield
  }
  const counted: CountedQuestion[] = []
  for (const question of questions) {
    counted.push(question.counted(total))
    yield
  }
  return {
    questionnaire,
    total,
    median_time: median(times),
    visits: yield* countOf(store, quiz, filters, { is_complete: null, is_screenout: true }, questionnaire),
    completed: yield* countOf(store, quiz, filters, { is_complete: true }, questionnaire),
    questions: counted,
  }
}

function secondsOf({ date_start, date_end }: AnswerRecord): number | undefined {
  const seconds = (Date.parse(date_end ?? '') - Date.parse(date_start)) / 1000
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

/** The time of an answer, divided evenly among its questions. */
function timePerQuestion(answer: AnswerRecord, seconds: number | undefined): Time {
  if ((answer.date_end ?? answer.date_start) < timesSince) return 'old'
  if (seconds === undefined) return undefined
  const given = Object.values(answer.values).filter((value) => !isBlank(value)).length
  return seconds / Math.max(given, 1)
}

function median(times: number[]): number | null {
  if (times.length === 0) return null
  const sorted = Float64Array.from(times).sort()
  // One value in the middle, or two.
  const middle = sorted.subarray((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return Math.round(middle.reduce((sum, time) => sum + time, 0) / middle.length)
}

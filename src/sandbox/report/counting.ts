/**
 * Answers counted for reports, in one pass. Values are kept once each with how often they came, texts
 * and files only as samples: memory follows the variety of answers, not their number.
 */
import type { QuizRecord, AnswerRecord } from '../store/entities.ts'
import { answerKindOf, isBlank, tally, type Tally } from '../../model/question/index.ts'
import { countOf, filteredAnswers, type Filters } from './filtered-answers.ts'
import { questionnaireOf, type Asked, type Questionnaire } from '../store/questionnaire.ts'
import type { Store } from '../store/store.ts'

/** Answers left before this day carry no times of their questions. */
export const timesSince = '2026-07-01'

export interface CountedQuestion extends Asked {
  tally: Tally
  /** Mean seconds that respondents took for it; `null` when it isn't known of anyone. */
  average_answer_time: number | null
  is_old_answer_time: boolean
}

export interface Counted {
  questionnaire: Questionnaire
  /** Answers that were counted. */
  total: number
  /** Begun, and completed, by dates, ids and questions, whatever the completeness asked for. */
  visits: number
  completed: number
  median_time: number | null
  questions: CountedQuestion[]
}

const sampleSize = 200

/** Seconds that a question took; `old` before they were kept, `undefined` while the answer hasn't ended. */
type Time = number | 'old' | undefined

class Question {
  readonly asked: Asked
  readonly #values = new Map<string, number>()
  readonly #samples: unknown[] = []
  readonly #sampled: boolean
  #answered = 0
  #seconds = 0
  #timed = 0
  #old = false

  constructor(asked: Asked) {
    this.asked = asked
    this.#sampled = ['text', 'files'].includes(answerKindOf(asked.question))
  }

  add(value: unknown, time: Time): void {
    this.#answered++
    if (time === 'old') this.#old = true
    else if (time !== undefined) {
      this.#seconds += time
      this.#timed++
    }
    if (!this.#sampled) {
      const key = JSON.stringify(value)
      this.#values.set(key, (this.#values.get(key) ?? 0) + 1)
    } else {
      this.#samples.push(value)
      if (this.#samples.length > sampleSize) this.#samples.shift()
    }
  }

  counted(total: number): CountedQuestion {
    const counts = tally(this.asked.question, this.#sampled ? this.#samples : repeated(this.#values), this.asked.lists)
    return {
      ...this.asked,
      tally: { ...counts, answered: this.#answered, skipped: total - this.#answered },
      average_answer_time: this.#timed === 0 ? null : Math.round((this.#seconds / this.#timed) * 10) / 10,
      is_old_answer_time: this.#old,
    }
  }
}

function* repeated(values: ReadonlyMap<string, number>): Generator<unknown> {
  for (const [key, times] of values) {
    const value: unknown = JSON.parse(key)
    for (let time = 0; time < times; time++) yield value
  }
}

export function countAnswers(store: Store, quiz: QuizRecord, filters: Filters): Counted {
  const questionnaire = questionnaireOf(store, quiz)
  const questions = questionnaire.asked.map((asked) => new Question(asked))
  const times: number[] = []
  let total = 0
  for (const answer of filteredAnswers(store, quiz, filters, questionnaire)) {
    total++
    const seconds = secondsOf(answer)
    if (seconds !== undefined && answer.is_complete) times.push(seconds)
    const each = timeEach(answer, seconds)
    for (const question of questions) {
      const given = questionnaire.given(answer, question.asked.id)
      if (given?.asked === question.asked) question.add(given.merged, each)
    }
  }
  return {
    questionnaire,
    total,
    median_time: median(times),
    visits: countOf(store, quiz, filters, { is_complete: null, is_screenout: true }, questionnaire),
    completed: countOf(store, quiz, filters, { is_complete: true }, questionnaire),
    questions: questions.map((question) => question.counted(total)),
  }
}

function secondsOf({ date_start, date_end }: AnswerRecord): number | undefined {
  const seconds = (Date.parse(date_end ?? '') - Date.parse(date_start)) / 1000
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

/** The time of an answer shared out to its questions. */
function timeEach(answer: AnswerRecord, seconds: number | undefined): Time {
  if ((answer.date_end ?? answer.date_start) < timesSince) return 'old'
  if (seconds === undefined) return undefined
  const given = Object.values(answer.values).filter((value) => !isBlank(value)).length
  return seconds / Math.max(given, 1)
}

function median(times: number[]): number | null {
  if (times.length === 0) return null
  const sorted = Float64Array.from(times).sort()
  const middle = sorted.length >> 1
  return Math.round(sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2)
}

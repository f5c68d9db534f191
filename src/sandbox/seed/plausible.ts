/** Answers made up for the demo account and `sandbox answer`: always valid, never evenly spread. */
import type { QuestionType } from '../../contract/core/records.ts'
import {
  choicesOf,
  countsOf,
  datetimeKindOf,
  listsOf,
  maxLengthOf,
  ratingSpan,
  scaleSpan,
  sliderSpan,
  type Choice,
  type Span,
} from '../../model/question/index.ts'
import type { AnswerValue, Question, QuestionOf } from '../../model/survey.ts'
import type { Random } from './random.ts'

const remarks = [
  'All good, thank you',
  'Everything was clear',
  'It took longer than expected',
  'I would like more choices',
  'The delivery was quick',
  'Support answered within an hour',
  'The price is a little high',
  'Easy to use',
  'Nothing to add',
  'Please add a dark theme',
  'I had to look for the button',
  'Works well on the phone',
  'Would recommend it',
  'The instructions could be shorter',
] as const

/** `undefined` where nothing can be answered. */
interface Maker<Q = Question> {
  make(question: Q, random: Random): AnswerValue | undefined
}

const nothing: Maker = { make: () => undefined }

const makers: { readonly [T in QuestionType]: Maker<QuestionOf<T>> } = {
  welcome: nothing,
  yesno: { make: (_, random) => (random.chance(0.65) ? 'yes' : 'no') },
  choice: { make: someOf },
  dropdown: { make: (question, random) => favourite(choicesOf(question), random) },
  ranking: { make: (question, random) => random.shuffle(choicesOf(question).map(({ id }) => id)) },
  slider: { make: (question, random) => number(sliderSpan(question), random) },
  rating: { make: (question, random) => number(ratingSpan(question), random) },
  scale: { make: (question, random) => number(scaleSpan(question), random) },
  input: { make: remark },
  email: { make: (_, random) => `respondent${random.between(1, 99_999)}@example.com` },
  // 555-01xx numbers are never given to anybody.
  phone: { make: (_, random) => `+1 202 555 01${String(random.between(0, 99)).padStart(2, '0')}` },
  datetime: { make: moment },
  matrix: { make: matrix },
  message: nothing,
  // Who asks has to keep the file as well.
  file: nothing,
  html: nothing,
  submit: nothing,
}

export function plausible(question: Question, random: Random): AnswerValue | undefined {
  const maker: Maker = makers[question.type]
  return maker.make(question, random)
}

/** The earlier options are taken more often, so that charts have a shape. */
function favourite(list: readonly Choice[], random: Random): string | undefined {
  return list[Math.floor(random.next() ** 1.6 * list.length)]?.id
}

function someOf(question: QuestionOf<'choice'>, random: Random): string[] | undefined {
  const list = choicesOf(question)
  if (list.length === 0) return undefined
  const { min, max } = countsOf(question)
  if (max === 1) return [favourite(list, random)!]
  const taken = new Set(random.shuffle(list.map(({ id }) => id)).slice(0, random.between(min, Math.min(max, min + 2))))
  return list.filter(({ id }) => taken.has(id)).map(({ id }) => id)
}

function number({ min, max, step }: Span, random: Random): number {
  const steps = Math.floor((max - min) / step + 1e-9)
  // The larger of two throws: people are kind.
  const taken = Math.max(random.between(0, steps), random.between(0, steps))
  return Number((min + taken * step).toFixed(6))
}

function remark(question: QuestionOf<'input'>, random: Random): string {
  const text = question.inputMultiline ? `${random.pick(remarks)}. ${random.pick(remarks)}.` : random.pick(remarks)
  return [...text].slice(0, maxLengthOf(question)).join('').trim()
}

const minute = 60_000
const day = 1440 * minute

function moment(question: QuestionOf<'datetime'>, random: Random): string {
  const kind = datetimeKindOf(question)
  const read = (text: string | null | undefined, fallback: string): number => {
    const time = Date.parse(`${kind === 'time' ? '2000-01-01T' : ''}${text ?? fallback}${kind === 'date' ? '' : 'Z'}`)
    return Number.isNaN(time) ? Date.parse('2000-01-01T00:00Z') : time
  }
  const form = { date: '2026-01-01', time: '00:00', datetime: '2026-01-01T00:00' }[kind]
  const from = read(question.datetimeMin, form)
  const unit = kind === 'date' ? day : minute
  const until = question.datetimeMax ? read(question.datetimeMax, form) : from + (kind === 'time' ? day - minute : 364 * day)
  const text = new Date(from + random.between(0, Math.max(Math.floor((until - from) / unit), 0)) * unit).toISOString()
  return kind === 'date' ? text.slice(0, 10) : kind === 'time' ? text.slice(11, 16) : text.slice(0, 16)
}

function matrix(question: QuestionOf<'matrix'>, random: Random): Record<string, string[]> | undefined {
  const { rows = [], columns = [] } = listsOf(question)
  if (columns.length === 0) return undefined
  return Object.fromEntries(rows.map(({ id }) => [id, [favourite(columns, random)!]]))
}

import type { Chance, AnswerProblem } from './definition.ts'
import { textual } from './parts/texts.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'datetime'>

const forms = { date: /^\d{4}-\d\d-\d\d$/, time: /^\d\d:\d\d$/, datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/ } as const

type Kind = keyof typeof forms

export const datetimeKindOf = ({ datetimeKind }: Question): Kind =>
  datetimeKind === 'time' || datetimeKind === 'datetime' ? datetimeKind : 'date'

const example: Question = {
  type: 'datetime',
  title: 'When were you here?',
  datetimeKind: 'date',
  datetimeMin: '2026-01-01',
  datetimeMax: '2027-12-31',
}

export const datetime = textual<Question>(
  { example, seconds: 12 },
  problem,
  {
    paper: () => ({ pattern: '____-__-__   __:__' }),
    others: (question) => [written(datetimeKindOf(question), Date.parse('2000-01-01Z')), question.datetimeMin, question.datetimeMax],
    near: (question, word) => [-1, 1].flatMap((by) => moved(word, datetimeKindOf(question), by)),
    sample,
  },
  datetimeKindOf,
)

const minute = 60_000
const unitOf = (kind: Kind): number => (kind === 'date' ? 1440 * minute : minute)
const read = (kind: Kind, text: string): number => Date.parse(`${kind === 'time' ? '2000-01-01T' : ''}${text}${kind === 'date' ? '' : 'Z'}`)

function written(kind: Kind, time: number): string {
  const text = new Date(time).toISOString()
  return kind === 'date' ? text.slice(0, 10) : kind === 'time' ? text.slice(11, 16) : text.slice(0, 16)
}

/** A day earlier or later, or a minute. */
function moved(word: string, kind: Kind, by: number): string[] {
  const time = read(kind, word)
  return Number.isNaN(time) ? [] : [written(kind, time + by * unitOf(kind))]
}

function sample(question: Question, { between }: Chance): string {
  const kind = datetimeKindOf(question)
  const boundary = (text: string): number => {
    const time = read(kind, text)
    return Number.isNaN(time) ? Date.parse('2000-01-01T00:00Z') : time
  }
  const unit = unitOf(kind)
  const from = boundary(question.datetimeMin ?? { date: '2026-01-01', time: '00:00', datetime: '2026-01-01T00:00' }[kind])
  const until = question.datetimeMax ? boundary(question.datetimeMax) : from + (kind === 'time' ? 1439 : 364 * 1440) * minute
  return written(kind, from + between(0, Math.max(Math.floor((until - from) / unit), 0)) * unit)
}

function problem(question: Question, value: unknown): AnswerProblem | undefined {
  const kind = datetimeKindOf(question)
  if (typeof value !== 'string' || !forms[kind].test(value) || !isMoment(kind === 'time' ? `2000-01-01T${value}` : value))
    return { code: 'invalid_date' }
  // All three forms sort as text.
  const { datetimeMin: min, datetimeMax: max } = question
  if (min && value < min) return { code: 'too_early', facts: { min } }
  return max && value > max ? { code: 'too_late', facts: { max } } : undefined
}

/** Date.parse takes 31 February for March: what it read must be what was written. */
function isMoment(text: string): boolean {
  const time = Date.parse(text.includes('T') ? `${text}Z` : text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

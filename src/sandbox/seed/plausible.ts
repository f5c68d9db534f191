/** Answers made up for the demo account and `sandbox answer`: always valid, never evenly spread. */
import type { AnswerValue, DatetimeQuestion, InputQuestion, MatrixQuestion, Question } from '../../model/survey.ts'
import { choices, choicesOf, countsOf, datetimeKindOf, maxLengthOf, spanOf, type Choice } from '../../model/question/shape.ts'
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

/** `undefined` where nothing can be answered: silent screens, questions without options, and files. */
export function plausible(question: Question, random: Random): AnswerValue | undefined {
  switch (question.type) {
    case 'yesno':
      return random.chance(0.65) ? 'yes' : 'no'
    case 'dropdown':
      return favourite(choicesOf(question), random)
    case 'choice':
      return someOf(question, random)
    case 'ranking':
      return random.shuffle(choicesOf(question).map(({ id }) => id))
    case 'slider':
    case 'rating':
    case 'scale':
      return number(question, random)
    case 'input':
      return remark(question, random)
    case 'email':
      return `respondent${random.between(1, 99_999)}@example.com`
    // 555-01xx numbers are never given to anybody.
    case 'phone':
      return `+1 202 555 01${String(random.between(0, 99)).padStart(2, '0')}`
    case 'datetime':
      return moment(question, random)
    case 'matrix':
      return matrix(question, random)
    default:
      return undefined
  }
}

/** The earlier options are taken more often, so that charts have a shape. */
function favourite(list: readonly Choice[], random: Random): string | undefined {
  return list[Math.floor(random.next() ** 1.6 * list.length)]?.id
}

function someOf(question: Question, random: Random): string[] | undefined {
  const list = choicesOf(question)
  if (list.length === 0) return undefined
  const { min, max } = countsOf(question)
  if (max === 1) return [favourite(list, random)!]
  const taken = new Set(random.shuffle(list.map(({ id }) => id)).slice(0, random.between(min, Math.min(max, min + 2))))
  return list.filter(({ id }) => taken.has(id)).map(({ id }) => id)
}

function number(question: Question, random: Random): number {
  const { min, max, step } = spanOf(question)
  const steps = Math.floor((max - min) / step + 1e-9)
  // The larger of two throws: people are kind.
  const taken = Math.max(random.between(0, steps), random.between(0, steps))
  return Number((min + taken * step).toFixed(6))
}

function remark(question: InputQuestion, random: Random): string {
  const text = question.inputMultiline ? `${random.pick(remarks)}. ${random.pick(remarks)}.` : random.pick(remarks)
  return [...text].slice(0, maxLengthOf(question)).join('').trim()
}

const minute = 60_000
const day = 1440 * minute

function moment(question: DatetimeQuestion, random: Random): string {
  const kind = datetimeKindOf(question)
  const read = (text: string | undefined, otherwise: string): number => {
    const time = Date.parse(`${kind === 'time' ? '2000-01-01T' : ''}${text ?? otherwise}${kind === 'date' ? '' : 'Z'}`)
    return Number.isNaN(time) ? Date.parse('2000-01-01T00:00Z') : time
  }
  const form = { date: '2026-01-01', time: '00:00', datetime: '2026-01-01T00:00' }[kind]
  const from = read(question.datetimeMin, form)
  const unit = kind === 'date' ? day : minute
  const until = question.datetimeMax ? read(question.datetimeMax, form) : from + (kind === 'time' ? day - minute : 364 * day)
  const text = new Date(from + random.between(0, Math.max(Math.floor((until - from) / unit), 0)) * unit).toISOString()
  return kind === 'date' ? text.slice(0, 10) : kind === 'time' ? text.slice(11, 16) : text.slice(0, 16)
}

function matrix(question: MatrixQuestion, random: Random): Record<string, string[]> | undefined {
  const columns = choices(question.matrixColumns)
  if (columns.length === 0) return undefined
  return Object.fromEntries(choices(question.matrixRows).map(({ id }) => [id, [favourite(columns, random)!]]))
}

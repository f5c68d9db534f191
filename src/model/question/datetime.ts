import type { Problem } from './definition.ts'
import { textual } from './parts/texts.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'datetime'>

const forms = { date: /^\d{4}-\d\d-\d\d$/, time: /^\d\d:\d\d$/, datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/ } as const

export const datetimeKindOf = ({ datetimeKind }: Question): keyof typeof forms =>
  datetimeKind === 'time' || datetimeKind === 'datetime' ? datetimeKind : 'date'

export const datetime = textual<Question>(problem, datetimeKindOf)

function problem(question: Question, value: unknown): Problem | undefined {
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

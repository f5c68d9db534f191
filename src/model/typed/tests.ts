/** Tests of rules as people type them: a question, a sign or a word, a value. */
import { usageError } from '../../errors.ts'
import { matchingQuestions, questionAt, questionNamed, type NamedScreens, type ScreenRow } from '../document/index.ts'
import { operators, type Test } from '../logic.ts'
import { readRow, readTested } from './answers.ts'

const signs = new Map(
  Object.entries<Test['operator']>({
    '!=': 'not_equals',
    '>=': 'at_least',
    '<=': 'at_most',
    '=': 'equals',
    '>': 'greater',
    '<': 'less',
  }),
)
/** What people write for them. */
const meant = new Map(Object.entries<string>({ '=<': '<=', '=>': '>=', '==': '=', '===': '=', '!==': '!=', '<>': '!=', '=!': '!=' }))

const form =
  /^\s*(.+?)\s*(?:\s(not_equals|equals|not_contains|contains|greater|less|at_least|at_most|not_answered|answered)(?:\s+(.*))?|([!=<>~]+)\s*(.*))$/s

/** `9/Website = Very` */
export function readTest(text: string, { id, screens, rows }: NamedScreens): Test {
  const [, subject, word, first, sign, second] = form.exec(text) ?? []
  const value = (first ?? second ?? '').trim()
  const operator = operators.find((known) => known === word) ?? signs.get(sign ?? '')
  if (sign !== undefined && operator === undefined)
    throw usageError(`"${sign}" is not an operator`, `Did you mean ${meant.get(sign) ?? '='}?`)
  if (subject === undefined || operator === undefined)
    throw usageError(
      `"${text}" is not QUESTION OPERATOR VALUE`,
      `Operators: ${[...signs.keys()].join(' ')} contains not_contains answered not_answered`,
    )
  const { row, part } = subjectOf(rows, id, subject)
  const question = questionAt(screens, row)
  const rowId = part === undefined ? undefined : readRow(question, row, part)
  const about = { question: row.id, ...(rowId !== undefined && { row: rowId }), operator }
  if (operator === 'answered' || operator === 'not_answered') {
    if (value !== '') throw usageError(`"${operator}" takes no value`)
    return about
  }
  if (value === '') throw usageError(`"${text}" has no value`)
  return { ...about, value: readTested(question, row, part, value) }
}

/** A title may hold a slash itself. */
function subjectOf(rows: readonly ScreenRow[], survey: number, text: string): { row: ScreenRow; part?: string } {
  const [whole, ...others] = matchingQuestions(rows, text)
  if (whole && others.length === 0) return { row: whole }
  const at = text.indexOf('/')
  const [found, ...more] = at < 0 ? [] : matchingQuestions(rows, text.slice(0, at).trim())
  if (found && more.length === 0) return { row: found, part: text.slice(at + 1).trim() }
  return { row: questionNamed(rows, text, survey) }
}

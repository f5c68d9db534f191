/** What is wrong with a rule of the logic: it names what isn't there, leads back, or compares with what nobody can answer. */
import { isQuestionType } from '../contract/surveys/question.ts'
import type { Widgets } from '../contract/core/records.ts'
import type { Rule, Test } from './logic.ts'
import { listsOf, problemOf, spanOf } from './question/index.ts'
import { problemText } from './question/problem-text.ts'
import { testsOf } from './reach.ts'
import { questionIn, type Question } from './survey.ts'

export interface RuleProblem {
  kind: 'dangling' | 'backward' | 'value'
  message: string
}

/** `name`: what a person calls a screen. */
export function ruleProblems(rule: Rule, screens: Widgets, name: (id: string) => string): RuleProblem[] {
  const { then } = rule
  const tests = testsOf(rule)
  const named = [...tests.map(({ question }) => question), ...('to' in then ? [then.to] : 'questions' in then ? then.questions : [])]
  const gone = [...new Set(named)].filter((id) => !screens.entities[id] || !screens.ids.includes(id))
  const dangling = gone.map((id): RuleProblem => ({ kind: 'dangling', message: `names ${id}, which is not a screen of this survey` }))
  const values = tests.flatMap((test): RuleProblem[] => {
    const question = questionIn(screens, test.question)
    const problem = question && isQuestionType(question.type) ? valueProblem(question, test) : undefined
    return problem === undefined ? [] : [{ kind: 'value', message: `tests ${name(test.question)} for ${problem}` }]
  })
  const last = Math.max(...tests.map(({ question }) => screens.ids.indexOf(question)))
  const target = then.action === 'jump' ? screens.ids.indexOf(then.to) : -1
  const isBack = then.action === 'jump' && target >= 0 && last >= 0 && target <= last
  return [...dangling, ...(isBack ? [{ kind: 'backward' as const, message: `jumps back to ${name(then.to)}` }] : []), ...values]
}

/** Why no answer can be what the test compares with. */
function valueProblem(question: Question, { row, operator, value }: Test): string | undefined {
  const { options, rows, columns } = listsOf(question)
  const among = (wanted: unknown, what: string, list: readonly { id: string }[] = []): string | undefined =>
    list.some(({ id }) => id === String(wanted))
      ? undefined
      : `"${String(wanted)}", which is not one of its ${what}s: ${list.map(({ id }) => id).join(', ')}`
  const wrongRow = row === undefined ? undefined : rows ? among(row, 'row', rows) : `the row "${row}", but it is no matrix`
  if (wrongRow !== undefined || value === undefined) return wrongRow
  const list = row === undefined ? options : columns
  if (list)
    return [value]
      .flat()
      .map((one) => among(one, 'option', list))
      .find(Boolean)
  const span = spanOf(question)
  if (span && !(Number(value) >= span.min && Number(value) <= span.max))
    return `${String(value)}, but it is answered with ${span.min} to ${span.max}`
  if (operator !== 'equals' && operator !== 'not_equals') return undefined
  const problem = problemOf(question, span ? Number(value) : value, false)
  return problem && `"${String(value)}": ${problemText(problem)}`
}

/** When each screen is shown, as one expression: rules that show and hide, and what jumps and ends skip. */
import type { Rule, Test as RuleTest } from '../../model/logic.ts'
import { all, always, any, never, not, type Expression, type Operator } from '../expression/expression.ts'

/** By the ids of screens; keys of tests are ids. `undefined`: too large to be written. */
export function visibilityOf(ids: readonly string[], rules: readonly Rule[]): Map<string, Expression | undefined> {
  const place = new Map(ids.map((id, index) => [id, index]))
  const made = new Map<string, Expression | undefined>()
  const skipped: { from: number; to: number; when: Expression }[] = []
  ids.forEach((id, index) => {
    const about = rules.filter(({ then }) => 'questions' in then && then.questions.includes(id))
    const shows = about.filter(({ then }) => then.action === 'show').map((rule) => condition(rule, index, place))
    const hides = about.filter(({ then }) => then.action === 'hide').map((rule) => condition(rule, index, place))
    const over = skipped.filter(({ to }) => index < to).map(({ when }) => when)
    const visible = simple(all([...(shows.length > 0 ? [any(shows)] : []), ...[...hides, ...over].map(not)]))
    made.set(id, sizeOf(visible) > most ? undefined : visible)
    // What begins here is only reached where nothing skips this screen.
    const before: Expression[] = over.map(not)
    for (const rule of rules.filter((one) => !('questions' in one.then) && testsOf(one).some(({ question }) => question === id))) {
      const { then } = rule
      const to = then.action === 'jump' ? (place.get(then.to) ?? -1) : (place.get('submit') ?? ids.length)
      if (to <= index) continue
      const holds = condition(rule, index + 1, place)
      skipped.push({ from: index, to, when: simple(all([...before, holds])) })
      before.push(not(holds))
    }
  })
  return made
}

const most = 2000

const testsOf = ({ if: on }: Rule): readonly RuleTest[] => ('all' in on ? on.all : on.any)

/** As it is before the screen of this place: tests of later screens fail. */
function condition({ if: on }: Rule, before: number, place: ReadonlyMap<string, number>): Expression {
  const of = (test: RuleTest): Expression => ((place.get(test.question) ?? before) < before ? expressionOf(test) : never)
  if ('any' in on) return any(on.any.map(of))
  return on.all.length === 0 ? never : all(on.all.map(of))
}

const opposite = new Map(Object.entries<Operator>({ not_equals: 'equals', not_contains: 'contains', not_answered: 'answered' }))

function expressionOf({ question: key, row, operator, value }: RuleTest): Expression {
  const about = { kind: 'test' as const, key, ...(row !== undefined && { row }) }
  const answered: Expression = { ...about, operator: 'answered' }
  const positive = opposite.get(operator)
  if (operator === 'answered' || positive === 'answered') return operator === 'answered' ? answered : not(answered)
  // `opposite` has all the others that are negative.
  const test: Expression = { ...about, operator: positive ?? (operator as Operator), ...(value !== undefined && { value }) }
  return positive ? all([answered, not(test)]) : test
}

/** Without what is always or never so. */
function simple(expression: Expression): Expression {
  if (expression.kind === 'not') {
    const part = simple(expression.part)
    return part.kind === 'const' ? (part.value ? never : always) : part.kind === 'not' ? part.part : not(part)
  }
  if (expression.kind !== 'and' && expression.kind !== 'or') return expression
  const isAnd = expression.kind === 'and'
  const parts = expression.parts.map(simple).filter((part) => part.kind !== 'const' || part.value !== isAnd)
  if (parts.some((part) => part.kind === 'const')) return isAnd ? never : always
  return parts.length === 0 ? (isAnd ? always : never) : isAnd ? all(parts) : any(parts)
}

const sizeOf = (expression: Expression): number =>
  expression.kind === 'and' || expression.kind === 'or'
    ? expression.parts.reduce((sum, part) => sum + sizeOf(part), 1)
    : expression.kind === 'not'
      ? 1 + sizeOf(expression.part)
      : 1

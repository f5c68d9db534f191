/** The disjunctive normal form: what rules can say. A rule is a list of tests that all must hold. */
import type { Test as RuleTest } from '../../model/logic.ts'
import type { Expression, Operator, Test } from './expression.ts'

/** A test of a rule, with the key of its question. */
export type Literal = Omit<RuleTest, 'question'> & { key: string }
export type Conjunct = readonly Literal[]

/** More cases than these no rules are made of. */
export const mostCases = 64

const opposite: Readonly<Record<Exclude<Operator, 'answered'>, RuleTest['operator']>> = {
  equals: 'not_equals',
  contains: 'not_contains',
  greater: 'at_most',
  less: 'at_least',
  at_least: 'less',
  at_most: 'greater',
}

/** The cases in which it has this truth; opaque parts count as `unknown`. `undefined`: too many. */
export function casesOf(expression: Expression, unknown: boolean, truth = true): Conjunct[] | undefined {
  switch (expression.kind) {
    case 'opaque':
      return unknown ? [[]] : []
    case 'const':
      return expression.value === truth ? [[]] : []
    case 'not':
      return casesOf(expression.part, unknown, !truth)
    case 'test':
      return truth ? [[literal(expression, expression.operator)]] : negated(expression)
    case 'and':
    case 'or':
      return (expression.kind === 'and') === truth
        ? product(expression.parts, (part) => casesOf(part, unknown, truth))
        : union(expression.parts, (part) => casesOf(part, unknown, truth))
  }
}

function literal({ key, row, value }: Test, operator: RuleTest['operator']): Literal {
  const about = { key, ...(row !== undefined && { row }), operator }
  return value === undefined || operator === 'answered' || operator === 'not_answered'
    ? about
    : { ...about, value: typeof value === 'object' ? [...value] : value }
}

function negated(test: Test): Conjunct[] {
  const blank = [literal(test, 'not_answered')]
  return test.operator === 'answered' ? [blank] : [[literal(test, opposite[test.operator])], blank]
}

type Cases = (part: Expression) => Conjunct[] | undefined

const union = (parts: readonly Expression[], cases: Cases): Conjunct[] | undefined =>
  gathered(parts, cases, [], (made, more) => [...made, ...more])

const product = (parts: readonly Expression[], cases: Cases): Conjunct[] | undefined =>
  gathered(parts, cases, [[]], (made, more) =>
    made.flatMap((one) => more.map((other) => together(one, other))).filter((one) => one !== undefined),
  )

/** Part by part, until there are too many. */
function gathered(
  parts: readonly Expression[],
  cases: Cases,
  first: Conjunct[],
  joined: (made: Conjunct[], more: Conjunct[]) => Conjunct[],
): Conjunct[] | undefined {
  let made = first
  for (const part of parts) {
    const more = cases(part)
    if (!more) return undefined
    made = absorbed(joined(made, more))
    if (made.length > mostCases) return undefined
  }
  return made
}

const mark = (test: Literal): string => JSON.stringify([test.key, test.row, test.operator, test.value])
const about = (test: Literal): string => JSON.stringify([test.key, test.row])

/** Both at once; `undefined` where they can't be. */
function together(one: Conjunct, other: Conjunct): Conjunct | undefined {
  const tests = [...new Map([...one, ...other].map((test) => [mark(test), test])).values()]
  for (const group of Map.groupBy(tests, about).values()) {
    const blank = group.some(({ operator }) => operator === 'not_answered')
    if (blank && group.length > 1) return undefined
    const wanted = new Set(group.filter(({ operator }) => operator === 'equals').map(({ value }) => JSON.stringify(value)))
    if (wanted.size > 1) return undefined
    if (group.some(({ operator, value }) => operator === 'not_equals' && wanted.has(JSON.stringify(value)))) return undefined
  }
  return tests
}

/** Without those that others say already. */
function absorbed(cases: readonly Conjunct[]): Conjunct[] {
  if (cases.length > 4 * mostCases * mostCases) return [...cases]
  const marked = cases.map((tests) => ({ tests, marks: tests.map(mark) })).sort((a, b) => a.marks.length - b.marks.length)
  const kept: { tests: Conjunct; marks: string[] }[] = []
  for (const one of marked) if (!kept.some(({ marks }) => marks.every((each) => one.marks.includes(each)))) kept.push(one)
  const stays = new Set(kept.map(({ tests }) => tests))
  return cases.filter((tests) => stays.has(tests))
}

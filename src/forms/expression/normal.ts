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

interface Wanted {
  /** Whether what nothing here can decide counts as what is wanted. */
  opaqueFits: boolean
  /** Whether it is wanted to hold, or not to. */
  truth?: boolean
}

/** The cases in which an expression is what is wanted. `undefined`: too many. */
export function casesOf(expression: Expression, { opaqueFits, truth = true }: Wanted): Conjunct[] | undefined {
  switch (expression.kind) {
    case 'opaque':
      return opaqueFits ? [[]] : []
    case 'const':
      return expression.value === truth ? [[]] : []
    case 'not':
      return casesOf(expression.part, { opaqueFits, truth: !truth })
    case 'test':
      return truth ? [[literal(expression, expression.operator)]] : negated(expression)
    case 'and':
    case 'or':
      return (expression.kind === 'and') === truth
        ? product(expression.parts, (part) => casesOf(part, { opaqueFits, truth }))
        : union(expression.parts, (part) => casesOf(part, { opaqueFits, truth }))
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
    made.flatMap((one) => more.map((other) => bothOf(one, other))).filter((one) => one !== undefined),
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

const textOf = (test: Literal): string => JSON.stringify([test.key, test.row, test.operator, test.value])
const subjectOf = (test: Literal): string => JSON.stringify([test.key, test.row])

/** Both at once; `undefined` where they can't be. */
function bothOf(one: Conjunct, other: Conjunct): Conjunct | undefined {
  const tests = [...new Map([...one, ...other].map((test) => [textOf(test), test])).values()]
  for (const group of Map.groupBy(tests, subjectOf).values()) {
    const blank = group.some(({ operator }) => operator === 'not_answered')
    if (blank && group.length > 1) return undefined
    const wanted = new Set(group.filter(({ operator }) => operator === 'equals').map(({ value }) => JSON.stringify(value)))
    if (wanted.size > 1) return undefined
    if (group.some(({ operator, value }) => operator === 'not_equals' && wanted.has(JSON.stringify(value)))) return undefined
  }
  return tests
}

/** Without cases that a shorter one covers: `a` covers `a and b`. Of very many none is looked for, as there are too many anyhow. */
function absorbed(cases: readonly Conjunct[]): Conjunct[] {
  if (cases.length > 4 * mostCases * mostCases) return [...cases]
  const byLength = cases.map((tests) => ({ tests, texts: tests.map(textOf) })).sort((a, b) => a.texts.length - b.texts.length)
  const kept: typeof byLength = []
  for (const one of byLength) if (!kept.some(({ texts }) => texts.every((text) => one.texts.includes(text)))) kept.push(one)
  const stays = new Set(kept.map(({ tests }) => tests))
  return cases.filter((tests) => stays.has(tests))
}

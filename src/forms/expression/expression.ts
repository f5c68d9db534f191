/**
 * Logic of any language. A test is false of a blank answer, `answered` too, and `not` is plain: so "x is not a" holds of a blank,
 * as it does in all of them.
 */
export type Operator = 'equals' | 'contains' | 'greater' | 'less' | 'at_least' | 'at_most' | 'answered'

export interface Test {
  kind: 'test'
  key: string
  row?: string
  operator: Operator
  value?: string | number | readonly string[]
}

export type Expression =
  | { kind: 'and' | 'or'; parts: readonly Expression[] }
  | { kind: 'not'; part: Expression }
  | { kind: 'const'; value: boolean }
  | Test
  /** What nothing here can decide: a calculation, a function. */
  | { kind: 'opaque' }

export const always: Expression = { kind: 'const', value: true }
export const never: Expression = { kind: 'const', value: false }
export const opaque: Expression = { kind: 'opaque' }

export const all = (parts: readonly Expression[]): Expression => (parts.length === 1 ? parts[0]! : { kind: 'and', parts })
export const any = (parts: readonly Expression[]): Expression => (parts.length === 1 ? parts[0]! : { kind: 'or', parts })
export const not = (part: Expression): Expression => ({ kind: 'not', part })

/** Another expression in place of each test. */
export function mapTests(expression: Expression, change: (test: Test) => Expression): Expression {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return { kind: expression.kind, parts: expression.parts.map((part) => mapTests(part, change)) }
    case 'not':
      return not(mapTests(expression.part, change))
    case 'test':
      return change(expression)
    case 'const':
    case 'opaque':
      return expression
  }
}

export function holdsOpaque(expression: Expression): boolean {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.parts.some(holdsOpaque)
    case 'not':
      return holdsOpaque(expression.part)
    default:
      return expression.kind === 'opaque'
  }
}

/** Keys of the questions that it tests. */
export function keysIn(expression: Expression): string[] {
  const keys = new Set<string>()
  mapTests(expression, (test) => {
    keys.add(test.key)
    return test
  })
  return [...keys]
}

/** Whether one number stands so to another. */
export function compare(a: number, operator: Operator, b: number): boolean {
  switch (operator) {
    case 'greater':
      return a > b
    case 'less':
      return a < b
    case 'at_least':
      return a >= b
    case 'at_most':
      return a <= b
    default:
      return a === b
  }
}

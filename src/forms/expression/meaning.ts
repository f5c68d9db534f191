/** What a tree of any language means: tests, as far as they ask one question for a value. */
import { all, any, always, never, not, opaque, type Expression, type Operator } from './expression.ts'
import type { Node } from './parse.ts'

/** What a name stands for: a question, a row of one, or whether an option of it is taken. */
export interface Subject {
  key: string
  row?: string
  /** The question holds an option of its own for each of these: `yes` is "it is taken". */
  option?: string
}

export interface Meaning {
  /** `undefined`: no answer. */
  subject: (name: string) => Subject | undefined
  call?: (name: string, args: readonly Node[], meaning: Meaning) => Expression | undefined
  /** Of an option: the value that says that it is taken. */
  taken?: string
}

const flipped = new Map(Object.entries<string>({ greater: 'less', less: 'greater', at_least: 'at_most', at_most: 'at_least' }))

export function meaningOf(node: Node, meaning: Meaning): Expression {
  const inner = (each: Node): Expression => meaningOf(each, meaning)
  switch (node.kind) {
    case 'value':
      return node.value === false || node.value === '' || node.value === 0 || node.value === 'false' ? never : always
    case 'name': {
      const subject = meaning.subject(node.name)
      return subject ? truth(subject) : opaque
    }
    case 'call':
      return meaning.call?.(node.name, node.args, meaning) ?? opaque
    case 'list':
      return opaque
    case 'operation': {
      const [left, right] = node.args
      if (node.operation === 'and') return all(node.args.map(inner))
      if (node.operation === 'or') return any(node.args.map(inner))
      if (node.operation === 'not') return left ? not(inner(left)) : opaque
      return left ? compared(node.operation, left, right, meaning) : opaque
    }
  }
}

/** A name alone: answered, and not with "no". */
const truth = (subject: Subject): Expression =>
  subject.option === undefined
    ? all([{ kind: 'test', ...subject, operator: 'answered' }, not({ kind: 'test', ...subject, operator: 'equals', value: 'false' })])
    : takenOf(subject)

const takenOf = ({ option, ...subject }: Subject): Expression => ({ kind: 'test', ...subject, operator: 'contains', value: option ?? '' })

export const subjectOf = (node: Node | undefined, { subject }: Meaning): Subject | undefined =>
  node?.kind === 'name' ? subject(node.name) : undefined

export function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'value' ? String(node.value) : undefined
}

function compared(operation: string, left: Node, right: Node | undefined, meaning: Meaning): Expression {
  const subject = subjectOf(left, meaning)
  if (operation === 'empty' || operation === 'answered') {
    if (!subject) return opaque
    const answered: Expression = subject.option === undefined ? { kind: 'test', ...subject, operator: 'answered' } : takenOf(subject)
    return operation === 'empty' ? not(answered) : answered
  }
  if (!subject && right && subjectOf(right, meaning)) {
    const turned = flipped.get(operation) ?? operation
    return ['contains', 'not_contains', 'any_of', 'all_of', 'none_of'].includes(operation) ? opaque : compared(turned, right, left, meaning)
  }
  const list = right?.kind === 'list' ? right.items.map(textOf) : [textOf(right)]
  if (!subject || list.some((one) => one === undefined)) return opaque
  const values = list.filter((one) => one !== undefined)
  return subject.option === undefined
    ? ofQuestion(operation, subject, values, right?.kind === 'list')
    : ofOption(operation, subject, values[0] ?? '', meaning)
}

function ofQuestion(operation: string, { option: _, ...subject }: Subject, values: readonly string[], isList: boolean): Expression {
  const test = (operator: Operator, value: string | readonly string[]): Expression => ({ kind: 'test', ...subject, operator, value })
  const [first = ''] = values
  switch (operation) {
    case 'equals':
      return test('equals', isList ? values : first)
    case 'not_equals':
      return not(test('equals', isList ? values : first))
    case 'contains':
    case 'all_of':
      return all(values.map((value) => test('contains', value)))
    case 'not_contains':
      return not(all(values.map((value) => test('contains', value))))
    case 'any_of':
      return any(values.map((value) => test('contains', value)))
    case 'none_of':
      return not(any(values.map((value) => test('contains', value))))
    case 'greater':
    case 'less':
    case 'at_least':
    case 'at_most':
      return first === '' ? opaque : test(operation, first)
    default:
      return opaque
  }
}

/** `Q1_A == "Y"`: whether the option is taken. */
function ofOption(operation: string, subject: Subject, value: string, { taken = 'true' }: Meaning): Expression {
  const is = takenOf(subject)
  if (operation !== 'equals' && operation !== 'not_equals') return opaque
  const isTaken = value.toLowerCase() === taken.toLowerCase()
  if (!isTaken && value !== '' && !['n', 'no', 'false', '0'].includes(value.toLowerCase())) return operation === 'equals' ? never : always
  return isTaken === (operation === 'equals') ? is : not(is)
}

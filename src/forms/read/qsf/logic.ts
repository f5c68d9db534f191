/** Logic of QSF files: numbered expressions, in numbered sets. */
import { all, always, any, not, opaque, type Expression, type Operator } from '../../expression/expression.ts'
import { fieldsOf, textIn, type Fields } from '../json.ts'
import { isObject } from '../../../text/is-object.ts'
import type { QsfQuestion, Source } from './source.ts'

const numbered = (fields: Fields): Fields[] =>
  Object.keys(fields)
    .filter((name) => /^\d+$/.test(name))
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => fieldsOf(fields[name]))

/** "And" binds before "or", as their help says. */
function joined(parts: readonly { expression: Expression; or: boolean }[]): Expression {
  const groups: Expression[][] = []
  for (const { expression, or } of parts) {
    const last = groups.at(-1)
    if (!last || or) groups.push([expression])
    else last.push(expression)
  }
  return any(groups.map((group) => all(group)))
}

export function logicOf(source: Source, logic: unknown): Expression {
  if (!isObject(logic)) return always
  const sets = numbered(logic).map((set) => {
    const parts = numbered(set).map((one) => ({
      expression: expressionOf(source, one),
      or: /^or$/i.test(textIn(one.Conjuction) || textIn(one.Conjunction)),
    }))
    const own = textIn(set.Conjuction)
    return { expression: joined(parts), or: own === '' ? /^(OrIf|ElseIf)$/.test(textIn(set.Type)) : /^or$/i.test(own) }
  })
  return sets.length === 0 ? always : joined(sets)
}

/** In the words of the file, without its markup. */
export const saidBy = (logic: unknown): string =>
  numbered(fieldsOf(logic))
    .flatMap((set) => numbered(set))
    .map((one) => describe(one))
    .join('; ')

const describe = (one: Fields): string =>
  textIn(one.Description)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim() || `${textIn(one.LogicType)} ${textIn(one.LeftOperand)} ${textIn(one.Operator)} ${textIn(one.RightOperand)}`.trim()

const orders = new Map(
  Object.entries<Operator>({
    EqualTo: 'equals',
    GreaterThan: 'greater',
    LessThan: 'less',
    GreaterThanOrEqual: 'at_least',
    LessThanOrEqual: 'at_most',
  }),
)

export function expressionOf(source: Source, one: Fields): Expression {
  const operator = textIn(one.Operator) || textIn(one.Condition)
  const locator = textIn(one.LeftOperand) || textIn(one.ChoiceLocator) || textIn(one.Locator)
  const [, qid = '', rest = ''] = /^q:\/\/(QID\d+(?:#\d+)?)(?:\/(.*))?$/.exec(locator) ?? []
  const asked = source.questions.get(qid)
  if (!asked || (textIn(one.LogicType) !== 'Question' && one.LogicType !== undefined)) return opaque
  const value = textIn(one.RightOperand)
  if (operator === 'Displayed' || operator === 'NotDisplayed') {
    const shown = asked.shown ?? always
    return operator === 'Displayed' ? shown : not(shown)
  }
  const [kind = '', number = ''] = rest.split('/')
  if (kind === 'SelectableChoice' || kind === 'SelectableAnswer') return selected(operator, ofChoice(asked, number))
  if (/^\d+$/.test(kind) && /^\d+$/.test(number))
    return selected(operator, {
      kind: 'test',
      key: keyOf(asked),
      row: kind,
      operator: 'contains',
      value: asked.options.get(number) ?? number,
    })
  if (/^\d+$/.test(kind)) return selected(operator, ofChoice(asked, kind))
  const part = asked.items.find(({ key }) => key === `${asked.qid}#${number}.text` || key === `${asked.qid}#${number}`)
  return ofValue(operator, part?.key ?? keyOf(asked), value)
}

const keyOf = ({ items, qid }: QsfQuestion): string => items[0]?.key ?? qid

const ofChoice = (asked: QsfQuestion, number: string): Expression => {
  const { type } = asked.items[0]?.question ?? {}
  // A number of a scale is its own code.
  return { kind: 'test', key: keyOf(asked), operator: type === 'scale' ? 'equals' : 'contains', value: asked.options.get(number) ?? number }
}

const selected = (operator: string, test: Expression): Expression =>
  /^(Selected|Is)$/.test(operator) ? test : /^(NotSelected|IsNot)$/.test(operator) ? not(test) : opaque

function ofValue(operator: string, key: string, value: string): Expression {
  const test = (own: Operator): Expression => ({ kind: 'test', key, operator: own, ...(own !== 'answered' && { value }) })
  const order = orders.get(operator)
  if (order) return test(order)
  switch (operator) {
    case 'NotEqualTo':
      return not(test('equals'))
    case 'Contains':
      return test('contains')
    case 'DoesNotContain':
      return not(test('contains'))
    case 'Empty':
      return not(test('answered'))
    case 'NotEmpty':
      return test('answered')
    default:
      return opaque
  }
}

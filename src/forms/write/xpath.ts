/** Expressions in the XPath of XLSForm. What it has no words for counts so that more is shown, and is told. */
import type { Content } from '../../model/document/index.ts'
import { answerKindOf, choicesOf, heldBy, listsOf } from '../../model/question/index.ts'
import { questionIn, type Question } from '../../model/survey.ts'
import { compare, type Expression, type Test } from '../expression/expression.ts'

export interface XPathNames {
  /** Of a screen, by its id; of a row of it. */
  screen: (id: string, row?: string) => string
  /** Of an option, in the list of its question. */
  option: (question: Question, id: string) => string
}

export interface XPathText {
  text: string
  /** Something in it was not to be said. */
  widened: boolean
}

export function xpathOf(expression: Expression, screens: NonNullable<Content['screens']>, names: XPathNames): XPathText {
  const writer = new Writer(screens, names)
  const text = writer.write(expression, true)
  return { text, widened: writer.widened }
}

const signs = { equals: '=', greater: '>', less: '<', at_least: '>=', at_most: '<=' } as const

class Writer {
  widened = false
  readonly #screens: NonNullable<Content['screens']>
  readonly #names: XPathNames

  constructor(screens: NonNullable<Content['screens']>, names: XPathNames) {
    this.#screens = screens
    this.#names = names
  }

  write(expression: Expression, positive: boolean): string {
    switch (expression.kind) {
      case 'and':
      case 'or':
        return `(${expression.parts.map((part) => this.write(part, positive)).join(` ${expression.kind} `)})`
      case 'not':
        return `not(${this.write(expression.part, !positive)})`
      case 'const':
        return `${expression.value}()`
      case 'opaque':
        return this.#unsaid(positive)
      case 'test':
        return this.#test(expression, positive)
    }
  }

  #unsaid(positive: boolean): string {
    this.widened = true
    return `${positive}()`
  }

  #test(test: Test, positive: boolean): string {
    const { key, row, operator } = test
    const question = questionIn(this.#screens, key)
    if (!question) return 'false()'
    const { options, rows, columns } = listsOf(question)
    const subject = (of?: string): string => `\${${this.#names.screen(key, of)}}`
    if (columns && row === undefined) {
      if (operator === 'answered') return either((rows ?? []).map(({ id }) => `${subject(id)} != ''`))
      return operator === 'equals' || operator === 'contains' ? 'false()' : this.#unsaid(positive)
    }
    if (columns && !rows?.some(({ id }) => id === row)) return 'false()'
    const about = subject(row)
    if (['message', 'html', 'welcome', 'submit'].includes(question.type)) return 'false()'
    if (operator === 'answered') return `${about} != ''`
    if (question.type === 'ranking' || question.type === 'file') return this.#unsaid(positive)
    if (options || columns) return this.#ofOptions(test, question, about) ?? this.#unsaid(positive)
    return this.#ofValue(test, question, about) ?? this.#unsaid(positive)
  }

  #ofOptions({ row, operator, value }: Test, question: Question, about: string): string | undefined {
    const ids = (row === undefined ? choicesOf(question) : (listsOf(question).columns ?? [])).map(({ id }) => id)
    const several = heldBy(question) === 'flag'
    const isList = question.type === 'choice' || question.type === 'matrix'
    const wanted = [value].flat().map(String)
    const is = (id: string): string => {
      const name = `'${this.#names.option(question, id)}'`
      return several ? `selected(${about}, ${name})` : `${about} = ${name}`
    }
    if (operator === 'contains') {
      const fit = isList ? ids.filter((id) => wanted.includes(id)) : ids.filter((id) => id.includes(wanted.join(',')))
      return either(fit.map(is))
    }
    if (operator === 'equals') {
      if (wanted.some((id) => !ids.includes(id)) || new Set(wanted).size < wanted.length) return 'false()'
      if (several) return `(${ids.map((id) => (wanted.includes(id) ? is(id) : `not(${is(id)})`)).join(' and ')})`
      return wanted.length === 1 ? is(wanted[0]!) : 'false()'
    }
    return several ? undefined : either(ids.filter((id) => compares(id, operator, wanted.join(','))).map(is))
  }

  #ofValue({ operator, value }: Test, question: Question, about: string): string | undefined {
    const wanted = [value].flat().map(String)
    const [first = ''] = wanted
    if (operator === 'equals' && wanted.length !== 1) return 'false()'
    const isNumber = /^-?\d+(\.\d+)?$/.test(first)
    if (question.type === 'datetime') {
      const known = { date: ['date', /^\d{4}-\d\d-\d\d$/], datetime: ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d$/] } as const
      const kind = question.datetimeKind ?? 'date'
      // Times have a zone there, and are not compared with a text.
      if (kind === 'time' || operator === 'contains' || !known[kind][1].test(first)) return undefined
      return `${about} ${signs[operator as keyof typeof signs]} ${known[kind][0]}('${first}')`
    }
    if (answerKindOf(question) === 'number') {
      if (operator === 'contains') return undefined
      if (operator === 'equals' && String(Number(first)) !== first) return 'false()'
      return isNumber ? `${about} ${signs[operator as keyof typeof signs]} ${first}` : undefined
    }
    const quoted = first.includes("'") ? (first.includes('"') ? undefined : `"${first}"`) : `'${first}'`
    if (quoted === undefined) return undefined
    if (operator === 'contains') return wanted.length === 1 ? `contains(${about}, ${quoted})` : undefined
    if (operator === 'equals') return `${about} = ${quoted}`
    return isNumber ? `${about} ${signs[operator as keyof typeof signs]} ${first}` : undefined
  }
}

const either = (parts: readonly string[]): string =>
  parts.length === 0 ? 'false()' : parts.length === 1 ? parts[0]! : `(${parts.join(' or ')})`

/** As the service compares: numbers as numbers, everything else as texts. */
function compares(id: string, operator: Test['operator'], wanted: string): boolean {
  const [a, b] = [Number(id), Number(wanted)]
  const order = Number.isNaN(a) || Number.isNaN(b) ? (id < wanted ? -1 : id > wanted ? 1 : 0) : a - b
  return compare(order, operator, 0)
}

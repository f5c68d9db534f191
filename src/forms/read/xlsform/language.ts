/** Expressions of XLSForm: a part of XPath with `${name}`. */
import { always, any, mapTests, never, not, opaque, type Expression } from '../../expression/expression.ts'
import { meaningOf, subjectOf, textOf, type Meaning, type Subject } from '../../expression/meaning.ts'
import { parse, type Language, type Node } from '../../expression/parse.ts'
import type { Losses, Place } from '../../loss.ts'
import type { SheetRow } from './workbook.ts'

const language: Language = {
  name: /\$\{\s*([^{}]+?)\s*\}|(?:\.\.\/|\/)[\w./-]+/,
  operators: {
    '=': 'equals', '==': 'equals', '!=': 'not_equals', '<>': 'not_equals', '<': 'less', '<=': 'at_most', '>': 'greater', '>=': 'at_least',
    and: 'and', or: 'or', '+': '+', '-': '-', '*': '*', div: '/', mod: '%', '|': '*',
  }, // prettier-ignore
  prefix: [],
}

const datePart = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?/

/** `string-length(${x}) > 0` asks whether it is answered; a date in words of a function is a value. */
function counted(node: Node): Node {
  if (node.kind === 'call') {
    const [only, more] = node.args
    const isDate = /^date(-time)?$/.test(node.name) && only?.kind === 'value' && !more && datePart.test(String(only.value))
    return isDate ? only : { ...node, args: node.args.map(counted) }
  }
  if (node.kind !== 'operation') return node
  const [left, right] = node.args
  if (left?.kind === 'call' && ['string-length', 'count-selected'].includes(left.name) && right?.kind === 'value' && left.args[0]) {
    const sign = `${node.operation} ${String(right.value)}`
    const operation = ['equals 0', 'less 1', 'at_most 0'].includes(sign)
      ? 'empty'
      : ['greater 0', 'not_equals 0', 'at_least 1'].includes(sign)
        ? 'answered'
        : '*'
    return { kind: 'operation', operation, args: [left.args[0]] }
  }
  return { ...node, args: node.args.map(counted) }
}

export class Names {
  readonly subjects = new Map<string, Subject>()
  /** Questions that were split by an answer before them. */
  readonly parts = new Map<string, string[]>()
  readonly calculated = new Map<string, { text: string; at: string }>()
  readonly read = new Set<string>()
  /** Names of questions that are answered by a text. */
  readonly texts = new Set<string>()

  find(name: string): Subject | undefined {
    const bare = name.replace(/^.*\//, '').trim()
    const seen = new Set<string>()
    // A calculation that only repeats an answer is that answer.
    for (let key = bare; !seen.has(key);) {
      seen.add(key)
      const known = this.subjects.get(key)
      if (known) return known
      const calculation = this.calculated.get(key)?.text
      const same = /^\s*\$\{\s*([^{}]+?)\s*\}\s*$/.exec(calculation ?? '')?.[1]
      if (same === undefined) {
        if (calculation !== undefined) this.read.add(key)
        return undefined
      }
      key = same
    }
    return undefined
  }

  /** A calculation that is one value, as it is written. */
  #constant(name: string): string | undefined {
    const body = this.subjects.has(name) ? undefined : this.calculated.get(name)?.text.trim()
    return body !== undefined && /^(?:-?\d+(?:\.\d+)?|'[^']*'|"[^"]*")$/.test(body) ? body : undefined
  }

  expression(text: string): Expression {
    const said = text.replaceAll(/(\$\{)\s*(last-saved#)?/g, '$1')
    const tree = parse(
      said.replaceAll(/\$\{([^{}]+)\}/g, (whole, name: string) => this.#constant(name.trim()) ?? whole),
      language,
    )
    const meaning: Meaning = { subject: (name) => this.find(name), call: (name, args) => call(name, args, meaning, this.texts) }
    const made = tree ? meaningOf(counted(tree), meaning) : opaque
    return mapTests(made, (test) => {
      const parts = this.parts.get(test.key)
      return parts ? any(parts.map((key) => ({ ...test, key }))) : test
    })
  }
}

function call(name: string, args: readonly Node[], meaning: Meaning, texts: ReadonlySet<string>): Expression | undefined {
  const [first, second] = args
  switch (name) {
    case 'true':
      return always
    case 'false':
      return never
    case 'not':
      return first && not(meaningOf(first, meaning))
    case 'boolean':
      return first && meaningOf(first, meaning)
    case 'selected': {
      const [subject, value] = [subjectOf(first, meaning), textOf(second)]
      return subject && value !== undefined ? { kind: 'test', ...subject, operator: 'contains', value } : undefined
    }
    case 'contains': {
      // Of options it would be a part of their names.
      const [subject, value] = [subjectOf(first, meaning), textOf(second)]
      return subject && value && texts.has(subject.key) ? { kind: 'test', ...subject, operator: 'contains', value } : undefined
    }
    default:
      return undefined
  }
}

export interface Bounds {
  min?: number
  max?: number
  /** Lengths of texts, counts of options. */
  least?: number
  longest?: number
  /** Earliest and latest. */
  from?: string
  to?: string
  email?: boolean
  /** Whether something else is said as well. */
  more: boolean
}

const part =
  /^\(?\s*(\.|string-length\(\s*\.\s*\)|count-selected\(\s*\.\s*\))\s*(<=|>=|<|>|=)\s*('?)(-?[\d.]+|\d{4}-\d\d-\d\d|date\('\d{4}-\d\d-\d\d'\))\3\s*\)?$/

/** What a constraint on the answer itself says, as far as fields can say it. */
export function boundsOf(constraint: string, whole: boolean): Bounds {
  const bounds: Bounds = { more: false }
  for (const each of constraint.split(/\s+and\s+/i).filter((text) => text.trim() !== '')) {
    const [, subject = '', sign = '', , value = ''] = part.exec(each.trim()) ?? []
    const date = /\d{4}-\d\d-\d\d/.exec(value)?.[0]
    const number = Number(value)
    const step = whole || subject !== '.' ? 1 : 0
    if (subject === '' && /^regex\s*\(\s*\./.test(each.trim()) && /[^\\[]@|\\@|\[@\]/.test(each)) bounds.email = true
    else if (date !== undefined && subject === '.' && sign !== '=') bounds[sign.startsWith('>') ? 'from' : 'to'] = date
    else if (subject === '' || Number.isNaN(number)) bounds.more = true
    else {
      const [low, high] = subject === '.' ? (['min', 'max'] as const) : (['least', 'longest'] as const)
      if (sign.startsWith('>') || sign === '=') bounds[low] = sign === '>' ? number + step : number
      if (sign.startsWith('<') || sign === '=') bounds[high] = sign === '<' ? number - step : number
      if (step === 0 && (sign === '>' || sign === '<')) bounds.more = true
    }
  }
  return bounds
}

export const dropConstraint = (row: SheetRow, place: Place, losses: Losses): void =>
  losses.add(
    'validation.dropped',
    { ...place, at: row.at('constraint') },
    [row.get('constraint'), row.get('constraint_message')].filter(Boolean).join(': '),
  )

/** `column = ${question}`, of a list that depends on an answer. */
export function filterOf(text: string): { column: string; question: string } | undefined {
  const [, before, question = '', after] = /^\s*(?:([\w.-]+)\s*=\s*)?\$\{\s*([^{}]+?)\s*\}\s*(?:=\s*([\w.-]+)\s*)?$/.exec(text) ?? []
  const column = before ?? after
  return column !== undefined && (before === undefined || after === undefined) ? { column, question } : undefined
}

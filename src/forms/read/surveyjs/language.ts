/** Expressions of SurveyJS: `{name} = 'value' and {other} notempty`. */
import { opaque, type Expression } from '../../expression/expression.ts'
import { meaningOf, type Meaning, type Subject } from '../../expression/meaning.ts'
import { parse, type Language } from '../../expression/parse.ts'

const language: Language = {
  name: /\{([^{}]+)\}/,
  operators: {
    '=': 'equals', '==': 'equals', equal: 'equals', '<>': 'not_equals', '!=': 'not_equals', notequal: 'not_equals',
    '>': 'greater', greater: 'greater', '<': 'less', less: 'less', '>=': 'at_least', greaterorequal: 'at_least',
    '<=': 'at_most', lessorequal: 'at_most', contains: 'contains', contain: 'contains', '*=': 'contains',
    notcontains: 'not_contains', notcontain: 'not_contains', anyof: 'any_of', allof: 'all_of', noneof: 'none_of',
    and: 'and', '&&': 'and', or: 'or', '||': 'or', '+': '+', '-': '-', '*': '*', '/': '/', '%': '%', '^': '*', power: '*',
  }, // prettier-ignore
  postfix: { empty: 'empty', notempty: 'answered' },
  prefix: ['!', 'negate'],
  values: { true: true, false: false },
}

/** What names of expressions stand for. */
export class Names {
  readonly #known = new Map<string, Subject>()
  readonly #folded = new Map<string, Subject>()
  /** Calculations, with their places; those that something reads. */
  readonly calculated = new Map<string, { text: string; at: string }>()
  readonly read = new Set<string>()

  set(name: string, subject: Subject): void {
    if (this.#known.has(name)) return
    this.#known.set(name, subject)
    if (!this.#folded.has(name.toLowerCase())) this.#folded.set(name.toLowerCase(), subject)
  }

  find(name: string): Subject | undefined {
    const bare = name.replace(/^#/, '')
    if (this.calculated.has(bare)) this.read.add(bare)
    return this.#known.get(bare) ?? this.#folded.get(bare.toLowerCase())
  }

  expression(text: string): Expression {
    const tree = parse(text, language)
    const meaning: Meaning = { subject: (name) => this.find(name) }
    return tree ? meaningOf(tree, meaning) : opaque
  }
}

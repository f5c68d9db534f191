/** Expressions of LSS files: `Q01.NAOK == "Y" and !is_empty(Q02)`. */
import { opaque, type Expression } from '../../expression/expression.ts'
import { meaningOf, type Meaning, type Subject } from '../../expression/meaning.ts'
import { parse, type Language } from '../../expression/parse.ts'

const language: Language = {
  name: /(?:\d+X\d+X\d+\w*|[A-Za-z]\w*)(?:\.\w+)?/,
  operators: {
    '==': 'equals', '=': 'equals', eq: 'equals', '!=': 'not_equals', '<>': 'not_equals', ne: 'not_equals', '<': 'less', lt: 'less',
    '<=': 'at_most', le: 'at_most', '>': 'greater', gt: 'greater', '>=': 'at_least', ge: 'at_least', and: 'and', '&&': 'and',
    or: 'or', '||': 'or', '+': '+', '-': '-', '*': '*', '/': '/',
  }, // prettier-ignore
  prefix: ['!', 'not'],
}

export class Names {
  readonly subjects = new Map<string, Subject>()
  readonly calculated = new Map<string, { text: string; at: string }>()
  readonly read = new Set<string>()

  find(name: string): Subject | undefined {
    const [, bare = name, suffix = ''] = /^(\w+)(?:\.(\w+))?$/.exec(name) ?? []
    if (this.calculated.has(bare)) this.read.add(bare)
    return ['', 'NAOK', 'value', 'valueNAOK', 'code'].includes(suffix) ? this.subjects.get(bare) : undefined
  }

  expression(text: string): Expression {
    const bare = text.trim().replace(/^\{([^]*)\}$/, '$1')
    const tree = parse(bare, language)
    const meaning: Meaning = {
      taken: 'Y',
      subject: (name) => this.find(name),
      call: (name, args) =>
        name === 'is_empty' ? meaningOf({ kind: 'operation', operation: 'empty', args: args.slice(0, 1) }, meaning) : undefined,
    }
    return tree ? meaningOf(tree, meaning) : opaque
  }
}

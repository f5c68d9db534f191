/** A parser of expressions. Each language gives its words; trees are alike in all. */

export type Node =
  | { kind: 'value'; value: string | number | boolean }
  | { kind: 'list'; items: Node[] }
  | { kind: 'name'; name: string }
  | { kind: 'call'; name: string; args: Node[] }
  | { kind: 'operation'; operation: string; args: Node[] }

export interface Language {
  /** Matches a name where it stands; its first group, or all of it. */
  name: RegExp
  /** Signs and words in lower case, with what they mean. Words count between names only. */
  operators: Readonly<Record<string, string>>
  /** Behind what they ask: `{a} empty`. */
  postfix?: Readonly<Record<string, string>>
  /** In front: `!`, `not`. */
  prefix: readonly string[]
  /** Words that are values. */
  values?: Readonly<Record<string, boolean>>
}

const strength = new Map(Object.entries<number>({ or: 1, and: 2, other: 5 }))
const longest = 10_000
const deepest = 100

/** `undefined`: it isn't of this language, or too long or deep. */
export function parse(text: string, language: Language): Node | undefined {
  if (text.length > longest) return undefined
  try {
    return new Parser(text, language).whole()
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined
    throw error
  }
}

class NotUnderstood extends Error {}

const number = /-?(?:\d+\.?\d*|\.\d+)(?![\w.])/y
const call = /([a-zA-Z][\w.-]*)\s*\(/y
const word = /[a-zA-Z][\w-]*/y

class Parser {
  readonly #text: string
  readonly #language: Language
  readonly #signs: readonly string[]
  #at = 0
  #depth = 0

  constructor(text: string, language: Language) {
    this.#text = text.replaceAll(/[“”„]/g, '"').replaceAll(/[‘’]/g, "'")
    this.#language = language
    this.#signs = Object.keys({ ...language.operators, ...language.postfix })
      .filter((sign) => !/^\w/.test(sign))
      .sort((a, b) => b.length - a.length)
  }

  whole(): Node {
    const node = this.#binary(0)
    this.#skip()
    if (this.#at < this.#text.length) throw new NotUnderstood()
    return node
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    this.#skip()
    const sticky = pattern.sticky ? pattern : new RegExp(pattern.source, `${pattern.flags}y`)
    sticky.lastIndex = this.#at
    return sticky.exec(this.#text) ?? undefined
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const found = this.#match(pattern)
    if (found) this.#at += found[0].length
    return found
  }

  /** The operator that stands here, without taking it. */
  #operator(of: Readonly<Record<string, string>>): { text: string; means: string } | undefined {
    this.#skip()
    const text = this.#match(word)?.[0] ?? this.#signs.find((one) => this.#text.startsWith(one, this.#at))
    const means = text === undefined || !Object.hasOwn(of, text.toLowerCase()) ? undefined : of[text.toLowerCase()]
    return text !== undefined && means !== undefined ? { text, means } : undefined
  }

  #binary(least: number): Node {
    if (++this.#depth > deepest) throw new NotUnderstood()
    let left = this.#unary()
    for (;;) {
      const found = this.#operator(this.#language.operators)
      const power = found && (strength.get(found.means) ?? (/^[-+*/%]/.test(found.means) ? 7 : strength.get('other')!))
      if (!found || power === undefined || power < least) break
      this.#at += found.text.length
      left = { kind: 'operation', operation: found.means, args: [left, this.#binary(power + 1)] }
    }
    this.#depth--
    return left
  }

  #unary(): Node {
    for (const sign of this.#language.prefix) {
      this.#skip()
      if (!this.#text.toLowerCase().startsWith(sign, this.#at) || this.#text[this.#at + sign.length] === '=') continue
      if (/\w/.test(sign) && !/\s/.test(this.#text[this.#at + sign.length] ?? '')) continue
      this.#at += sign.length
      if (++this.#depth > deepest) throw new NotUnderstood()
      const node: Node = { kind: 'operation', operation: 'not', args: [/\w/.test(sign) ? this.#binary(3) : this.#unary()] }
      this.#depth--
      return node
    }
    return this.#asked(this.#primary())
  }

  #asked(node: Node): Node {
    const found = this.#language.postfix && this.#operator(this.#language.postfix)
    if (!found) return node
    this.#at += found.text.length
    return this.#asked({ kind: 'operation', operation: found.means, args: [node] })
  }

  #primary(): Node {
    this.#skip()
    const sign = this.#text[this.#at]
    if (sign === '(') return this.#between('(', ')')[0] ?? fail()
    if (sign === '[' && !this.#match(this.#language.name)) return { kind: 'list', items: this.#between('[', ']') }
    if (sign === '"' || sign === "'") return { kind: 'value', value: this.#quoted(sign) }
    const digits = this.#take(number)
    if (digits) return { kind: 'value', value: Number(digits[0]) }
    const called = this.#match(call)
    if (called) {
      this.#at += called[0].length - 1
      return { kind: 'call', name: called[1]!.toLowerCase(), args: this.#between('(', ')') }
    }
    const { values = {} } = this.#language
    const value = this.#match(word)?.[0].toLowerCase()
    if (value !== undefined && Object.hasOwn(values, value)) {
      this.#at += value.length
      return { kind: 'value', value: values[value]! }
    }
    const name = this.#take(this.#language.name)
    return name && name[0] !== '' ? { kind: 'name', name: (name[1] ?? name[0]).trim() } : fail()
  }

  /** What is in brackets, by commas. */
  #between(open: string, close: string): Node[] {
    if (this.#text[this.#at] === open) this.#at++
    const items: Node[] = []
    this.#skip()
    while (this.#text[this.#at] !== close) {
      if (this.#at >= this.#text.length) fail()
      items.push(this.#binary(0))
      this.#skip()
      if (this.#text[this.#at] === ',' || this.#text[this.#at] === ';') this.#at++
      else if (this.#text[this.#at] !== close) fail()
      this.#skip()
    }
    this.#at++
    return items
  }

  #quoted(sign: string): string {
    let text = ''
    for (this.#at++; this.#text[this.#at] !== sign; this.#at++) {
      if (this.#at >= this.#text.length) fail()
      if (this.#text[this.#at] === '\\' && [sign, '\\'].includes(this.#text[this.#at + 1] ?? '')) this.#at++
      text += this.#text[this.#at]
    }
    this.#at++
    return text
  }
}

const fail = (): never => {
  throw new NotUnderstood()
}

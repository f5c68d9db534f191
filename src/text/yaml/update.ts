/**
 * Gives a YAML text another value. Only what has changed is written anew: all other bytes stay, with comments, blank lines, the
 * order of keys, and how values are spelled.
 */
import { isObject } from '../is-object.ts'
import { Exact } from '../exact.ts'
import { readYaml } from './read.ts'
import { yamlTree, type YamlItem, type YamlNode } from './tree.ts'
import { writeYaml } from './write.ts'
import { jsonOf } from '../json-of.ts'

export interface UpdateOptions {
  /** Alike for equal values. */
  canonical: (value: unknown) => string
  /** The same for an item of a list and for what it has become; `undefined`: it has none of its own. */
  identity: (item: unknown) => string | undefined
}

/** `undefined` where the text can't be kept: it is empty, or a single value. */
export function updateYaml(text: string, before: unknown, now: unknown, options: UpdateOptions): string | undefined {
  const root = yamlTree(text)
  if (!root) return undefined
  const wanted = options.canonical(now)
  // A change behind an anchor would change what its aliases stand for: then these are written out.
  for (const keepsAliases of [true, false]) {
    const changed = new Editor(text, keepsAliases, options).document(root, before, now)
    if (changed !== undefined && options.canonical(readYaml(changed).value) === wanted) return changed
  }
  return undefined
}

/** Of a list or map that is not in brackets: an item and the lines of its value. What stands between two belongs to the later one. */
interface Part {
  item: YamlItem
  /** Where its dash or key begins. */
  start: number
  /** Behind its last line. */
  end: number
}

interface Wanted {
  /** The index of what stands there for it. */
  old?: number
  /** In a map. */
  name?: string
  value: unknown
}

class Editor {
  readonly #text: string
  readonly #keepsAliases: boolean
  readonly #options: UpdateOptions
  readonly #lineEnd: string
  /** Of a text that is JSON too. */
  readonly #jsonIndent: string | undefined

  constructor(text: string, keepsAliases: boolean, options: UpdateOptions) {
    this.#text = text
    this.#keepsAliases = keepsAliases
    this.#options = options
    this.#lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
    this.#jsonIndent = isJson(text) ? (/\n([ \t]+)"/.exec(text)?.[1] ?? '') : undefined
  }

  document(root: YamlNode, before: unknown, now: unknown): string | undefined {
    const inner = this.#edited(root, before, now, 0)
    return inner === undefined ? undefined : this.#source(0, this.#start(root)) + inner + this.#source(this.#end(root))
  }

  #source = (start: number, end?: number): string => this.#text.slice(start, end)

  /** The node's text with the new value; `undefined` where nothing of it can stay. */
  #edited(node: YamlNode, before: unknown, now: unknown, depth: number): string | undefined {
    const isAlias = this.#text[node.start] === '*'
    const mayStay = this.#keepsAliases || (node.kind === 'scalar' && !isAlias)
    if (mayStay && this.#options.canonical(before) === this.#options.canonical(now)) return this.#source(this.#start(node), this.#end(node))
    if (node.items.length === 0 || (node.flow && !'[{'.includes(this.#text[node.open]!))) return undefined
    const olds = node.items.map(({ name }, index) => (isObject(before) ? before[name] : Array.isArray(before) ? before[index] : undefined))
    const wanted = node.kind === 'map' ? inMap(node, now) : this.#inList(olds, now)
    if (wanted.length === 0) return undefined
    return node.flow ? this.#flow(node, olds, wanted, depth) : this.#block(node, olds, wanted, depth)
  }

  #inList(olds: readonly unknown[], now: unknown): Wanted[] {
    if (!Array.isArray(now)) return []
    const { identity, canonical } = this.#options
    const nameOf = (item: unknown): string => identity(item) ?? canonical(item)
    const known = Map.groupBy(olds.keys(), (index) => nameOf(olds[index]))
    const matched = now.map((item: unknown) => known.get(nameOf(item))?.shift())
    const taken = new Set(matched)
    // What can't be told apart is what stood at its place.
    const isChanged = (index: number): boolean =>
      index < olds.length && !taken.has(index) && identity(olds[index]) === undefined && identity(now[index]) === undefined
    return now.map((value: unknown, index) => {
      const old = matched[index] ?? (isChanged(index) ? index : undefined)
      return { ...(old !== undefined && { old }), value }
    })
  }

  #flow(node: YamlNode, olds: readonly unknown[], wanted: readonly Wanted[], depth: number): string {
    const parts = node.items.map((item) => ({ item, start: (item.key ?? item.value).start, end: this.#flowEnd(item) }))
    const [first, last] = [parts[0]!, parts.at(-1)!]
    const between = parts[1] ? this.#source(first.end, parts[1].start) : ', '
    const written = (value: unknown): string => this.#writtenInFlow(value, this.#text[node.open + 1] === ' ', between)
    let made = this.#source(node.start, first.start)
    for (const [index, { old = -1, name, value }] of wanted.entries()) {
      const part = parts[old]
      const inner = part && this.#edited(part.item.value, olds[old], value, depth + 1)
      if (index > 0) made += part && old > 0 ? this.#source(parts[old - 1]!.end, part.start) : between
      if (part && inner !== undefined)
        made += this.#source(part.start, part.item.value.start) + inner + this.#source(part.item.value.end, part.end)
      else made += (part ? this.#flowKey(part.item) : name === undefined ? '' : `${written(name)}: `) + written(value)
    }
    return made + this.#source(last.end, node.end)
  }

  /** Up to the value. */
  #flowKey({ key, value }: YamlItem): string {
    if (!key) return ''
    return value.end > value.start ? this.#source(key.start, value.start) : `${this.#source(key.start, key.end)}: `
  }

  /** An implied null ends behind its colon. */
  #flowEnd({ key, value }: YamlItem): number {
    return key && value.start === value.end ? value.end + (/^\s*:/.exec(this.#source(value.end))?.[0].length ?? 0) : value.end
  }

  #writtenInFlow(value: unknown, padded: boolean, between: string): string {
    if (this.#jsonIndent === undefined)
      return writeYaml([value], { flow: padded ? 'padded' : 'tight' })
        .trim()
        .slice(1, -1)
        .trim()
    const [lineStart] = /\r?\n[ \t]*/.exec(between) ?? []
    return lineStart === undefined ? JSON.stringify(value) : JSON.stringify(value, null, this.#jsonIndent).replaceAll('\n', lineStart)
  }

  #block(node: YamlNode, olds: readonly unknown[], wanted: readonly Wanted[], depth: number): string {
    const parts = this.#parts(node)
    const indent = ' '.repeat(this.#column(node.open))
    let made = node.start < node.open ? this.#source(node.start, node.open) : ''
    for (const [index, { old = -1, name, value }] of wanted.entries()) {
      const part = parts[old]
      const text = part ? this.#item(part, olds[old], value, depth, indent) : this.#written(name, value, depth, indent)
      const lead = part ? this.#source(parts[old - 1]?.end ?? this.#start(node), part.start) : ''
      if (index === 0) made += lead.trimStart() + text
      else made += (made.endsWith('\n') ? '' : this.#lineEnd) + (old > 0 ? lead : indent + lead) + text
    }
    return made
  }

  #item({ item: { key, value, name }, start, end }: Part, before: unknown, now: unknown, depth: number, indent: string): string {
    const inner = this.#edited(value, before, now, depth + 1)
    if (inner !== undefined) return this.#source(start, this.#start(value)) + inner + this.#source(this.#end(value), end)
    const written = this.#written(key && name, now, depth, indent)
    if (key && key.start !== start) return written
    // With the key as it is spelled, and the comment of its line.
    const [line = '', ...rest] = written.split(/(?<=\n)/)
    const head = key ? this.#source(start, key.end) + line.slice(this.#keyText(name).length) : line
    const tail = this.#isBlock(value) ? '' : this.#source(this.#end(value), end)
    const comment = /^:?([ \t]+#[^\r\n]*)/
    const [, told = ''] = comment.exec(this.#source(key?.end ?? start + 1, value.open)) ?? comment.exec(tail) ?? []
    const below = rest.length > 0 ? rest.join('') : tail.replace(/^[^\n]*\n?/, '')
    return head.replace(/\r?\n$/, (lineEnd) => told + lineEnd) + below
  }

  /** A new item, each line but its first indented. */
  #written(name: string | undefined, value: unknown, depth: number, indent: string): string {
    const lines = writeYaml(name === undefined ? [value] : { [name]: value }, { depth: depth - 1 }).split('\n')
    return lines.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join(this.#lineEnd)
  }

  #keyText = (name: string): string => writeYaml({ [name]: null }).replace(/: null\n$/, '')

  #isBlock = (node: YamlNode): boolean => node.items.length > 0 && !node.flow

  #column = (at: number): number => at - this.#text.lastIndexOf('\n', at - 1) - 1

  #parts(node: YamlNode): Part[] {
    const column = this.#column(node.open)
    let at = node.open
    return node.items.map((item, index) => {
      const start = index === 0 ? at : this.#skip(/(?:[ \t]*(?:#[^\n]*)?\n|[ \t]*\r\n)*[ \t]*/y, at)
      at = this.#partEnd(item.value, column)
      return { item, start, end: at }
    })
  }

  /** Behind a value's last line, and the comments below it that are indented deeper than its list or map. */
  #partEnd(value: YamlNode, column: number): number {
    const { end } = value
    const last = this.#isBlock(value) ? this.#end(value) : this.#text[end - 1] === '\n' ? end : this.#skip(/[^\n]*\n?/y, end)
    return this.#skip(new RegExp(`(?:(?:[ \\t]*\\r?\\n)* {${column + 1},}#[^\\n]*\\n?)*`, 'y'), last)
  }

  /** With the comments right above its first item. */
  #start(node: YamlNode): number {
    if (!this.#isBlock(node) || node.start < node.open) return node.start
    const column = this.#column(node.open)
    let at = node.open
    for (;;) {
      const line = at - column
      if (line === 0 || this.#source(line, at).trim() !== '') return at
      const above = this.#text.lastIndexOf('\n', line - 2) + 1
      if (!/^[ \t]*$/.test(this.#source(above, above + column)) || this.#text[above + column] !== '#') return at
      at = above + column
    }
  }

  #end(node: YamlNode): number {
    return this.#isBlock(node) ? this.#partEnd(node.items.at(-1)!.value, this.#column(node.open)) : node.end
  }

  #skip(pattern: RegExp, at: number): number {
    pattern.lastIndex = at
    return pattern.test(this.#text) ? pattern.lastIndex : at
  }
}

/** Keys in the order in which they stand there; new ones come last. */
function inMap({ items }: YamlNode, now: unknown): Wanted[] {
  if (!isObject(now) || now instanceof Exact) return []
  const known = new Set(items.map(({ name }) => name))
  const added = Object.keys(now).filter((name) => !known.has(name))
  const all = [...items.map(({ name }, old) => ({ old, name, value: now[name] })), ...added.map((name) => ({ name, value: now[name] }))]
  return all.filter(({ value }) => value !== undefined)
}

/** JSON, which another tool may have written. */
export const isJson = (text: string): boolean => text.trimStart().startsWith('{') && jsonOf(text) !== undefined

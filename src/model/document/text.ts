/**
 * A document as YAML: text in, text out. Casts to nodes: the library's types tell parsed nodes from made ones, and forget which when
 * a document changes.
 */
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  Scalar,
  visit,
  type Node,
  type ParsedNode,
  type Range,
} from 'yaml'
import { isObject, type DocumentProblem } from './shape.ts'
import { syntaxProblems, type TextProblem } from './syntax.ts'
import { canonical } from './tree.ts'
import { exactNumbers } from '../../text/exact-yaml.ts'
import { messageOf } from '../../text/message-of.ts'
import { parseSimpleYaml } from '../../text/simple-yaml.ts'

export const maxBytes = 10 * 2 ** 20

export interface ParsedText {
  value: unknown
  problems: TextProblem[]
  /** The position of a path, or of the nearest thing around it. */
  place: (path: DocumentProblem['path']) => Place
}

/** From 1. */
interface Place {
  line: number
  column: number
}

/** Options of the library. Warnings are off, as it warns of keys that are numbers. */
export const yaml = { ...exactNumbers, schema: 'core', version: '1.2', uniqueKeys: true, logLevel: 'error' } as const

const nowhere = (): Place => ({ line: 1, column: 1 })

/** Parses YAML 1.2, core schema (which includes JSON): keys are unique, custom tags are refused, and aliases are limited. */
export function parseText(text: string): ParsedText {
  if (Buffer.byteLength(text) > maxBytes)
    return { value: undefined, problems: [{ ...nowhere(), message: 'is larger than 10 MB' }], place: nowhere }
  const value = parseSimpleYaml(text)
  if (value === undefined) return parseWithPlaces(text)
  let parsed: ParsedText | undefined
  return { value, problems: [], place: (path) => (parsed ??= parseWithPlaces(text)).place(path) }
}

function parseWithPlaces(text: string): ParsedText {
  const lines = new LineCounter()
  const parsed = parseDocument(text, { ...yaml, lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const problems = syntaxProblems(text, [...parsed.errors, ...parsed.warnings], at)
  const place: ParsedText['place'] = (path) => at(rangeOf(parsed.contents, path)?.[0] ?? 0)
  if (problems.length > 0) return { value: undefined, problems, place }
  try {
    return { value: parsed.toJS({ maxAliasCount: 100 }), problems, place }
  } catch (error) {
    return { value: undefined, problems: [{ ...nowhere(), message: messageOf(error) }], place }
  }
}

function rangeOf(node: ParsedNode | null, [head, ...rest]: DocumentProblem['path']): Range | undefined {
  const range = node?.range ?? undefined
  if (head === undefined || !(isMap(node) || isSeq(node))) return range
  const pair = isMap(node) ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(head)) : undefined
  const inner = (isMap(node) ? (pair?.value ?? pair?.key) : node.items[Number(head)]) as ParsedNode | null | undefined
  return inner ? (rangeOf(inner, rest) ?? inner.range) : range
}

/** Control characters other than line ends, bidirectional overrides, lone surrogates. */
const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\p{Cs}]/u

/** Escapes what the library leaves unescaped in quoted texts. */
const escaped = (text: string): string =>
  text.replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

const style = { lineWidth: 0, aliasDuplicateObjects: false } as const

export function formatText(value: unknown, comment?: string): string {
  const document = new Document(value, { ...exactNumbers, aliasDuplicateObjects: false })
  tidy(document)
  if (comment !== undefined) document.commentBefore = comment
  return escaped(document.toString(style))
}

/** The text with another value. Comments, the order of keys and the spelling of unchanged values stay. */
export function updateText(text: string, value: unknown): string {
  const document = parseDocument(text, yaml)
  if (document.errors.length > 0) return formatText(value)
  if (canonical(document.toJS({ maxAliasCount: 100 })) === canonical(value)) return text
  if (isJson(text)) return `${escaped(JSON.stringify(value, null, /\n([ \t]+)"/.exec(text)?.[1] ?? 2))}\n`
  document.contents = updated(document, document.contents, value) as ParsedNode
  return rendered(document, value)
}

/** JSON, which another tool may have written. */
export function isJson(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The document as text, with characters escaped that an editor or terminal might act on. */
export function rendered(document: Document | Document.Parsed, value: unknown): string {
  const made = document.toString(style)
  // In comments and unquoted texts an escape would be taken literally: then nothing is escaped.
  return canonical(parseText(escaped(made)).value) === canonical(value) ? escaped(made) : made
}

function updated(document: Document.Parsed, node: unknown, value: unknown): unknown {
  if (canonical(isNode(node) ? node.toJS(document) : undefined) === canonical(value)) return node
  if (isMap(node) && isObject(value)) {
    const names = new Set(Object.keys(value).filter((name) => value[name] !== undefined))
    node.items = node.items.filter(({ key }) => names.has(nameOf(key)))
    for (const name of names) node.set(nodeKey(node.items, name), updated(document, node.get(name, true), value[name]))
    return node
  }
  if (isSeq(node) && Array.isArray(value)) {
    const known = new Map(node.items.map((item) => [identity(isNode(item) ? item.toJS(document) : item), item]))
    node.items = value.map((item: unknown) => updated(document, known.get(identity(item)), item))
    return node
  }
  const made = document.createNode(value, { aliasDuplicateObjects: false }) as Node
  tidy(made)
  if (isScalar(node) && isScalar(made) && node.comment) made.comment = node.comment
  return made
}

const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key)
const nodeKey = (items: { key: unknown }[], name: string): unknown => items.find(({ key }) => nameOf(key) === name)?.key ?? name

/** What identifies an item of a list: its key or id, else its whole value. */
const identity = (item: unknown): string =>
  isObject(item) && (item.key ?? item.id) !== undefined ? `id ${String(item.key ?? item.id)}` : canonical(item)

/** Writes short maps, such as options, on one line, and quotes texts with unsafe characters. */
function tidy(node: Document | Node): void {
  visit(node as Node, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && unsafe.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
    Map: (_, map, path) => {
      const plain = map.items.every(({ value }) => isScalar(value) && !/\n/.test(String(value.value)))
      const length = map.items.reduce(
        (sum, { key, value }) => sum + nameOf(key).length + String(isScalar(value) ? (value.value ?? '') : '').length + 4,
        0,
      )
      if (path.length > 3 && plain && map.items.length > 0 && length <= 100) map.flow = true
    },
  })
}

/** Rewrites a document's text: renames a key, or puts all in order. */
import { isMap, isScalar, isSeq, parseDocument, type Document, type Node, type Pair } from 'yaml'
import { fieldNames, optionFields } from './fields.ts'
import { sectionNames } from './sections.ts'
import { formatText, parseText } from './text.ts'
import { canonical } from './tree.ts'
import { yamlTree, type YamlNode } from '../../text/yaml/tree.ts'
import { isJson } from '../../text/yaml/update.ts'
import { escaped } from '../../text/yaml/write.ts'

/** All other bytes stay. `key: OLD` of a question, and every `q:OLD` and `q:OLD.OPTION`. */
export function renamedText(text: string, old: string, now: string): string {
  const root = yamlTree(text)
  const screens = root?.items.find(({ name }) => name === 'screens')?.value.items ?? []
  const keys = screens.flatMap(({ value }) => value.items.filter(({ name }) => name === 'key').map(({ value: key }) => key))
  const names = keys.map((node) => ({ node, pattern: new RegExp(`^(["']?)${old}(?=\\1$)`), key: `$1${now}` }))
  const mentions = (root ? scalarsIn(root) : []).map((node) => ({
    node,
    pattern: new RegExp(`^(["']?q:)${old}(?=["'.]|$)`),
    key: `$1${now}`,
  }))
  const sorted = [...names, ...mentions].sort((a, b) => b.node.start - a.node.start)
  return sorted.reduce(
    (made, { node: { start, end }, pattern, key }) => made.slice(0, start) + made.slice(start, end).replace(pattern, key) + made.slice(end),
    text,
  )
}

const scalarsIn = (node: YamlNode): YamlNode[] =>
  node.kind === 'scalar' ? [node] : node.items.flatMap(({ key, value }) => [...(key ? scalarsIn(key) : []), ...scalarsIn(value)])

export interface FormatOptions {
  /** Gives options without an id their place as id. */
  ids?: boolean
}

/** Sections and fields in their usual order, spelled as usual; comments stay. */
export function formattedText(text: string, { ids = false }: FormatOptions = {}): string {
  const { value } = parseText(text)
  // Another tool's JSON is written as YAML. No text of it is taken for a number, so that it stays as it is written.
  const document = parseDocument(isJson(text) ? formatText(value) : text, { schema: 'failsafe', logLevel: 'error' })
  const { contents } = document
  if (!isMap(contents)) return text
  ordered(contents, ['format', ...sectionNames, 'ids'])
  const screens = contents.get('screens')
  for (const screen of isSeq(screens) ? screens.items : []) {
    if (!isMap(screen)) continue
    const type = String(screen.get('type'))
    ordered(screen, ['key', 'type', ...fieldNames(type)])
    if (ids) for (const field of optionFields(type)) named(screen.get(field), document)
  }
  const made = document.toString({ lineWidth: 0 })
  // In comments and unquoted texts an escape would be taken literally: then nothing is escaped.
  const safe = escaped(made)
  return canonical(parseText(safe).value) === canonical(parseText(made).value) ? safe : made
}

/** Sorts fields by `names`; unknown ones come last, in their order. */
function ordered<P extends { key: unknown }>(map: { items: P[] }, names: readonly string[]): void {
  const place = ({ key }: P): number => names.indexOf(isScalar(key) ? String(key.value) : '') + 1 || names.length + 1
  map.items.sort((a, b) => place(a) - place(b))
}

function named(options: unknown, document: Document.Parsed): void {
  for (const [index, option] of isSeq(options) ? options.items.entries() : []) {
    if (!isMap(option) || option.has('id')) continue
    const id = document.createPair('id', String(index + 1))
    if (isScalar(id.value)) id.value.type = 'QUOTE_DOUBLE'
    // The library's types tell nodes that were parsed from made ones.
    option.items.unshift(id as Pair<Node, Node>)
  }
}

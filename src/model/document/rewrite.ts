/** Rewrites a document's text (renames a key, sorts fields), keeping comments and spelling. */
import { isMap, isPair, isScalar, isSeq, parseDocument, visit, type Node, type Pair } from 'yaml'
import { fieldNames, optionFields } from './fields.ts'
import { sectionNames } from './sections.ts'
import { formatText, isJson, parseText, rendered, yaml } from './text.ts'

const parsed = (text: string) => parseDocument(text, yaml)

const textOf = (node: unknown): string => (isScalar(node) ? String(node.value) : '')

/** `key: OLD` of a question, and every `q:OLD` and `q:OLD.OPTION`. */
export function renamedText(text: string, old: string, now: string): string {
  const document = parsed(text)
  visit(document, {
    Pair: (_, { key, value }, path) => {
      // The key of a question: screens, the list, the question itself.
      if (
        textOf(key) === 'key' &&
        textOf(value) === old &&
        path.length === 5 &&
        isPair(path[2]) &&
        textOf(path[2].key) === 'screens' &&
        isScalar(value)
      )
        value.value = now
    },
    Scalar: (_, scalar) => {
      if (scalar.value === `q:${old}`) scalar.value = `q:${now}`
      else if (typeof scalar.value === 'string' && scalar.value.startsWith(`q:${old}.`))
        scalar.value = `q:${now}${scalar.value.slice(old.length + 2)}`
    },
  })
  return rendered(document, document.toJS({ maxAliasCount: 100 }))
}

export interface FormatOptions {
  /** Gives options without an id their place as id. */
  ids?: boolean
}

/** Sections and fields in their usual order. */
export function formattedText(text: string, { ids = false }: FormatOptions = {}): string {
  // Another tool's JSON is written as YAML.
  const document = parsed(isJson(text) ? formatText(parseText(text).value) : text)
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
  return rendered(document, document.toJS({ maxAliasCount: 100 }))
}

/** Sorts fields by `names`; unknown ones come last, in their order. */
function ordered<P extends { key: unknown }>(map: { items: P[] }, names: readonly string[]): void {
  const place = ({ key }: P): number => names.indexOf(textOf(key)) + 1 || names.length + 1
  map.items = map.items
    .map((pair, index) => ({ pair, index }))
    .sort((a, b) => place(a.pair) - place(b.pair) || a.index - b.index)
    .map(({ pair }) => pair)
}

function named(options: unknown, document: ReturnType<typeof parsed>): void {
  if (!isSeq(options)) return
  options.items.forEach((option, index) => {
    if (isMap(option) && !option.items.some((pair) => isPair(pair) && textOf(pair.key) === 'id'))
      // The library's types tell nodes that were parsed from made ones.
      option.items.unshift(document.createPair('id', String(index + 1)) as Pair<Node, Node>)
  })
}

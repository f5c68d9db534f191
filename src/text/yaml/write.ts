/** Writes YAML: values only, no comments. */
import {
  COLLECTION_STYLE,
  CORE_SCHEMA,
  DEFAULT_SCALAR_STYLE_RULES,
  jsToAst,
  present,
  SCALAR_STYLE,
  visit,
  type Node,
  type ScalarStyleRule,
} from 'js-yaml'
import { numberTags } from './numbers.ts'

const schema = CORE_SCHEMA.withTags(numberTags(Number))

/** Control characters other than line ends, bidirectional overrides, lone surrogates. */
const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\p{Cs}]/u

/** What libraries leave as it is in quotes: characters that an editor or a terminal might act on. */
export const escaped = (text: string): string =>
  text.replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Text that the library would have to escape stands in single quotes, where it can. */
const quote: ScalarStyleRule = (layout) => {
  const { style } = layout
  DEFAULT_SCALAR_STYLE_RULES.quoteInvalidPlain(layout)
  if (layout.style !== style && /["\\\u00a0]/.test(layout.node.value) && !/['\n]/.test(layout.node.value))
    layout.style = SCALAR_STYLE.SINGLE_QUOTED
}
const { tryLongOrMultilineAsBlock: block, fallbackToDoubleQuoted: fallback } = DEFAULT_SCALAR_STYLE_RULES

export interface WriteOptions {
  /** How deep in a document the value stands. */
  depth?: number
  /** All on one line, in braces and brackets: with blanks inside them or without. */
  flow?: 'padded' | 'tight'
}

export function writeYaml(value: unknown, { depth = 0, flow }: WriteOptions = {}): string {
  const documents = jsToAst(value, schema, { noRefs: true, skipInvalid: true })
  visit(documents, (node, at) => {
    if (node.kind === 'alias') return
    if (node.kind === 'scalar') {
      if (unsafe.test(node.value)) node.style = SCALAR_STYLE.DOUBLE_QUOTED
    } else if (flow !== undefined || (at.depth > 0 && isShort(node, depth + at.depth))) node.style = COLLECTION_STYLE.FLOW
  })
  return escaped(
    present(documents, {
      schema,
      lineWidth: -1,
      quoteStyle: 'double',
      flowBracketPadding: flow !== 'tight',
      scalarStyleRules: [block, quote, fallback],
    }),
  )
}

/** Short maps, such as options, stand on one line. */
function isShort(node: Node, depth: number): boolean {
  if (node.kind !== 'mapping' || depth < 2 || node.items.length === 0) return false
  return node.items.reduce((sum, { key, value }) => sum + lengthOf(key) + lengthOf(value) + 4, 0) <= 100
}

/** Too long, unless it is a text of one line. */
const lengthOf = (node: Node): number => (node.kind === 'scalar' && !node.value.includes('\n') ? node.value.length : Infinity)

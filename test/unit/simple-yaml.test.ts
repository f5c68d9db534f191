/** What is read of YAML without the library: the very value that the library reads, or nothing. */
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { formatText, parseText, yaml } from '../../src/model/document/text.ts'
import { examples } from '../../src/model/question/examples.ts'
import { parseSimpleYaml } from '../../src/text/simple-yaml.ts'
import { everything, otherSections } from '../support/everything.ts'
import { fc } from '../support/property.ts'

const runs = process.env.SURVEYCTL_FULL ? 20_000 : 600

const screens = Object.entries(examples).map(([key, question]) => ({ key, ...question }))
const written = formatText(
  { format: 1, name: 'Spring', screens, letters: { owner: { raw_html: '<p>One</p>\n\n<p>Two</p>\n' } } },
  ' A comment',
)

function byLibrary(text: string): { value: unknown } | undefined {
  const { errors, warnings, ...document } = parsedDocument(text)
  return errors.length + warnings.length > 0 ? undefined : { value: document.toJS() }
}

function parsedDocument(text: string) {
  const parsed = parseDocument(text, { ...yaml, prettyErrors: false })
  return { errors: parsed.errors, warnings: parsed.warnings, toJS: () => parsed.toJS({ maxAliasCount: 100 }) as unknown }
}

function expectAsLibrary(text: string): void {
  const value = parseSimpleYaml(text)
  if (value === undefined) return
  const known = byLibrary(text)
  expect({ text, value }).toEqual({ text, ...known })
  // What equal values may hide: an order of keys, the digits of a number.
  expect(JSON.stringify(value)).toBe(JSON.stringify(known?.value))
}

const odd = `null|true|no|~|1|-1|1.5|-0|01|1e5|12e|0x1f|0o7|.5|5.|.inf|1_000|2026-01-01|10:30|+1 202 555 0100|a: b|a:b|a:|:a|a #b|a#b
  |- x|-x|-|? x|?|...|---|<<|*a|&a|!x|%x|@me|50%|a, b|[x]|{x}|"a"|"a" b|it's|\\|\\n|a |  a|q:how|https://example.org/?a=b#c|…—ё|😀|a\u00a0
  |a\tb|\u2028|\ufeffa|\u0085|\ud83d|constructor|__proto__|one@example.org|x y|1a|a.b|k-1`
  .split('|')
  .map((text) => text.replace(/^\n {2}|\n {2}$/g, ''))
const blocks = ['a\nb', 'a\n', 'a\n\n', '\na', ' a\nb', 'a\n  b\n', 'a\n\nb\n', `${'a b '.repeat(60)}\n# c d\n`]
const texts = fc.oneof(fc.constantFrom(...odd, ...blocks), fc.string({ unit: 'grapheme' }), fc.string())
const names = fc.oneof(fc.constantFrom('key', 'type', 'a', 'b', ...odd), fc.string())

const values = fc.letrec((again) => ({
  any: fc.oneof(
    { depthSize: 'medium' },
    texts,
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(again('any'), { maxLength: 4 }),
    fc.dictionary(names, again('any'), { maxKeys: 4 }),
  ),
})).any
const fields = { title: texts, options: fc.array(fc.record({ id: texts, title: texts }), { maxLength: 3 }), more: values }
const documents = fc.record(
  {
    name: texts,
    settings: fc.dictionary(names, values, { maxKeys: 3 }),
    screens: fc.array(fc.record(fields, { requiredKeys: [] }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

/** Each may mean something to YAML. */
const pieces = [
  ...[...' \n:-#"\'{}[],|>&*!?\t\r%@`~.\\_+'].flatMap((char) => [char, `${char} `, ` ${char}`]),
  ...'null 1 -0 e é 😀 \u00a0 \u2028 \ufeff \0 \'\' "" \\u00e9 \\x41 ---\n ...\n |-\n |2\n >-\n \r\n a:\n'.split(' '),
  '\n\n',
  '\n  ',
  '\n   \n',
  '# x\n',
  '<<: ',
  '!!str ',
  '{ a: b }',
  '[a, b]',
  'a: b\n',
  '  - x\n',
  '  a: |\n    b\n    c\n',
]
const edit = fc.record({
  at: fc.nat(),
  cut: fc.constantFrom(0, 0, 0, 1, 2, 5),
  put: fc.oneof(fc.constant(''), fc.constantFrom(...pieces), fc.string({ maxLength: 3 })),
})
const edits = fc.array(edit, { minLength: 1, maxLength: 3 })

const edited = (text: string, all: readonly { at: number; cut: number; put: string }[]): string =>
  all.reduce((now, { at, cut, put }) => {
    const from = at % (now.length + 1)
    return now.slice(0, from) + put + now.slice(from + cut)
  }, text)

/** Some questions of a survey. */
const [head = '', ...questions] = written.split(/^(?= {2}- )/m)
const parts = fc.subarray(questions, { minLength: 1, maxLength: 3 }).map((some) => head + some.join(''))

describe('YAML that is read without the library', () => {
  it('is what the tool writes of a survey with questions of all types, and what people write by hand', () => {
    for (const text of [written, everything, `format: 1\n${otherSections}`]) {
      expect(parseSimpleYaml(text)).toBeDefined()
      expectAsLibrary(text)
    }
  })

  it.each([
    ['texts of all forms', `a: b\nc: "d \\" \\u00e9"\ne: 'it''s'\nf: |\n  g\n\n    h\ni: |-\n  j\n\n`],
    ['comments', `# a\na: b # c\nd: "e" # f\n # g\nh: # i\n    # j\n  - k#l\n# m\n`],
    ['lists in lists', `a:\n  - - b\n    - c: d\n      e: f\n  - [g, {h: i, j: [k]}]\n`],
    ['a block with empty lines behind it, and lines of spaces in it', `a: |\n  b\n     \n  \n\n\nc: d\n`],
    ['a space that is none to YAML', 'a: b\u00a0\n'],
    ['numbers', `a: 1\nb: -1\nc: 0.50\nd: 123456789012345\ne: -0.5\nf: 1 2\n`],
    [
      'bare texts that look like something else',
      `a: 2026-01-01\nb: 10:30\nc: +1 202\nd: "1"\ne: q:how\nf: {g: +1 2, h: https://a.b/?c=d#e}\n`,
    ],
  ])('may hold %s', (_, text) => {
    expect(parseSimpleYaml(text)).toBeDefined()
    expectAsLibrary(text)
  })

  it.each([
    ['a key twice', 'a: 1\na: 2\n'],
    ['an anchor', 'a: &b c\nd: *b\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a text over several lines', 'a: b\n  c\n'],
    ['a folded text', 'a: >\n  b\n'],
    ['a number that JSON writes otherwise', 'a: 0x1f\n'],
    ['a name that is no text', 'null: 1\n'],
    ['a name that objects have', '__proto__: {a: b}\n'],
    ['a tab', 'a:\tb\n'],
    ['a second document', 'a: b\n---\nc: d\n'],
    ['an indentation that fits nothing', 'a:\n    - b\n  - c\n'],
    ['a text where a map stands', 'a: b\nc\n'],
    ['a bracket that nothing closes', 'a: [b\n'],
    ['no line end at the end', 'a: b'],
    ['nothing', '\n'],
    ['a comment in braces', 'a: {b: c #d}\n'],
    ['a line that stands between a block and what it is in', 'a:\n  b: |\n      c\n    d\n'],
    ['a block that begins with a line of spaces', 'a: |\n    \n  b\n'],
    ['a block that is not further in', 'a:\n  b: |\n  c\n'],
    ['quotes over several lines', 'a: "b\n  c"\n'],
    ['a dash where a text begins', 'a: - b\n'],
    ['a number of many digits', 'a: 12345678901234567890\n'],
    ['a tab behind a text', 'a: b\t\n'],
    ['line ends of another system', 'a: b\r\n'],
    ['a mark at the beginning', '\ufeffa: b\n'],
  ])('holds not %s', (_, text) => expect(parseSimpleYaml(text)).toBeUndefined())

  it('is no list a million lists deep', () => {
    for (const text of [`a: ${'['.repeat(1e6)}\n`, `a:\n  ${'- '.repeat(1e6)}b\n`, `a: "${'\\'.repeat(1e6)}\n`, `a: ${'b:'.repeat(1e6)}\n`])
      expect(parseSimpleYaml(text)).toBeUndefined()
  })

  it('is what the library reads, or is left to it: whatever was written', () =>
    fc.assert(
      fc.property(documents, (document) => expectAsLibrary(formatText({ format: 1, ...document }))),
      { numRuns: runs },
    ))

  it('is what the library reads, or is left to it: whatever was written, and whatever somebody did to it then', () =>
    fc.assert(
      fc.property(documents, edits, (document, all) => expectAsLibrary(edited(formatText({ format: 1, ...document }), all))),
      { numRuns: runs },
    ))

  it('is what the library reads, or is left to it: a survey, and whatever somebody did to it', () =>
    fc.assert(
      fc.property(parts, edits, (text, all) => expectAsLibrary(edited(text, all))),
      { numRuns: runs },
    ))

  it('is what the library reads, or is left to it: any pieces of YAML', () => {
    const soup = fc.array(fc.constantFrom(...pieces, 'a: ', 'b:', '  ', 'c'), { maxLength: 12 }).map((some) => `${some.join('')}\n`)
    fc.assert(fc.property(soup, expectAsLibrary), { numRuns: 2 * runs })
  })

  it('still tells where something stands', () => {
    expect(parseText(written).place(['screens', 1, 'title'])).toEqual(parseText(`${written}# \t\n`).place(['screens', 1, 'title']))
    expect(parseText('a: b\nc:\n  d: e\n').place(['c', 'd'])).toEqual({ line: 3, column: 6 })
  })
})

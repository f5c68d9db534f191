/** YAML is read as another library reads it, and written so that both read it back; a text with a change keeps all its other bytes. */
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { formatText, parseText, updateText } from '../../src/model/document/text.ts'
import { canonical } from '../../src/model/document/tree.ts'
import { examples } from '../../src/model/question/registry.ts'
import { readYaml } from '../../src/text/yaml/read.ts'
import { exactNumbers } from '../support/exact-yaml.ts'
import { everything, otherSections } from '../support/everything.ts'
import { fc } from '../support/property.ts'

const screens = Object.entries(examples).map(([key, question]) => ({ key, ...question }))
const written = formatText(
  { format: 1, name: 'Spring', screens, letters: { owner: { raw_html: '<p>One</p>\n\n<p>Two</p>\n' } } },
  ' A comment',
)

const options = { ...exactNumbers, schema: 'core', version: '1.2', uniqueKeys: true, logLevel: 'error', prettyErrors: false } as const

/** `undefined` where it finds an error. */
function byOther(text: string): { value: unknown } | undefined {
  const document = parseDocument(text, options)
  if (document.errors.length + document.warnings.length > 0) return undefined
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) }
  } catch {
    return undefined
  }
}

/** Where the other library is behind the specification, or a text can't come from a file. */
const known = [
  // A line end of its own, as YAML says.
  /\r(?!\n)/,
  // A mark of byte order within the text.
  /[^]\ufeff/,
  // A single text, in a block that says how far in it is: no document of this tool.
  /^(?:\s|#.*\n|!!str)*[|>]\d/,
]

/** Where both find no error, they read the same. */
function expectAlike(text: string): boolean {
  const { value, problem } = readYaml(text)
  const other = byOther(text)
  if (problem || !other || known.some((pattern) => pattern.test(text))) return !problem
  expect({ text, value }).toEqual({ text, ...other })
  // What equal values may hide: an order of keys, the digits of a number.
  expect(JSON.stringify(value)).toBe(JSON.stringify(other.value))
  return true
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

const runs = process.env.SURVEYCTL_FULL ? 5000 : 200

describe('YAML', () => {
  it('is what the tool writes of a survey with questions of all types, and what people write by hand', () => {
    for (const text of [written, everything, `format: 1\n${otherSections}`]) expect(expectAlike(text)).toBe(true)
  })

  it.each([
    ['texts of all forms', `a: b\nc: "d \\" \\u00e9"\ne: 'it''s'\nf: |\n  g\n\n    h\ni: |-\n  j\n\n`],
    ['comments', `# a\na: b # c\nd: "e" # f\n # g\nh: # i\n    # j\n  - k#l\n# m\n`],
    ['lists in lists', `a:\n  - - b\n    - c: d\n      e: f\n  - [g, {h: i, j: [k]}]\n`],
    ['a block with empty lines behind it, and lines of spaces in it', `a: |\n  b\n     \n  \n\n\nc: d\n`],
    ['a block that ends with what looks like comments', 'a: |\n  <pre>\n \n  #1 in gardening</pre>\n #2\nb: c\n'],
    ['a space that is none to YAML', 'a: b\u00a0\n'],
    ['numbers', `a: 1\nb: -1\nc: 0.50\nd: 12345678901234567890\ne: -0.5\nf: 1 2\ng: 0x1f\nh: 1e3\ni: +1.\nj: -0\n`],
    [
      'bare texts that look like something else',
      `a: 2026-01-01\nb: 10:30\nc: +1 202\nd: "1"\ne: q:how\nf: {g: +1 2, h: https://a.b/?c=d#e}\n`,
    ],
    ['an alias', 'a: &b [c]\nd: *b\n'],
    ['a name that objects have', '__proto__: {a: b}\nconstructor: c\n'],
    ['a mark at the beginning', '\ufeffa: b\r\nc: d\r\n'],
  ])('may hold %s', (_, text) => expect(expectAlike(text)).toBe(true))

  it.each([
    ['a key twice', 'a: 1\nb: 2\na: 3\n', 3, 'twice'],
    ['a second document', '--- # one\na: b\n---\nc: d\n', 3, 'second document'],
    ['a tag of its own', 'a: !!js/function x\n', 1, 'unknown scalar tag'],
    ['a tab', 'a:\n\tb: 1\n', 2, 'Tabs are not allowed'],
    ['infinity', 'a: 1\nb: .inf\n', 2, '.inf is not a number'],
    ['a name that is a list', '? [c]\n: d\n', 1, 'a key must be a text'],
    ['an alias in what it names', 'a: 1\nb: &x [*x]\n', 2, '*x stands inside what it names'],
    ['many aliases', `a: &a x\nb: [${'*a,'.repeat(200)}]\n`, 2, 'more than 100 aliases'],
    [
      'aliases of aliases',
      [...'abcdefg'].reduce(
        (all, name, index, names) => `${all}${name}: &${name} [${`*${names[index - 1]},`.repeat(10)}]\n`,
        'x: &undefined y\n',
      ),
      6,
      'more than 100,000 values',
    ],
    ['a name that is null', '? \n', 1, 'a key must be a text'],
    ['lists in lists', `a: ${'['.repeat(1e6)}\n`, 1, 'deeper than 100'],
    ['dashes behind dashes', `a:\n  ${'- '.repeat(1e6)}b\n`, 2, 'deeper than 100'],
  ])('never holds %s', (_, text, line, message) =>
    expect(readYaml(text)).toMatchObject({ problem: { line, message: expect.stringContaining(message) as string } }),
  )

  it('is read alike: whatever was written', () =>
    fc.assert(
      fc.property(documents, (document) => {
        const text = formatText({ format: 1, ...document })
        expect(expectAlike(text)).toBe(true)
        expect(JSON.stringify(readYaml(text).value)).toBe(JSON.stringify({ format: 1, ...document }))
      }),
      { numRuns: runs },
    ))

  it('is read alike: whatever was written, and whatever somebody did to it then', () =>
    fc.assert(
      fc.property(documents, edits, (document, all) => void expectAlike(edited(formatText({ format: 1, ...document }), all))),
      { numRuns: runs },
    ))

  it('is read alike: a survey, and whatever somebody did to it', () =>
    fc.assert(
      fc.property(parts, edits, (text, all) => void expectAlike(edited(text, all))),
      { numRuns: runs },
    ))

  it('is read alike: any pieces of it', () => {
    const soup = fc.array(fc.constantFrom(...pieces, 'a: ', 'b:', '  ', 'c'), { maxLength: 12 }).map((some) => `${some.join('')}\n`)
    fc.assert(
      fc.property(soup, (text) => void expectAlike(text)),
      { numRuns: runs },
    )
  })

  it('tells where something stands', () => {
    expect(parseText('a: b\nc:\n  d: e\nf:\n  - { g: }\n').place(['c', 'd'])).toEqual({ line: 3, column: 6 })
    expect(parseText('a: b\nc:\n  d: e\nf:\n  - { g: }\n').place(['f', 0, 'g', 'h'])).toEqual({ line: 5, column: 7 })
    const many = `a: {}\n${Array.from({ length: 50_000 }, (_, index) => `x${index}: 1\n`).join('')}`
    const { place } = parseText(many)
    expect(Array.from({ length: 50_000 }, (_, index) => place([`x${index}`]).line).at(-1)).toBe(50_001)
  })

  it.each([
    ['a text', 'a: b # why\nc: d\n', { a: 'x: y', c: 'd' }, 'a: "x: y" # why\nc: d\n'],
    ['a text of several lines', 'a: b # why\nc: d\n', { a: 'x\ny\n', c: 'd' }, 'a: | # why\n  x\n  y\nc: d\n'],
    ['nothing yet', 'a: # why\nc: d\n', { a: 1, c: 'd' }, 'a: 1 # why\nc: d\n'],
    ['a list', 'a: b # why\n\n# c\nc: d', { a: ['x'], c: 'd' }, 'a: # why\n  - x\n\n# c\nc: d'],
    ['a key', '# a\na: 1\n\n# b\nb: 2\n# end\n', { b: 2, c: { d: [] } }, '# b\nb: 2\nc:\n  d: []\n# end\n'],
    [
      'keys of another width',
      "a:\n      b:   'x'\n      c:\n      - 1\n      -   2\n",
      { a: { b: 'x', c: [1, 3, 2], d: 4 } },
      "a:\n      b:   'x'\n      c:\n      - 1\n      - 3\n      -   2\n      d: 4\n",
    ],
    ['in braces', 'a: {b: c,d : "e" , f}\n', { a: { b: 'c', d: 'x, y', f: 1 } }, 'a: {b: c,d : "x, y" , f: 1}\n'],
    ['in padded braces', 'a: { b: c }\n', { a: { b: 'c', d: { e: 1 } } }, 'a: { b: c, d: { e: 1 } }\n'],
    ['in brackets of several lines', 'a: [\n  b, # b\n  c,\n]\n', { a: ['b', 'd'] }, 'a: [\n  b, # b\n  d,\n]\n'],
    [
      'JSON',
      '{\n  "a": 1,\n  "b": [ 1,2 ]\n}\n',
      { a: 1, b: [1, 3], c: { d: 'e' } },
      '{\n  "a": 1,\n  "b": [ 1,3 ],\n  "c": {\n    "d": "e"\n  }\n}\n',
    ],
    [
      'lines of another system',
      'a: b\r\nc:\r\n  - d\r\n',
      { a: 'b', c: ['d', 'x\ny'] },
      'a: b\r\nc:\r\n  - d\r\n  - |-\r\n    x\r\n    y\r\n',
    ],
    ['what an alias stands for', 'a: &x [1]\nb: *x\n', { a: [2], b: [1] }, 'a: &x [2]\nb:\n  - 1\n'],
    [
      'the order of items with keys',
      'a:\n  # x\n  - key: x\n    t: >-\n      folded\n      text\n  # y\n  - { key: y } # y\n',
      { a: [{ key: 'y' }, { key: 'x', t: 'folded text' }] },
      'a:\n  # y\n  - { key: y } # y\n  # x\n  - key: x\n    t: >-\n      folded\n      text\n',
    ],
  ])('keeps all other bytes where something changes: %s', (_, text, value, now) => expect(updateText(text, value)).toBe(now))

  it('updated reads back as the new value, and as it was when that is taken back', () => {
    let kept = 0
    const texts = fc.record({ document: documents, other: documents, all: edits })
    fc.assert(
      fc.property(texts, ({ document, other, all }) => {
        const text = edited(formatText({ format: 1, ...document }), all)
        const { value, problem } = readYaml(text)
        if (problem || typeof value !== 'object') return
        expect(updateText(text, value)).toBe(text)
        const now = { format: 1, ...document, ...other }
        const changed = updateText(text, now)
        expect(canonical(readYaml(changed).value)).toBe(canonical(now))
        kept++
      }),
      { numRuns: runs },
    )
    expect(kept).toBeGreaterThan(runs / 3)
  })
})

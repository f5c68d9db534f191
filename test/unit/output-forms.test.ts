import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import type { Column } from '../../src/output/columns.ts'
import { topics } from '../../src/reference/help/topics.ts'
import { readSetting } from '../../src/settings/keys.ts'
import { readFlags, type TypedFlags } from '../../src/cli/flags/read.ts'
import { chosenForms, type OutputForm } from '../../src/output/form.ts'
import { outputMode, type OutputMode } from '../../src/output/mode.ts'
import { parseExactly } from '../../src/text/exact.ts'
import { showRows } from '../../src/output/rows.ts'
import { showThing } from '../../src/output/thing.ts'
import { memoryIO } from '../support/memory-io.ts'
import type { OutputSink } from '../../src/output/stdout.ts'

const hour = 3_600_000
const ago = (time: number): string => new Date(Date.now() - time).toISOString()

const surveys = [
  { id: 7, name: 'Spring', is_published: true, updated_at: ago(2.5 * hour), folder: { id: 2, name: 'Customers' }, tags: ['a', 'b'] },
  { id: 1234, name: 'Tab\tand \x1b[31mred', is_published: false, updated_at: '2020-01-02T03:04:05Z', folder: null, tags: [] },
]
const columns: Column[] = [
  'id',
  'name',
  { path: 'is_published', label: 'published', as: 'yesno' },
  { path: 'updated_at', label: 'updated', as: 'time' },
  { path: 'folder.name', label: 'folder' },
]

const mode = (form: OutputMode['form'], more: Partial<OutputMode> = {}): OutputMode => ({
  form,
  quiet: false,
  width: 80,
  height: Infinity,
  color: false,
  endless: false,
  tty: form === 'human',
  io: memoryIO().io,
  ...more,
})

async function written(show: (sink: OutputSink) => Promise<unknown>): Promise<string> {
  let text = ''
  await show({ write: (part) => void (text += part), end: () => {} })
  return text
}

const list = (
  form: OutputMode['form'],
  more: Partial<OutputMode> = {},
  rows: unknown[][] = [surveys],
  shape: Column[] | undefined = columns,
) => written((sink) => showRows(rows, shape, mode(form, more), { sink }))
const thing = (form: OutputMode['form'], more: Partial<OutputMode> = {}, shape: Column[] | undefined = columns) =>
  written((sink) => showThing(surveys[1], shape, mode(form, more), sink))

/** What each form prints of a list without rows. */
const empty: Record<OutputForm, string> = { human: '', tsv: '', json: '[]\n', ndjson: '' }

describe.each(Object.entries(empty))('%s', (name, text) => {
  // `Object.entries` doesn't know the keys of its argument.
  const form = name as OutputForm
  it('says what it says of an empty list', async () => {
    expect(await list(form, {}, [])).toBe(text)
    expect(await list(form, {}, [[]])).toBe(text)
  })
  it('refuses fields that there are not, naming those that there are', async () => {
    await expect(list(form, { fields: ['id', 'nme', 'folder.nme'] })).rejects.toMatchObject({
      kind: 'usage',
      message: 'Unknown field "nme" in --fields\nUnknown field "folder.nme" in --fields',
      facts: { hint: 'Available fields: folder, folder.name, id, is_published, name, tags, updated_at' },
    })
    await expect(thing(form, { fields: ['nme'] })).rejects.toMatchObject({ kind: 'usage' })
  })
})

describe.each(chosenForms)('--%s', (form) => {
  const formOf = (typed: TypedFlags, preferred?: (typeof chosenForms)[number], env = {}): string =>
    outputMode(
      readFlags(typed, env, () => preferred),
      memoryIO().io,
    ).form

  it('is what comes out, whatever the environment and the profile prefer', () => {
    for (const preferred of chosenForms) {
      expect(formOf({ [form]: true }, preferred)).toBe(form)
      expect(formOf({ [form]: true }, undefined, { SURVEYCTL_OUTPUT: preferred })).toBe(form)
    }
  })
  it('may be preferred by a profile and by the environment, which wins', () => {
    expect(formOf({}, form)).toBe(form)
    for (const other of chosenForms) expect(formOf({}, other, { SURVEYCTL_OUTPUT: form })).toBe(form)
    expect(readSetting('output', form, '')).toBe(form)
  })
  it('excludes --raw, which no preference changes', () => {
    expect(() => formOf({ [form]: true, raw: true })).toThrow(`--${form} and --raw exclude each other`)
    expect(formOf({ raw: true }, form)).toBe('tsv')
  })
  it('shows what --jq and --fields leave of a list and of a thing, or refuses them', async () => {
    const allowed = (flags: object, show: () => Promise<string>): Promise<string> =>
      (async () => (formOf({ [form]: true, ...flags }), show()))().catch((error: { kind?: string }) => error.kind ?? String(error))
    for (const show of [list, thing]) {
      expect(['', 'usage']).toContain(await allowed({ jq: 'empty' }, () => show(form, { jq: 'empty' })))
      expect(await allowed({ fields: 'id' }, () => show(form, { fields: ['id'] }))).not.toContain('updated_at')
    }
  })
  it('is explained: surveyctl help output', () => {
    const page = topics().find(({ name }) => name === 'output')
    expect(page?.text).toContain(`| \`--${form}\` |`)
  })
})

it('--jq filters JSON, or each line of --ndjson', () => {
  const form = (typed: object) => readFlags({ jq: '.', ...typed }, { SURVEYCTL_OUTPUT: 'ndjson' }, () => 'ndjson').form
  expect([form({}), form({ ndjson: true })]).toEqual(['json', 'ndjson'])
  expect(() => form({ raw: true })).toThrow('--jq')
})

describe('a list for people', () => {
  it('is a table', async () => {
    expect(await list('human')).toBe(
      [
        '  id  name               published  updated      folder',
        '   7  Spring             ✓          2 hours ago  Customers',
        '1234  Tab and ^[[31mred  –          6 years ago',
        '',
      ].join('\n'),
    )
  })
  it('is as wide as the terminal at most', async () => {
    for (const line of (await list('human', { width: 40 })).split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })
  it('counts its rows', async () =>
    expect(await showRows([surveys, [], surveys], columns, mode('tsv'), { sink: { write: () => {}, end: () => {} } })).toBe(4))
})

describe('a list for scripts', () => {
  it('is rows of tabs without a heading, times as they came', async () => {
    expect(await list('tsv')).toBe(
      `7\tSpring\ttrue\t${surveys[0]!.updated_at}\tCustomers\n1234\tTab\\tand ^[[31mred\tfalse\t2020-01-02T03:04:05Z\t\n`,
    )
  })
  it('cuts nothing off', async () => expect(await list('tsv', { width: 10 })).toContain('Customers'))
  it('is JSON as the service gave it', async () => expect(JSON.parse(await list('json'))).toEqual(surveys))
  it('is one array, whatever batches it came in, indented for a person and a row a line for a script', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.jsonValue())), async (batches) => {
        const safe = (text: string): string =>
          text.replace(
            /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
            (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
        const rows = batches.flat()
        const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
        expect(await list('json', { tty: true }, batches)).toBe(safe(`${JSON.stringify(rows, null, 2)}\n`))
        expect(await list('json', {}, batches)).toBe(safe(rows.length === 0 ? '[]\n' : `[\n${lines}\n]\n`))
      }),
    )
  })
  it('is an object a line', async () =>
    expect(
      (await list('ndjson'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(surveys))
  it('keeps control characters as JSON escapes', async () => {
    const text = await list('json', {}, [[{ name: '\x1b\x9b\u202e\u007f' }]])
    expect(text).toContain('"\\u001b\\u009b\\u202e\\u007f"')
  })
})

describe('--fields', () => {
  const fields = ['folder.name', 'id']
  it.each([
    ['tsv', 'Customers\t7\n\t1234\n'],
    ['ndjson', '{"folder":{"name":"Customers"},"id":7}\n{"folder":null,"id":1234}\n'],
    ['human', 'folder       id\nCustomers     7\n           1234\n'],
  ] as const)('picks and orders in %s', async (form, text) => expect(await list(form, { fields })).toBe(text))
  it('reaches into lists', async () => {
    const rows = [
      [
        {
          recipients: [
            { id: 1, title: 'A' },
            { id: 2, title: 'B' },
          ],
        },
      ],
    ]
    expect(await list('tsv', { fields: ['recipients.title', 'recipients.0.id'] }, rows)).toBe('A,B\t1\n')
    expect(await list('ndjson', { fields: ['recipients.title'] }, rows)).toBe('{"recipients":[{"title":"A"},{"title":"B"}]}\n')
  })
  it.each(['constructor', 'toString', '__proto__', 'map', 'toJSON', 'folder.constructor', 'tags.map', 'folder.length'])(
    "takes %s only where it is a row's own",
    async (path) => {
      const rows = [[{ folder: {}, tags: [] }, [], parseExactly('1.0'), { folder: parseExactly('1.0') }]]
      expect(await list('tsv', {}, rows, [path])).toBe('\n'.repeat(4))
      const [first, last] = path.split('.')
      const row = JSON.parse(last ? `{"${first}":{"${last}":"own"}}` : `{"${first}":"own"}`)
      expect(await list('tsv', {}, [[row]], [path])).toBe('own\n')
    },
  )
  it('gives a thing as one row', async () => expect(await thing('tsv', { fields })).toBe('\t1234\n'))
  it('knows what the command computes', async () => {
    const computed: Column[] = [{ path: 'state', value: (row) => (row.is_published ? 'open' : 'draft') }]
    expect(await list('tsv', { fields: ['state'] }, [surveys], computed)).toBe('open\ndraft\n')
    expect(await list('ndjson', { fields: ['id', 'state'] }, [surveys], computed)).toBe(
      '{"id":7,"state":"open"}\n{"id":1234,"state":"draft"}\n',
    )
  })
  it('cannot know the fields of an empty list', async () => expect(await list('json', { fields: ['archive_at'] }, [])).toBe('[]\n'))
})

describe('a thing', () => {
  it('is aligned lines for people, times in their zone', async () => {
    expect(await thing('human')).toBe(
      'id:         1234\nname:       Tab  and ^[[31mred\npublished:  no\nupdated:    2020-01-02 03:04 (6 years ago)\nfolder:     –\n',
    )
  })
  it('keeps the lines of a text together', async () => {
    expect(await written((sink) => showThing({ id: 1, notes: 'one\ntwo' }, undefined, mode('human'), sink))).toBe(
      'id:     1\nnotes:  one\n        two\n',
    )
  })
  it('shows everything when no lines were chosen', async () => {
    const tariff = { tariff: { code: 'free', is_trial: false }, sellers: [{ shop_id: 1, name: 'Shop' }], left: null }
    expect(await written((sink) => showThing(tariff, undefined, mode('human'), sink))).toBe(
      'tariff code:      free\ntariff is trial:  no\nsellers:          shop_id 1 · name Shop\nleft:             –\n',
    )
    expect(await written((sink) => showThing(tariff, undefined, mode('tsv'), sink))).toBe(
      'tariff.code\tfree\ntariff.is_trial\tfalse\nsellers\t[{"shop_id":1,"name":"Shop"}]\nleft\t\n',
    )
  })
  it('is a value alone when it has no label', async () => expect(await thing('human', {}, [{ path: 'id', label: '' }])).toBe('1234\n'))
  it('is JSON as the service gave it', async () => expect(JSON.parse(await thing('json'))).toEqual(surveys[1]))
  it('is one line of NDJSON', async () => expect(await thing('ndjson')).toBe(`${JSON.stringify(surveys[1])}\n`))
})

describe('--jq', () => {
  it.each([
    ['.[].name', 'Spring\nTab\tand \x1b[31mred\n'],
    ['.[0].folder', '{\n  "id": 2,\n  "name": "Customers"\n}\n'],
    ['length', '2\n'],
    ['.[] | select(.id > 9999)', ''],
    ['.[0] | ""', '\n'],
  ])('%s', async (jq, text) => expect(await list('json', { jq })).toBe(text))
  it('works on each row of NDJSON', async () => expect(await list('ndjson', { jq: '.folder' })).toBe('{"id":2,"name":"Customers"}\nnull\n'))
  it('works on a thing', async () => expect(await thing('json', { jq: '.id + 1' })).toBe('1235\n'))
  it('never sends escape sequences to a terminal', async () =>
    expect(await list('json', { jq: '.[1].name', tty: true })).toBe('Tab\tand ^[[31mred\n'))
  it('goes on after --fields', async () => expect(await list('json', { jq: '.[0]|keys[]', fields: ['name'] })).toBe('name\n'))
  it.each([
    ['.[', '--jq: syntax error, unexpected end of file'],
    ['nothing', '--jq: nothing/0 is not defined'],
    ['.[].name.x', '--jq: Cannot index string with string "x"'],
  ])('%s is a usage error', async (jq, message) => expect(list('json', { jq })).rejects.toMatchObject({ kind: 'usage', message }))
  it('is ended when it takes too long', async () => {
    const { runJq } = await import('../../src/output/jq/jq.ts')
    await expect(runJq('def f: f; f', '1', { timeout: 200 })).rejects.toMatchObject({
      kind: 'usage',
      message: '--jq: the filter took longer than 0.2 s',
    })
  })
  it('can be judged before anything is sent', async () => {
    const { checkJq } = await import('../../src/output/jq/jq.ts')
    await expect(checkJq('.a | length')).resolves.toBeUndefined()
    await expect(checkJq('.a |')).rejects.toMatchObject({ kind: 'usage' })
  })
})

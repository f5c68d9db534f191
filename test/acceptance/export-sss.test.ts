/** Triple-S, as a reader reads it that knows the format's book and nothing of ours. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { answers, expectedOf, oddContent } from '../support/answers/odd-survey.ts'
import type { Cell, Column } from '../support/answers/expected.ts'
import { readSss, type SssTable } from '../support/answers/sss-reader.ts'
import { expectSame } from '../support/answers/same-rows.ts'
import { freshFolder } from '../support/program.ts'
import { surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
let quiz: number
let first: number

beforeAll(async () => {
  quiz = await surveyWith(served.sandbox, 'Odd & "even"', oddContent(), answers)
  first = served.sandbox.service.store.get<{ id: number }>('select min(id) id from answer where quiz_id = ?', quiz)!.id
})

async function exported(id: number, ...args: string[]): Promise<SssTable> {
  const path = join(freshFolder(), 'answers.sss')
  const { exitCode, stderr, stdout } = await served.run(['export', 'sss', String(id), ...args, '-o', path])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toContain(' and ')
  return readSss(path)
}

/** A field of it, as the column of a wide table that says the same. */
function cellOf({ variables }: SssTable, row: SssTable['rows'][number], { name, type, codes }: Column): Cell {
  const variable = variables.find((one) => one.name === name)
  if (!variable) {
    // One of several options: a sign in the text of zeros and ones.
    const [, set = '', code] = /^(.*)_(\d+)$/.exec(name) ?? []
    const bits = row[set]
    return bits === undefined ? null : bits[Number(code) - 1] === '1'
  }
  const field = row[name]
  if (type === 'local' || type === 'moment') {
    const time = row[`${name}_time`]
    if (field === undefined || time === undefined) return null
    const text = `${field.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}`
    return type === 'local' ? text.slice(0, 16) : `${text}.000Z`
  }
  if (field === undefined) return null
  if (type === 'boolean') return field === '1'
  if (type === 'date') return field.replace(/(....)(..)(..)/, '$1-$2-$3')
  if (type === 'time') return `${field.slice(0, 2)}:${field.slice(2, 4)}`
  if (type === 'text') return field
  if (codes && variable.type === 'single')
    expect(variable.values.map(({ code, label }) => [code, label]).toSorted()).toEqual(codes.toSorted())
  return Number(field)
}

/** Lines of a text are one line, and seconds are the smallest part of a time. */
function asSaid(cell: Cell, { type }: Column): Cell {
  if (cell === null) return cell
  if (type === 'text') return String(cell).replaceAll(/\r\n|[\n\u2028]/g, ' ')
  return type === 'moment' ? String(cell).replace(/\.\d+Z$/, '.000Z') : cell
}

describe('export sss', () => {
  it.each([
    ['completed answers', []],
    ['only those', ['--incomplete']],
  ])('has each value of each type of question (%s)', async (_, flags) => {
    const table = await exported(quiz, ...flags)
    const { columns, rows } = expectedOf(first, { values: 'codes', complete: false })
    const place = columns.findIndex(({ name }) => name === 'is_complete')
    const screenedOut = columns.findIndex(({ name }) => name === 'is_screenout')
    const kept = rows.filter((row) => row[screenedOut] !== true && row[place] === (flags.length === 0))
    expectSame(
      table.rows.map((row) => columns.map((column) => cellOf(table, row, column))),
      { columns, rows: kept.map((row) => row.map((cell, index) => asSaid(cell, columns[index]!))) },
    )
    expect(table.title).toBe('Odd & "even"')
  })

  it('describes its variables: texts of questions and options, sets, one that counts the answers', async () => {
    const { variables } = await exported(42)
    const known = variables.map(({ name, type, label, use, values }) => [
      name,
      type,
      label,
      use,
      values.map((value) => value.label).join('|'),
    ])
    expect(known).toEqual(
      expect.arrayContaining([
        ['id', 'quantity', 'Answer', 'serial', ''],
        ['have_you_ordered_from_us', 'logical', expect.stringContaining('ordered'), undefined, ''],
        ['what_did_you_order', 'multiple', 'What did you order?', undefined, 'Seeds|Tools|Pots|Furniture'],
        ['how_satisfied_are_you_1', 'single', expect.stringContaining(' - Website'), undefined, 'Not at all|Somewhat|Very'],
        ['what_matters_most_1', 'quantity', expect.stringContaining(' - Price'), undefined, ''],
      ]),
    )
    expect(variables.filter(({ use }) => use === 'serial')).toHaveLength(1)
    expect(new Set(variables.map(({ ident }) => ident)).size).toBe(variables.length)
  })

  it('counts as the answers of the service say', async () => {
    const said = (await served.run('answer list 42 --complete --all --json')).json as any[]
    const { rows } = await exported(42)
    const ordered = said.filter(({ answers: given }) =>
      given.some(({ question_text, answer }: any) => question_text === 'What did you order?' && answer.split('; ').includes('Tools')),
    )
    expect(rows.filter((row) => row.what_did_you_order?.[1] === '1')).toHaveLength(ordered.length)
    expect(rows.map(({ id }) => Number(id)).toSorted()).toEqual(said.map(({ id }) => id).toSorted())
  })

  it('numbers options by place where their codes are too large for a text of zeros and ones', async () => {
    const options = ['100000', '200000'].map((id) => ({ id, title: `Option ${id}` }))
    const id = '90000000-0000-4000-8000-000000000001'
    const content = oddContent()
    content.widgets = { ids: [id], entities: { [id]: { type: 'choice', title: 'Large', choiceMultiple: true, choiceEntities: options } } }
    content.conditions = {}
    const large = await surveyWith(served.sandbox, 'Large', content, [{ values: { [id]: ['200000'] } }])
    const { variables, rows } = await exported(large)
    expect(rows[0]).toMatchObject({ large: '01' })
    expect(variables.at(-1)!.values).toEqual([
      { code: 1, label: 'Option 100000' },
      { code: 2, label: 'Option 200000' },
    ])
  })

  it('reads a folder that was synced, with its names', async () => {
    const synced = join(freshFolder(), 'synced')
    await served.run(['answer', 'sync', '42', synced, '--to', 'csv'])
    const sent = served.sandbox.requests.length
    const { rows } = await exported(42, '--synced', synced)
    expect(rows.length).toBeGreaterThan(10)
    expect(served.sandbox.requests.slice(sent).filter((line) => line.includes('/answers'))).toEqual([])
  })

  it('writes both files or neither', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'a.csv'), 'mine')
    const path = join(folder, 'a.sss')
    const refused = await served.run(['export', 'sss', '42', '-o', path])
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('a.csv already exists')])
    expect(readdirSync(folder)).toEqual(['a.csv'])
    const done = await served.run(['export', 'sss', '42', '-o', path, '--force', '--json'])
    expect([done.exitCode, done.json.beside]).toEqual([0, join(folder, 'a.csv')])
    expect([existsSync(path), readFileSync(join(folder, 'a.csv'), 'utf8').startsWith('id,date_start,')]).toEqual([true, true])
    const piped = await served.run('export sss 42 -o -')
    expect([piped.exitCode, piped.stderr]).toEqual([2, expect.stringContaining('two files')])
    const other = await served.run(['export', 'sss', '42', '-o', join(folder, 'a.csv')])
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('.sss')])
  })
})

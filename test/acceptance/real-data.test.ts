/**
 * Answers of real people, given over the page to two publications of which the second has other places, names and fewer
 * options: every table has what they gave, cell by cell, and the report counts the same.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { isThere, readCsv, readSav } from '../support/readers.ts'
import { answerOf, asked, changed, noRealData, readReal, realFiles, type Asked } from '../support/real-data.ts'
import { respond } from '../support/respond.ts'
import { useSandbox } from '../support/served.ts'

/** Of each file, given to each publication. */
const sample = 12
const ownColumns = 7

const served = useSandbox('empty', { keep: true })
const { run } = served

async function request(path: string, body: object): Promise<any> {
  const { status, body: answer } = await served.sandbox.request('POST', path, body)
  expect([path, status, status < 300 ? '' : answer]).toEqual([path, status < 300 ? status : 200, ''])
  return answer
}

async function publish(id: number, questions: readonly Asked[]): Promise<void> {
  const submit = { type: 'submit', title: 'Done' }
  await request(`/quiz/${id}/save`, {
    ids: [...questions.map((question) => question.id), 'submit'],
    entities: { ...Object.fromEntries(questions.map((question) => [question.id, question.entity])), submit },
  })
  await request(`/quiz/${id}/publish`, {})
}

const spread = (rows: readonly string[][], from: number): string[][] =>
  Array.from({ length: sample }, (_, index) => rows[Math.floor(((index * 2 + from) * rows.length) / (sample * 2))]!)

/** A title without one is numbered; the only tag in the files is a line break. */
const shownTitle = (title: string, index: number): string => (title.trim() === '' ? `Question ${index + 1}` : title.replaceAll('<br>', ' '))

describe.skipIf(noRealData).each(realFiles)(`%s${noRealData}`, (name) => {
  let id: number
  let first: Asked[]
  let second: Asked[]
  let head: string[]
  let cells: string[][]
  const folder = freshFolder()

  beforeAll(async () => {
    const { titles, rows } = readReal(name)
    first = asked(titles, rows)
    second = first.map(changed)
    head = titles.map(shownTitle)
    const created = await request('/quiz', { folder_id: served.sandbox.folderId })
    id = created.id
    await request(`/quiz/${id}/settings/info`, { lang: 'en', name: name.replace('.csv.gz', '') })
    cells = []
    for (const [index, questions] of [first, second].entries()) {
      await publish(id, questions)
      for (const row of spread(rows, index)) {
        const answer = answerOf(questions, row)
        await respond(created.url_shared, answer.fields)
        cells.push(answer.cells)
      }
    }
  })

  async function exported(format: string): Promise<string> {
    const file = join(folder, `answers.${format}`)
    const { exitCode, stderr } = await run(['export', format, String(id), '-o', file])
    expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, ''])
    return file
  }

  it('CSV', async () => expect(readCsv(await exported('csv')).map((row) => row.slice(ownColumns))).toEqual([head, ...cells]))

  it('XLSX', async () => {
    const { sheets } = await readXlsx(readFileSync(await exported('xlsx')))
    const rows = Array.from(sheets[0]!.rows, (row) => Array.from(row ?? [], (cell) => String(cell ?? '')))
    // A row ends with its last value.
    expect(rows.map((row) => Array.from(row.slice(ownColumns), String).concat(Array(head.length).fill('')).slice(0, head.length))).toEqual([
      head,
      ...cells,
    ])
  })

  // Blanks at the end of a value aren't told from none in this format.
  it.skipIf(!isThere('pspp'))('SAV (needs pspp)', async () => {
    const out = join(folder, 'sav')
    expect((await run(['export', 'sav', String(id), '--extract', '-o', `${out}/`])).exitCode).toBe(0)
    const { rows } = readSav(
      join(
        out,
        readdirSync(out).find((file) => file.endsWith('.sav'))!,
      ),
    )
    const text = (row: readonly string[]): string[] => row.map((cell) => cell.trimEnd())
    expect(rows.slice(1).map(text)).toEqual(cells.map(text))
  })

  it('the list of answers', async () => {
    const { json } = await run(['answer', 'list', String(id), '--all', '--json', '--sort', 'date_start', '--order', 'asc'])
    const listed = (json as { answers: { question_id: string; answer: string }[] }[]).map(({ answers }) => {
      const given = new Map(answers.map(({ question_id, answer }) => [question_id, answer]))
      return first.map((question) => given.get(question.id) ?? '')
    })
    expect(listed).toEqual(cells)
  })

  it('the report counts what stands in the tables', async () => {
    const { json } = await run(['report', 'view', String(id), '--json'])
    const bars = new Map((json as { questions: any[] }).questions.map((question) => [question.widget_id, question.bars]))
    for (const [at, question] of second.entries()) {
      if (question.entity.type === 'input') continue
      // Under ids of their own, renamed options are the same ones.
      const renamed = new Map(
        at % 2 === 0
          ? [...(first[at]!.options ?? [])].map(([value, { title }]) => [title, question.options?.get(value)?.title ?? title])
          : [],
      )
      const expected = Map.groupBy(
        cells.map((row) => renamed.get(row[at]!) ?? row[at]!).filter((cell) => cell !== ''),
        (cell) => cell,
      )
      const present = new Set(question.options ? [...question.options.values()].map(({ title }) => title) : expected.keys())
      const counted = (bars.get(question.id) as { label: string; count: number; removed?: boolean }[]).filter(({ count }) => count > 0)
      if (counted.some(({ label }) => label.includes('–'))) continue
      expect(counted.map(({ label, count, removed = false }) => [label, count, removed]).sort()).toEqual(
        [...expected].map(([label, { length }]) => [label, length, !present.has(label)]).sort(),
      )
    }
  })
})

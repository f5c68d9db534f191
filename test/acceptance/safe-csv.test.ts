/** `--safe-csv`: what respondents typed is text to a spreadsheet. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { publishedOf, surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const typed = ['=HYPERLINK("http://a.example","x")', '-5', '+3.2', '@SUM(1)', 'plain']
const safe = ['\'=HYPERLINK("http://a.example","x")', '-5', '+3.2', "'@SUM(1)", 'plain']

const cellsOf = (path: string): string[] => parse(readFileSync(path), { bom: true, relax_column_count: true }).flat()

it('is kept by each command that writes CSV, and by later syncs', async () => {
  const folder = freshFolder()
  const content = publishedOf(served.sandbox, 42)
  const [id, question] = Object.entries(content.widgets.entities).find(([, { type }]) => type === 'input')!
  question.title = '=1+1'
  const answers = typed.map((text) => ({ values: { [id]: text } }))
  const quiz = String(await surveyWith(served.sandbox, 'Formulas', content, answers))
  const run = async (...args: string[]): Promise<void> => {
    const { exitCode, stderr } = await served.run(args)
    expect([exitCode, stderr]).toEqual([0, ''])
  }
  const at = (name: string): string => join(folder, name)
  const expectCells = (path: string, texts: readonly string[]): void => {
    const cells = cellsOf(path)
    expect(cells.filter((cell) => [...typed, ...safe].includes(cell))).toEqual(texts)
  }
  for (const [name, flags] of [
    ['service', []],
    ['typed', ['--typed']],
    ['long', ['--typed', '--long']],
  ] as const) {
    await run('export', 'csv', quiz, ...flags, '-o', at(`${name}.csv`))
    expectCells(at(`${name}.csv`), typed)
    await run('export', 'csv', quiz, ...flags, '--safe-csv', '-o', at(`${name}-safe.csv`))
    expectCells(at(`${name}-safe.csv`), safe)
  }
  await run('export', 'codebook', quiz, '--as', 'csv', '--safe-csv', '-o', at('codebook.csv'))
  expect(cellsOf(at('codebook.csv'))).toContain("'=1+1")
  await run('answer', 'sync', quiz, at('answers'), '--to', 'csv,csv-long', '--safe-csv')
  await run('answer', 'sync', quiz, at('answers'))
  for (const name of ['wide', 'long']) expectCells(at(`answers/csv/${name}.csv`), safe)
  const { exitCode, stderr } = await served.run(['export', 'codebook', quiz, '--safe-csv'])
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--safe-csv needs --as csv')])
})

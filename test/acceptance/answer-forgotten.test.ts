/** An answer that was deleted on the service is in no file of a folder any more. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { changeAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo')

it('after a sync, whatever is written; those who follow the changes find their place', async () => {
  const content = publishedOf(served.sandbox, 42)
  const [input] = Object.entries(content.widgets.entities).find(([, { type }]) => type === 'input')!
  const secret = 'Nobody may ever know of Ärger 7f3a'
  const answers = Array.from({ length: 30 }, (_, index) => ({
    values: { [input]: index === 12 ? `${secret} ${'and more of it. '.repeat(40)}` : `Words ${index}` },
    date_start: new Date(Date.parse('2026-09-01T12:00:00Z') + index * 86_400_000).toISOString(),
    date_end: new Date(Date.parse('2026-09-01T12:05:00Z') + index * 86_400_000).toISOString(),
  }))
  const quiz = await surveyWith(served.sandbox, 'To forget', content, answers)
  const folder = join(freshFolder(), 'answers')
  const sync = () => served.run(['answer', 'sync', String(quiz), folder, '--to', 'ndjson,parquet,csv,csv-long,sqlite,changes'])
  const holding = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => statSync(join(folder, path)).isFile() && readFileSync(join(folder, path)).includes(secret),
    )
  expect((await sync()).exitCode).toBe(0)
  expect(holding()).toEqual(expect.arrayContaining(['store.sqlite', 'answers.sqlite', 'changes.ndjson', 'csv/wide.csv']))
  const size = statSync(join(folder, 'changes.ndjson')).size
  const { id } = served.sandbox.service.store
    .all<{ id: number; values: string }>('select id, "values" from answer where quiz_id = ?', quiz)
    .find((one) => one.values.includes(secret))!
  changeAnswer(served.sandbox.service.store, id, { is_deleted: true })
  expect((await sync()).exitCode).toBe(0)
  expect(holding()).toEqual([])
  const text = readFileSync(join(folder, 'changes.ndjson'))
  expect(text.subarray(0, size).toString().endsWith('\n')).toBe(true)
  const lines = text
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.filter((line) => line.id === id).map(({ op }) => op)).toEqual(['delete', 'delete'])
  expect(lines).toHaveLength(31)
})

/** Reports: what was counted, and the files and texts behind a question. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { questionId, survey } from '../../src/sandbox/seed/demo-surveys.ts'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { freshFolder } from '../support/program.ts'
import { surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

interface Question {
  widget_id: string
  widget_hash: string
  type: string
  answered: number
  is_old_answer_time: boolean
  average_answer_time: number | null
  bars?: { label: string; count: number; percent: number }[]
}

const reportOf = async (words: string): Promise<{ report_uuid: string; total: number; questions: Question[] }> =>
  (await run(`report view ${words} --json`)).json

/** Words that name a question of a report. */
const about = async (number: number): Promise<string> => {
  const { report_uuid, questions } = await reportOf('42')
  const { widget_id, widget_hash } = questions.find((question) => question.widget_id === questionId(number))!
  return `42 ${report_uuid} --widget-id ${widget_id} --widget-hash ${widget_hash}`
}

it('gives a script one row a bar, and tells how to read texts and files', async () => {
  const { stdout, stderr, exitCode } = await run('report view 42')
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(exitCode).toBe(0)
  expect(new Set(rows.map(([number]) => number)).size).toBe(13)
  const { questions } = await reportOf('42')
  expect(rows.filter(([number]) => number === '2')).toEqual(
    questions[1]!.bars!.map(({ label, count, percent }) => [
      '2',
      'What did you order?',
      'choice',
      '',
      label,
      String(count),
      String(percent),
    ]),
  )
  expect(stderr).toMatch(/questions 5, 10, 11, 12, 13: surveyctl report inputs 42 5\n/)
})

const terminal = (): Record<string, string> => ({ ...served.sandbox.signedIn, LC_ALL: 'C.UTF-8', PAGER: 'cat', SURVEYCTL_PAGER: 'cat' })

it.skipIf(!hasPty)('draws bars with counts, shares, means and NPS for a person', async () => {
  const { screen } = await onTerminal(['report', 'view', '42'], { env: terminal() })
  const { questions } = await reportOf('42')
  const [first] = questions[1]!.bars!
  expect(screen).toMatch(new RegExp(`${first!.label} +█+[▏▎▍▌▋▊▉]? +${first!.count} +${first!.percent.toFixed(1)}%`))
  expect(screen).toMatch(/rating · 299 answers · mean [\d.]+/)
  expect(screen).toMatch(/scale · .* · NPS -?\d+/)
  expect(screen).toMatch(/Packaging\s+Not at all +█/)
})

it('reads the texts of a question by its number, its title or its id', async () => {
  const named = await Promise.all(
    [['5'], ['What went wrong?'], [questionId(5)]].map(([question]) =>
      run(['report', 'inputs', '42', question!, '--limit', '3', '--json']),
    ),
  )
  expect(named.map(({ json }) => json)).toEqual([named[0]!.json, named[0]!.json, named[0]!.json])
  expect(named[0]!.json).toEqual((await run(`report inputs ${await about(5)} --limit 3 --json`)).json)
  expect(named[0]!.json).toHaveLength(3)
  const unknown = await run('report inputs 42 99')
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    5,
    expect.stringMatching(/The report of survey 42 has no question "99"[^]*report view 42\n/),
  ])
})

it('counts what is asked for', async () => {
  const all = await reportOf('42')
  const delivery = all.questions.find(({ widget_id }) => widget_id === questionId(4))!
  expect(delivery.bars!.reduce((sum, { count }) => sum + count, 0)).toBe(delivery.answered)
  const north = join(freshFolder(), 'north.yaml')
  writeFileSync(north, `filters: [{question_id: ${questionId(3)}, values: [North]}]`)
  const some = await reportOf(`42 --file ${north}`)
  expect(some.total).toBe(
    all.questions.find(({ widget_id }) => widget_id === questionId(3))!.bars!.find(({ label }) => label === 'North')!.count,
  )
  expect((await reportOf('42 --incomplete')).total).toBeLessThan(all.total)
  expect((await reportOf('42 --from 2099-01-01')).total).toBe(0)
  expect((await reportOf(`42 --file ${north}`)).report_uuid).toBe(some.report_uuid)
  expect(some.report_uuid).not.toBe(all.report_uuid)
})

it('tells where the time of an answer is not known of all', async () => {
  const content = survey(
    'Old and new',
    [
      { type: 'input', title: 'First' },
      { type: 'input', title: 'Second' },
    ],
    { first: 801 },
  )
  const [first, second] = content.widgets.ids.slice(1, -1) as [string, string]
  const id = await surveyWith(served.sandbox, 'Old and new', content, [
    { values: { [first]: 'old' }, date_start: '2026-06-30T10:00:00.000Z', date_end: '2026-06-30T10:01:00.000Z' },
    { values: { [first]: 'new', [second]: 'new' }, date_start: '2026-07-01T10:00:00.000Z', date_end: '2026-07-01T10:01:00.000Z' },
  ])
  const facts = async (flags: string): Promise<unknown> =>
    (await reportOf(`${id} ${flags}`.trim())).questions.map(({ is_old_answer_time, average_answer_time }) => [
      is_old_answer_time,
      average_answer_time,
    ])
  expect(await facts('')).toEqual([
    [true, 30],
    [false, 30],
  ])
  expect(await facts('--from 2026-07-01')).toEqual([
    [false, 30],
    [false, 30],
  ])
  expect(await facts('--to 2026-06-30')).toEqual([
    [true, null],
    [false, null],
  ])
})

it('reads the text answers to a question, page by page', async () => {
  const words = await about(5)
  const all = (await run(`report inputs ${words} --all --json`)).json as { value: string; answer_id: number }[]
  expect(all.length).toBeGreaterThan(20)
  expect(all.every(({ value }) => value.length > 0)).toBe(true)
  expect((await run(`report inputs ${words} --limit 5 --offset 5 --json`)).json).toEqual(all.slice(5, 10))
  expect((await run(`report inputs ${await about(2)} --json`)).json).toEqual([])
})

it('lists the files of a question, and saves them', async () => {
  const words = await about(14)
  const [file] = (await run(`report files ${words} --limit 1 --json`)).json
  expect(file).toMatchObject({ url: expect.stringContaining('http'), name: expect.any(String), ext: 'txt' })
  const cwd = freshFolder()
  const { exitCode, json } = await run(`report files ${words} --download uploads --json`, { cwd })
  expect([exitCode, json.saved.length]).toEqual([0, (await run(`report files ${words} --all --json`)).json.length])
  expect(readdirSync(join(cwd, 'uploads'))).toHaveLength(json.saved.length)
  expect(readFileSync(join(cwd, 'uploads', file.name)).length).toBeGreaterThan(0)
})

it('names what is missing or wrong', async () => {
  expect(await run('report files 42 4d906e16-267a-815a-8f70-04d250c5d52c')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--widget-id[^]*--widget-hash/),
  })
  expect(await run('report inputs 42 not-a-uuid --widget-id x --widget-hash y')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('UUID'),
  })
  const unknown = await run(
    'report inputs 42 00000000-0000-4000-8000-000000000000 --widget-id 00000000-0000-4000-8000-000000000000 --widget-hash 00000000-0000-4000-8000-000000000000 --json',
  )
  expect([unknown.exitCode, unknown.error.code]).toEqual([5, 'not_found'])
  expect(await run('report view 9999 --json')).toMatchObject({ exitCode: 5, error: { code: 'quiz_not_found' } })
  const raw = await fetch(`${served.sandbox.baseUrl}/quiz/42/report/4d906e16-267a-815a-8f70-04d250c5d52c/inputs`, {
    headers: { authorization: `Bearer ${served.sandbox.apiKey}` },
  })
  expect([raw.status, Object.keys(((await raw.json()) as { errors: object }).errors)]).toEqual([422, ['widget_id', 'widget_hash']])
})

it('is a read: a profile that may not write may ask for it', async () => {
  const reader = served.as(served.sandbox.apiKey)
  expect((await reader('config set read_only true')).exitCode).toBe(0)
  expect((await reader('report view 42 --quiet')).exitCode).toBe(0)
  expect((await reader(['filter', 'save', '42', '--type', 'report', '--filters', '[]'])).exitCode).toBe(4)
})

it.skipIf(!hasPty)('says how long answers took in seconds, where they are few, and nothing where it is not known', async () => {
  const content = survey('Quick', [{ type: 'input', title: 'First' }], { first: 821 })
  const [first] = content.widgets.ids.slice(1, -1) as [string]
  const overviewOf = async (seconds: number): Promise<string> => {
    const date_end = `2026-08-01T09:00:${String(seconds).padStart(2, '0')}.000Z`
    const id = await surveyWith(served.sandbox, 'Quick', content, [{ values: { [first]: 'x' }, date_end }])
    return (await onTerminal(['report', 'view', String(id)], { env: terminal() })).screen
  }
  expect(await overviewOf(2)).toContain('half of them took 2 seconds or less')
  expect(await overviewOf(0)).not.toMatch(/half of them/)
})

/** Each answer has its place in every file: names that can't meet, columns that don't change under old answers, months of any year. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Content, Question } from '../../src/model/survey.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, surveyWith, useSandbox, type GivenAnswer } from '../support/served.ts'

const served = useSandbox('demo')
const sync = (...args: string[]) => served.run(['answer', 'sync', ...args])
const fresh = (): string => join(freshFolder(), 'answers')
const id = (n: number): string => `20000000-0000-4000-8000-00000000000${n}`

const contentOf = (...questions: Question[]): Content => {
  const { settings, ...content } = publishedOf(served.sandbox, 42)
  const entities = Object.fromEntries(questions.map((question, index) => [id(index + 1), question]))
  return { ...content, settings, conditions: {}, widgets: { ids: Object.keys(entities), entities } } as Content
}
const survey = (questions: Question[], answers: GivenAnswer[]): Promise<number> =>
  surveyWith(served.sandbox, 'Columns', contentOf(...questions), answers)

const rowsIn = (folder: string): any[] =>
  readdirSync(join(folder, 'ndjson'))
    .toSorted()
    .flatMap((month) =>
      readFileSync(join(folder, 'ndjson', month, 'part-0.ndjson'), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line))

const choice = (title: string, more: object = {}): Question =>
  ({ type: 'choice', title, choiceEntities: [1, 2].map((n) => ({ id: String(n), title: `Option ${n}` })), ...more }) as Question

it('no two variables have one name, whatever --keys says', async () => {
  const quiz = await survey([choice('Several'), choice('Other')], [{ values: { [id(1)]: ['1'], [id(2)]: ['2'] } }])
  const keys = join(freshFolder(), 'keys.yaml')
  writeFileSync(keys, `${id(1)}: several\n${id(2)}: several_v2\n`)
  const folder = fresh()
  expect((await sync(String(quiz), folder, '--to', 'ndjson,parquet,sqlite', '--keys', keys)).exitCode).toBe(0)
  const { widgets } = (await served.run(['quiz', 'view', String(quiz), '--json'])).json
  widgets.entities[id(1)].choiceMultiple = true
  await served.sandbox.request('POST', `/quiz/${quiz}/save`, widgets)
  await served.sandbox.request('POST', `/quiz/${quiz}/publish`)
  await served.control('answer', { quiz, count: 3 })
  for (const given of [[], ['--keys', keys], ['--keys', keys]]) {
    const { exitCode, stderr } = await sync(String(quiz), folder, '--rewrite', ...given)
    expect([exitCode, stderr]).toEqual([0, ''])
    const { variables } = JSON.parse(readFileSync(join(folder, 'dictionary.json'), 'utf8'))
    const names = variables.map(({ key }: any) => key)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(['several', 'several_v2', 'several_v3_1']))
  }
})

it.each([
  ['{a: b}', 'a map'],
  ['[a, b]', 'a list'],
  ['12', '"12"'],
])('a name that is %s is said to be that', async (text, what) => {
  const keys = join(freshFolder(), 'keys.yaml')
  writeFileSync(keys, `where_do_you_live: ${text}\n`)
  const { exitCode, stderr } = await sync('42', fresh(), '--keys', keys)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`where_do_you_live: ${what} is no name`)])
})

it('answers of any year are in every file', async () => {
  const times = ['+012026-03-04T05:06:07.000Z', '-000005-02-01T00:00:00.000Z', '0050-12-31T23:59:59.000Z', '2026-01-02T03:04:05.000Z']
  const quiz = await survey(
    [choice('One')],
    times.map((time) => ({ values: { [id(1)]: ['1'] }, date_start: time, date_end: time })),
  )
  const folder = fresh()
  expect((await sync(String(quiz), folder, '--to', 'ndjson,parquet,csv')).exitCode).toBe(0)
  expect(
    rowsIn(folder)
      .map(({ date_start }) => date_start)
      .toSorted(),
  ).toEqual(times.toSorted())
  expect(readFileSync(join(folder, 'csv/wide.csv'), 'utf8').trim().split('\n')).toHaveLength(5)
  expect(readdirSync(join(folder, 'parquet')).toSorted()).toEqual([
    'month=+012026-03',
    'month=-000005-02',
    'month=0050-12',
    'month=2026-01',
  ])
})

describe('after an option was renamed', () => {
  const headOf = (folder: string): string[] => readFileSync(join(folder, 'csv/wide.csv'), 'utf8').split('\n')[0]!.split(',')
  const chosen = (folder: string): number =>
    rowsIn(folder).filter(({ what_did_you_order: order }) => order?.includes('Garden tools')).length
  const old = (folder: string): number => rowsIn(folder).filter(({ what_did_you_order: order }) => order?.includes('Tools')).length

  /** Behind the tool's back, and with new answers. */
  async function rename(): Promise<{ question: string; before: number }> {
    const before = fresh()
    await sync('42', before, '--to', 'ndjson')
    const { widgets } = (await served.run('quiz view 42 --json')).json
    const [question, order]: [string, any] = Object.entries<any>(widgets.entities).find(([, { choiceMultiple }]) => choiceMultiple)!
    order.choiceEntities[1].title = 'Garden tools'
    await served.sandbox.request('POST', '/quiz/42/save', widgets)
    await served.sandbox.request('POST', '/quiz/42/publish')
    return { question, before: old(before) }
  }

  it('a first sync knows the old label by the report of one answer', async () => {
    const { before } = await rename()
    await served.control('answer', { quiz: 42, count: 20, seed: 5 })
    const folder = fresh()
    const { exitCode, stderr } = await sync('42', folder, '--to', 'ndjson,csv')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect([old(folder), chosen(folder)]).toEqual([0, expect.any(Number)])
    expect(chosen(folder)).toBeGreaterThan(before)
    expect(headOf(folder).filter((name) => name.includes('1001'))).toEqual([])
  })

  it('what can not be known is named, with what to do; said in --keys, it is known', async () => {
    const { question, before } = await rename()
    await served.control('fault add', { pattern: 'POST /quiz/*/report', status: 500 })
    const folder = fresh()
    const { stderr } = await sync('42', folder, '--to', 'ndjson,csv')
    expect(stderr).toContain(`"Tools" of "What did you order?": ${before} times`)
    expect(stderr).toContain(`labels: {${question}: {"Tools": OPTION}}`)
    expect(headOf(folder)).toContain('what_did_you_order_1001')
    const keys = join(freshFolder(), 'keys.yaml')
    writeFileSync(keys, `labels: {${question}: {Tools: Garden tools}}\n`)
    expect((await sync('42', folder, '--keys', keys)).exitCode).toBe(0)
    expect([old(folder), chosen(folder)]).toEqual([0, before])
    expect(headOf(folder)).not.toContain('what_did_you_order_1001')
  })

  it('by this tool, its own memory of the draft says so', async () => {
    const before = fresh()
    await sync('42', before, '--to', 'ndjson')
    const { widgets } = (await served.run('quiz view 42 --json')).json
    const [, order]: [string, any] = Object.entries<any>(widgets.entities).find(([, { choiceMultiple }]) => choiceMultiple)!
    order.choiceEntities[1].title = 'Garden tools'
    const file = join(freshFolder(), 'draft.json')
    writeFileSync(file, JSON.stringify(widgets))
    expect((await served.run(['quiz', 'save', '42', '--file', file])).exitCode).toBe(0)
    await served.control('fault add', { pattern: 'POST /quiz/*/report', status: 500 })
    const folder = fresh()
    expect((await sync('42', folder, '--to', 'ndjson')).stderr).not.toContain('fit')
    expect([old(folder), chosen(folder)]).toEqual([0, old(before)])
  })

  it("in a project, the state's revisions say so, to every reader", async () => {
    const cwd = freshFolder()
    const git = (...words: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], { cwd, stdio: 'pipe' })
    expect((await served.run(['project', 'init'], { cwd })).exitCode).toBe(0)
    expect((await served.run(['project', 'pull', '--all'], { cwd })).exitCode).toBe(0)
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'Pulled')
    const { before } = await rename()
    expect((await served.run(['project', 'pull', '--all'], { cwd })).exitCode).toBe(0)
    await served.control('fault add', { pattern: 'POST /quiz/*/report', status: 500 })
    const counted = async (where?: string) =>
      (await served.run('answer stats 42 what_did_you_order --all --json', where ? { cwd: where } : {})).json.questions[0].options
    const tools = (options: any[]): object[] =>
      options.filter(({ label }) => /tools/i.test(label)).map(({ label, count }) => ({ label, count }))
    expect(tools(await counted(freshFolder()))).toEqual([
      { label: 'Garden tools', count: 0 },
      { label: 'Tools', count: before },
    ])
    expect(tools(await counted(cwd))).toEqual([{ label: 'Garden tools', count: before }])
    const typed = await served.run('export csv 42 --typed --complete --output -', { cwd })
    expect([typed.exitCode, typed.stdout.split('\n')[0]]).toEqual([0, expect.not.stringContaining('1001')])
  })
})

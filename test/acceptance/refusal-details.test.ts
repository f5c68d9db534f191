/** What a refusal names is told: which webhook, which questions, which surveys, how many ids fit. */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

describe('a refusal names', () => {
  it('the webhook that exists', async () => {
    const [{ id }] = (await run('webhook list 42 --json')).json
    const { exitCode, stderr } = await run('webhook add 42 https://hooks.example.com/spring --title Twin --method post')
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`Survey 42 already has a webhook with this address and method: webhook ${id} (webhook_exists)`)
    expect(stderr).toContain(`surveyctl webhook edit 42 ${id}`)
  })
  it('the questions that are not there', async () => {
    const unknown = '10000000-0000-4000-8000-000000000999'
    expect((await run(['email', 'questions', '42', '--owner-excluded', unknown])).stderr).toContain(`has no such questions: ${unknown} (`)
  })
  it('the surveys of a folder', async () => {
    const [{ id, name }] = (await run('quiz list --folder 2 --json')).json
    const { exitCode, stderr } = await run('folder delete 2 --yes')
    expect([exitCode, stderr]).toEqual([6, expect.stringMatching(new RegExp(`Folder 2 holds \\d surveys? \\(.*${id} "${name}"`))])
  })
  it('those of several surveys that are not there', async () => {
    const { stderr } = await run('promo attach 42 --list 1 --to 42,998,999')
    expect(stderr).toContain('Surveys 998, 999 were not found')
  })
  it('where a theme that exists is to be seen', async () => {
    const { exitCode, stderr } = await run('quiz theme 42 999')
    expect([exitCode, stderr]).toEqual([5, expect.stringMatching(/Theme 999 was not found[^]*surveyctl quiz view 42 --jq \.theme\n/)])
  })
  it('why no section of an AI report was accepted', async () => {
    const { exitCode, stderr } = await run('ai-report start 46 --section text')
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/no section of the AI report was accepted: text .+ \(ai_report_refused\)/),
    ])
  })
})

describe('too many ids', () => {
  it.each([1650, 4000])('%i: how many fit is said, and fits', async (count) => {
    const folder = freshFolder()
    const ids = (many: number): string => Array.from({ length: many }, (_, index) => 100_000 + index).join(',')
    const refused = await run(['export', 'csv', '42', '--ids', ids(count), '-o', join(folder, 'a.csv')])
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`${count} ids of --ids are more than the service accepts in one request`),
    ])
    const fits = Number(/(\d+) of them fit/.exec(refused.stderr)![1])
    expect(fits).toBeGreaterThan(300)
    expect((await run(['export', 'csv', '42', '--ids', ids(fits), '-o', join(folder, 'b.csv')])).exitCode).toBe(0)
  })
})

describe('an export', () => {
  it.each(['csv', 'xlsx', 'word', 'sav'])('as %s says how many answers it saved, and that ids match nothing', async (format) => {
    const folder = freshFolder()
    const [first, second] = (await run('answer list 42 --limit 2 --complete --json')).json as { id: number }[]
    const all = await run(['export', format, '42', '-o', join(folder, 'all'), '--json'])
    expect(all.json).toMatchObject({ answers: 299 })
    const some = await run(['export', format, '42', '--ids', `${first!.id},${second!.id},999999`, '-o', join(folder, 'some')])
    expect(some.stdout).toMatch(/^Saved .*some \(2 answers, /)
    expect(some.stderr).toContain('1 of 3 ids are not among them')
    expect(statSync(join(folder, 'some')).size).toBeGreaterThan(100)
  })
  it('counts a text of several lines once', async () => {
    const { countSavedAnswers } = await import('../../src/files/saved-answers.ts')
    const path = join(freshFolder(), 'a.csv')
    writeFileSync(path, 'id,text\r\n1,"two\nlines ""quoted"""\r\n2,x')
    expect(await countSavedAnswers(path)).toBe(2)
    writeFileSync(path, '')
    expect(await countSavedAnswers(path)).toBe(0)
  })
  it('that the service filters by no period says where there is one', async () => {
    const { exitCode, stderr } = await run('export word 42 --from 2026-01-01')
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/Unknown flag --from\b/)])
    expect(stderr).toMatch(/--from is for .*surveyctl export summary.*\. See: surveyctl export word --help\n/)
    expect((await run('export csv 42 --from 2026-01-01 -o -')).stderr).toBe('✗ --from-date needs --typed\n')
  })
})

describe('the body of a report or summary, which the specification does not show', () => {
  it.each(['report view 42', 'export report 42 -o report.pdf', 'export summary 42 -o summary.pdf'])(
    '%s takes any field of a file',
    async (line) => {
      const cwd = freshFolder()
      writeFileSync(join(cwd, 'body.yaml'), 'something_new: {deep: [1]}\n')
      const { exitCode, stderr } = await run(`${line} --file body.yaml --debug`, { cwd })
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Fields that are not known are sent as they are: something_new')])
      expect(stderr).toContain('"something_new":{"deep":[1]}')
    },
  )
})

describe('the sandbox', () => {
  const asked = (line: string) => run(line.split(' '), { env: served.sandbox.env })
  it('takes the very keys and values that `plan show` prints', async () => {
    const rows = (await asked('sandbox plan show')).stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t').join('='))
    expect(rows.length).toBeGreaterThan(20)
    expect(await asked(`sandbox plan set ${rows.join(' ')}`)).toMatchObject({ exitCode: 0 })
    const { options, limits } = (await asked('sandbox plan show --json')).json
    const paths = [
      ...Object.keys(options).map((name) => `options.${name}=true`),
      ...Object.keys(limits).map((name) => `limits.${name}=null`),
    ]
    expect((await asked(`sandbox plan set ${paths.join(' ')}`)).exitCode).toBe(0)
  })
  it('refuses by a code alone, with the status that goes with it', async () => {
    expect(
      (await run(['sandbox', 'fault', 'add', 'POST /quiz/*/rename', '--code', 'save_failed', '--times', '9'], { env: served.sandbox.env }))
        .exitCode,
    ).toBe(0)
    expect(await run('quiz rename 43 X --json')).toMatchObject({ error: { code: 'save_failed', status: 400 } })
    await run(['sandbox', 'fault', 'add', 'GET /quiz/*', '--code', 'access_denied'], { env: served.sandbox.env })
    expect(await run('quiz view 43 --json')).toMatchObject({ exitCode: 4, error: { status: 403 } })
    await asked('sandbox fault clear')
  })
  it('wants the unit of a delay', async () => {
    const { exitCode, stderr } = await run(['sandbox', 'fault', 'add', '* *', '--delay', '4000'], { env: served.sandbox.env })
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--delay must be a number and its unit, like 500ms, 30s, 5m, 2h or 1d, not "4000"'),
    ])
    expect((await run('quiz publish 43 --wait-unlock 30')).exitCode).toBe(2)
  })
})

/** `project check`: findings stand where the files say it, and nothing is asked of the service. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { isSarif } from '../support/sarif.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
let cwd: string
const file = (key: string): string => join(cwd, 'surveys', key, 'survey.yaml')
const check = (...more: string[]) => served.run(['project', 'check', ...more], { cwd })
const edit = (key: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(file(key), 'utf8')
  expect(text).toMatch(from)
  writeFileSync(file(key), text.replace(from, to))
}
const lineOf = (key: string, text: string): number =>
  readFileSync(file(key), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

beforeAll(async () => {
  cwd = freshFolder()
  expect((await served.run('project init', { cwd })).exitCode).toBe(0)
  expect((await served.run('project pull --all', { cwd })).exitCode).toBe(0)
})

describe('a project', () => {
  it('that was pulled has no errors, and the service is not asked', async () => {
    const before = served.sandbox.requests.length
    const { exitCode, stdout, stderr } = await check()
    expect([exitCode, served.sandbox.requests.length, stderr]).toEqual([0, before, expect.stringContaining('0 errors')])
    expect(stdout).not.toContain('error\t')
  })

  it('tells what is wrong at its line, also in SARIF and below the folder of the project', async () => {
    edit('spring', /(\n *)title: What did you order\?/, '$1title: What did you order?$1choiceMin: 99')
    edit('spring', 'close_quiz_enabled: false', 'close_quiz_enabled: true')
    edit('spring', '  rules:\n', '  rules:\n    - {if: {all: [{question: q:nobody, operator: answered}]}, then: {action: finish}}\n')
    const invalid = await check('spring')
    expect([invalid.exitCode, invalid.stdout]).toEqual([
      1,
      expect.stringMatching(/^error\tspring\tfile-invalid\t.*"q:nobody" names no question/),
    ])
    edit('spring', 'q:nobody', '10000000-0000-4000-8000-0000000000ff')
    const { exitCode, json } = await check('spring', '--sarif', 'out.sarif', '--json')
    const told = (json as { rule: string; severity: string; file: string; line: number }[])
      .filter(({ severity }) => severity === 'error')
      .map(({ rule, file: at, line }) => [rule, at, line])
    const at = 'surveys/spring/survey.yaml'
    expect([exitCode, told.toSorted()]).toEqual([
      1,
      [
        ['choice-bounds', at, lineOf('spring', 'choiceMin: 99')],
        ['closed', at, lineOf('spring', 'close_quiz_enabled')],
        ['logic-dangling', at, lineOf('spring', '0000000000ff')],
      ],
    ])
    const log = JSON.parse(readFileSync(join(cwd, 'out.sarif'), 'utf8'))
    expect([isSarif(log), isSarif.errors]).toEqual([true, null])
    const places = log.runs[0].results.map(({ ruleId, locations: [{ physicalLocation }] }: any) => [
      ruleId,
      physicalLocation.artifactLocation.uri,
      physicalLocation.region.startLine,
    ])
    expect(places).toEqual(expect.arrayContaining(told))
    const below = await served.run('project check spring --json', { cwd: join(cwd, 'surveys') })
    expect(below.json[0].file).toBe('spring/survey.yaml')
  })

  it('sends nothing that has errors, until it is told so', async () => {
    const project = (line: string) => served.run(`project ${line}`, { cwd })
    const plan = await project('plan spring')
    expect([plan.exitCode, plan.stdout]).toEqual([1, expect.stringMatching(/! .*\(choice-bounds, surveys\/spring\/survey\.yaml:\d+\)/)])
    const before = served.sandbox.requests.length
    const applied = await project('apply spring --yes')
    expect([applied.exitCode, applied.stderr]).toEqual([1, expect.stringMatching(/Nothing was sent[^]*\(closed,[^]*--no-check/)])
    expect(served.sandbox.requests.slice(before).filter((request) => !request.startsWith('GET '))).toEqual([])
    expect((await project('plan spring --no-check')).exitCode).toBe(10)
  })

  it('judges the files with what only the service tells under --live, and sends nothing', async () => {
    await served.sandbox.request('POST', '/quiz/42/payment', { payment_account_id: 1, payment_type: 'scoring' })
    const before = served.sandbox.requests.length
    const plain = (await check('spring', '--json')).json as { rule: string }[]
    expect(served.sandbox.requests.length).toBe(before)
    const { json, stderr } = await check('spring', '--live', '--json', '--fail-on', 'never')
    const told = json as { rule: string; file: string; line: number; fix: string | null; survey: string; fingerprint: string }[]
    const rules = (rows: { rule: string }[]): string[] => rows.map(({ rule }) => rule)
    // What the files say holds, not what the service still has.
    expect(rules(told)).toEqual(expect.arrayContaining(rules(plain)))
    const more = told.filter(({ rule }) => !rules(plain).includes(rule))
    expect(more.length).toBeGreaterThan(0)
    expect(new Set(more.map(({ survey, file: at }) => [survey, at].join()))).toEqual(new Set(['spring,surveys/spring/survey.yaml']))
    expect(more.map(({ fix }) => fix)).toContainEqual(expect.stringMatching(/^surveyctl \S+ \S+ 42\b/))
    expect(stderr).not.toContain('--live')
    expect(served.sandbox.requests.slice(before).filter((line) => !/^GET|\/report$/.test(line))).toEqual([])
    const fresh = freshFolder()
    await served.run('project init', { cwd: fresh })
    mkdirSync(join(fresh, 'surveys/new'), { recursive: true })
    writeFileSync(
      join(fresh, 'surveys/new/survey.yaml'),
      'format: 1\nname: New\nscreens:\n  - {key: how, type: rating, title: How?}\n  - {key: submit, type: submit}\n',
    )
    expect((await served.run('project check --live', { cwd: fresh })).stderr).toContain('new: not on the service yet')
  })

  it('accepts what check.yaml names by keys, and keeps its fingerprints when lines move', async () => {
    const prints = async (): Promise<string[]> => (await check('spring', '--json')).json.map(({ fingerprint }: any) => fingerprint)
    const before = await prints()
    edit('spring', 'format: 1', '# one more line\n\nformat: 1')
    expect(await prints()).toEqual(before)
    writeFileSync(
      join(cwd, 'check.yaml'),
      `suppress:
  - {rule: choice-bounds, survey: spring, screen: choice-1, reason: known}
  - {rule: closed, survey: spring, reason: summer break}
  - {rule: logic-dangling, survey: spring, reason: known}
  - {rule: nobody-notified, survey: spring, reason: told by hand}
`,
    )
    const { exitCode, stdout, stderr } = await check('spring')
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('3 suppressed')])
    expect(stdout).not.toContain('unused-suppression')
    expect((await check('spring', '--no-suppress')).exitCode).toBe(1)
  })

  it('is not read where it is no YAML, and the others are', async () => {
    appendFileSync(file('partners'), 'a: [')
    const { exitCode, json } = await check('--json')
    const errors = json.filter(({ severity, suppressed }: any) => severity === 'error' && suppressed === null)
    expect([exitCode, errors.map(({ rule, survey }: any) => [rule, survey])]).toEqual([1, [['file-invalid', 'partners']]])
  })
})

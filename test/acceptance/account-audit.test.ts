/** The account judged as a whole: each rule with a case, and the demo account as the one next to it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
let cwd: string
beforeEach(() => {
  cwd = freshFolder()
})
const run = (line: string | string[]) => served.run(line, { cwd })
const done = async (...lines: string[]): Promise<void> => {
  for (const line of lines) {
    const { exitCode, stderr } = await run(line)
    expect([line, exitCode], stderr).toEqual([line, 0])
  }
}
async function findings(): Promise<string[]> {
  const { json, stderr } = await run('account audit --fail-on never --json')
  expect(json, stderr).toBeDefined()
  return json.map(({ rule, survey }: { rule: string; survey: string }) => `${rule} ${survey}`).sort()
}
const longAgo = '2020-01-01T00:00:00.000Z'

const ofDemo = [
  'deliveries-stuck 42',
  'deliveries-stuck 42',
  'folder-permission-dangling account',
  'promo-orphan account',
  'restart-old 42',
  'role-broad account',
  'silent-survey 46',
]

it('finds what is to be done, says the worst first, and counts what it could not judge', async () => {
  expect(await findings()).toEqual(ofDemo)
  const { exitCode, stdout, stderr } = await run('account audit')
  expect([exitCode, stdout.split('\t')[0]]).toEqual([1, 'error'])
  expect(stderr).toContain('Not checked (smtp-down, storage-bad)')
  expect((await run('account audit --strict --fail-on never')).exitCode).toBe(1)
  const participant = served.as(await served.sandbox.participant({ integrations: 'forbidden' }, { all: true }))
  expect((await participant('account audit --fail-on never')).stderr).toMatch(/Not checked \(.*silent-survey.*deliveries-stuck/)
})

it('finds each of these, once each', async () => {
  const { store } = served.sandbox.service
  await done(
    'quiz set 48 close_quiz_enabled=true',
    'quiz rename 46 Onboarding',
    'webhook add 43 http://example.org/hook --title Plain',
    'quiz set 43 scripts_in_head_enabled=true scripts_in_head=<script/src=https://cdn.example.net/x.js></script>',
    'scheduler edit 1 --no-is-active',
  )
  await served.control('revoke', { quiz: 42, what: 'sheets' })
  await served.control('plan set', {
    change: { 'limits.quizzes': 7, 'limits.disk_bytes': 500, 'limits.members': 4, 'limits.answers': 300 },
  })
  store.run('update quiz set updated_at = ? where id in (43, 44)', longAgo)
  store.run('update quiz set created_at = ?, updated_at = ? where id = 49', longAgo, longAgo)
  writeFileSync(join(cwd, 'check.yaml'), 'domains: [example.com]\n')
  const found = await findings()
  const added = found.filter((one) => !ofDemo.includes(one))
  expect(added).toEqual([
    'access-revoked 42',
    'archive-candidate 49',
    'duplicate-name 46',
    'forgotten-draft 43',
    'ghost-survey 49',
    'plan-disk account',
    'plan-members account',
    'plan-surveys account',
    'published-but-closed 48',
    'restart-old 49',
    'scheduler-stale account',
    'scripts-inventory 43',
    ...Array.from({ length: 3 }, () => 'target-foreign 42'),
    'target-foreign 43',
    'target-insecure 43',
  ])
  expect(
    added.filter((one) => one.startsWith('ghost-survey 48')),
    'closed',
  ).toEqual([])
})

it('takes its rules from check.yaml, and writes what code hosts read', async () => {
  writeFileSync(
    join(cwd, 'check.yaml'),
    'rules: {restart-old: off}\nsuppress: [{rule: silent-survey, survey: "46", reason: Nobody has to}, {rule: role-broad, survey: account, reason: Known}]\n',
  )
  const { exitCode } = await run('account audit --sarif audit.sarif --junit audit.xml --fail-on never')
  expect(exitCode).toBe(0)
  const { runs } = JSON.parse(readFileSync(join(cwd, 'audit.sarif'), 'utf8'))
  const results: { ruleId: string; suppressions?: unknown[] }[] = runs[0].results
  expect(results.map(({ ruleId }) => ruleId)).not.toContain('restart-old')
  expect(
    results
      .filter(({ suppressions }) => suppressions)
      .map(({ ruleId }) => ruleId)
      .sort(),
  ).toEqual(['role-broad', 'silent-survey'])
  expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toContain('deliveries-stuck')
  // A suppression of this account's is nothing that a check of one survey misses.
  expect(
    (await run('quiz check 46 --fail-on never --json')).json.filter(({ rule }: { rule: string }) => rule === 'unused-suppression'),
  ).toEqual([])
})

it('leaves out a webhook that is deleted meanwhile', async () => {
  await served.control('fault add', { pattern: 'GET /quiz/42/webhooks/*/logs', code: 'webhook_not_found' })
  const { exitCode, json, stderr } = await served.run('integration triage 42 --json')
  const channels = json?.map(({ channel }: { channel: string }) => channel.replace(/ .*/, ''))
  expect([exitCode, channels], stderr).toEqual([expect.any(Number), expect.arrayContaining(['letters', 'sheets'])])
  expect((await served.run('account audit --fail-on never')).stderr).not.toContain('not found')
})

it.each(['', '/webhooks', '/emails'])(
  'leaves out a survey that is deleted meanwhile, and judges the others: GET /quiz/43%s',
  async (part) => {
    await served.control('fault add', { pattern: `GET /quiz/43${part}`, code: 'quiz_not_found' })
    const audited = await served.run('account audit --json --fail-on never')
    expect([audited.exitCode, audited.stderr]).toEqual([0, expect.not.stringMatching(/silent-survey|not found/)])
    expect(audited.json.some(({ rule }: { rule: string }) => rule === 'silent-survey')).toBe(true)
    expect((await served.run('integration triage')).exitCode).toBe(1)
    expect((await served.run('integration triage 43')).exitCode, 'one that is named must be there').toBe(5)
    await served.control('fault clear')
  },
)

it('names first what helps first, as triage does', async () => {
  const next = (await served.run('integration triage 42 --json')).json.filter(({ state }: { state: string }) => state === 'failing')
  const { json } = await served.run('account audit --json --fail-on never')
  const fixes = json.filter(({ rule }: { rule: string }) => rule === 'deliveries-stuck').map(({ fix }: { fix: string }) => fix)
  expect(fixes).toEqual(next.map((row: { next: string }) => row.next))
})

it('puts on a terminal what it comes to first, and one rule over many surveys once', async () => {
  const { store } = served.sandbox.service
  for (const name of ['A', 'B', 'C', 'D', 'E']) await done(`quiz create --folder 2 --name ${name}`)
  store.run("update quiz set updated_at = ? where name in ('A', 'B', 'C', 'D', 'E')", longAgo)
  const told = await served.run('account audit --fail-on never', { cwd, columns: 120 })
  const stdout = stripVTControlCharacters(told.stdout)
  expect(stdout.split('\n')[0]).toMatch(/^The account: \d+ errors?, \d+ warnings?, \d+ notes?$/)
  expect(stdout.split('\n')[1]).toMatch(/First of all: surveyctl /)
  expect(stdout).toMatch(/forgotten-draft: 5 surveys\n.*not changed for a year\n +\d+, \d+, \d+, \d+, \d+\n +surveyctl quiz archive \d+/)
})

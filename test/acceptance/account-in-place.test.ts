/** Surveys that are there, changed back to what a backup has: nothing that came since is lost unasked, and nothing begins to send. */
import { beforeEach, expect, it } from 'vitest'
import { backups } from '../support/backed-up.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { publishedOf, useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const backUp = backups(served)
let cwd: string
const run = (line: string | string[]) => served.run(line, { cwd })
const done = async (...lines: string[]): Promise<void> => {
  for (const line of lines) {
    const { exitCode, stderr } = await run(line)
    expect([line, exitCode], stderr).toEqual([line, 0])
  }
}
const diffLines = async (): Promise<string[]> => {
  const { json, stderr } = await run('account diff monday --live --json')
  expect(json, stderr).toBeDefined()
  return json.map(({ line }: { line: string }) => line)
}
/** A report is read by POST. */
const writesSince = (count: number): string[] =>
  served.sandbox.requests.slice(count).filter((line) => !line.startsWith('GET') && !line.endsWith('/report'))

beforeEach(async () => {
  cwd = freshFolder()
  await backUp('account backup monday', cwd)
})

const edits = [
  'question set 42 2 title=Oops',
  'quiz rename 42 Summer',
  'quiz set 42 close_quiz_enabled=true',
  'quiz move 42 --folder 3',
  'text set 42 btn_next=Onward --lang en',
  'webhook edit 42 7 --url https://other.example.com/x',
  'webhook remove 42 8 --yes',
  'webhook add 42 https://added.example.com/x --title Added',
  'email disable 42 owner',
  'email recipient-remove 42 3 --yes',
]

it('changes back what somebody changed, switches nothing on, writes to nobody, and can be undone', async () => {
  await done(...edits)
  const asked = served.sandbox.requests.length
  expect((await run('account restore monday --in-place 42 --dry-run')).exitCode).toBe(0)
  expect((await run('account restore monday --in-place 42')).exitCode).toBe(2)
  expect(writesSince(asked)).toEqual([])
  const inbox = await served.control('inbox')
  const published = publishedOf(served.sandbox, 42)
  const restored = await run('account restore monday --in-place 42 --yes --json')
  expect([restored.exitCode, restored.json?.surveys[0]?.status], restored.stderr).toEqual([0, 'restored'])
  expect(restored.json.surveys[0].stays.map(({ what }: { what: string }) => what)).toEqual([
    'letters.owner',
    'recipients.former@example.org',
  ])
  expect(await diffLines()).toEqual([
    expect.stringMatching(/^~ letters\.owner\.enabled {2}true → false$/),
    expect.stringMatching(/^- recipients\.former@example\.org /),
  ])
  expect([await served.control('inbox'), publishedOf(served.sandbox, 42)]).toEqual([inbox, published])
  const before = served.sandbox.requests.length
  const again = await run('account restore monday --in-place 42 --yes --json')
  expect([again.json.surveys[0].status, writesSince(before)]).toEqual(['in_step', []])
  await done('account restore monday --in-place Spring --activate --recipients --yes')
  expect(await diffLines()).toEqual([])
  expect((await served.control('inbox')).length).toBe(inbox.length + 1)
  await done('quiz undo 42')
  expect((await run('quiz view 42 --json')).json.settings.close_quiz_enabled).toBe(true)
})

it('publishes what was published, when it is told to, once', async () => {
  await done('question set 42 2 title=Oops', 'quiz publish 42')
  const restored = await run('account restore monday --in-place 42 --yes')
  expect([restored.exitCode, restored.stderr]).toEqual([0, expect.stringContaining('surveyctl quiz publish 42')])
  expect(JSON.stringify(publishedOf(served.sandbox, 42))).toContain('Oops')
  const versions = async (): Promise<number> => (await run('version list 42 --json')).json.length
  const count = await versions()
  await done('account restore monday --in-place 42 --publish --yes', 'account restore monday --in-place 42 --publish --yes')
  expect([await versions(), JSON.stringify(publishedOf(served.sandbox, 42)).includes('Oops')]).toEqual([count + 1, false])
})

it('refuses what answers, recipients or logs would lose, until it is told', async () => {
  await done('question add 42 --type choice --title Which --option Yes --option No', 'quiz publish 42')
  await served.control('answer', { quiz: 42, count: 4, seed: 3 })
  await done('email recipient-add 42 new@example.org --yes')
  const asked = served.sandbox.requests.length
  const refused = await run('account restore monday --in-place 42 --yes')
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('--allow-loss')])
  expect(refused.stderr).toMatch(/42: recipients\.new@example\.org is removed/)
  expect(refused.stderr).toMatch(/42: "[^"]*": .*hold it/)
  expect(writesSince(asked)).toEqual([])
  await done('account restore monday --in-place 42 --yes --allow-loss')
  // The answers got codes.
  expect((await diffLines()).filter((line) => !line.includes('promo'))).toEqual([])
})

it('leaves alone what is locked, gone, changed meanwhile, of another account or not in the backup', async () => {
  await done('question set 42 2 title=Oops', 'question set 46 2 title=Oops', 'quiz delete 43 --yes')
  const told: [string, number, RegExp][] = [
    ['--in-place 43', 5, /43 "Onboarding" is gone.*\n.*--from-trash/],
    ['--in-place 99 --in-place Nobody', 2, /no survey 99\n.*no survey Nobody/],
    ['--in-place 42 --from-trash', 2, /do not go with it/],
    ['--allow-loss', 2, /is for --in-place/],
  ]
  for (const [flags, code, text] of told)
    expect(await run(`account restore monday ${flags} --yes`), flags).toMatchObject({ exitCode: code, stderr: expect.stringMatching(text) })
  const { api_key, workspace_id } = await served.control('account add')
  const other = surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: api_key, workspace: workspace_id })
  expect(await other('account restore monday --in-place 42 --yes', { cwd })).toMatchObject({ exitCode: 2 })
  await served.control('lock', { quiz: 42 })
  const asked = served.sandbox.requests.length
  expect(await run('account restore monday --in-place 42 --in-place 46 --yes')).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('42 "Spring"'),
  })
  expect(writesSince(asked)).toEqual([])
  // Somebody else saves between the plan and the first request.
  let views = 0
  served.sandbox.onRequest(({ method, path }) => {
    if (method !== 'GET' || !path.endsWith('/quiz/46') || ++views !== 2) return
    served.sandbox.service.store.run('update quiz set name = ? where id = 46', 'Renamed meanwhile')
  })
  const stale = await run('account restore monday --in-place 46 --yes')
  expect([stale.exitCode, stale.stderr], stale.stderr).toEqual([1, expect.stringContaining('Changed by somebody else meanwhile')])
  expect(writesSince(asked)).toEqual([])
})

it('goes on where it was cut off', async () => {
  await done(...edits)
  await served.control('fault add', { pattern: 'POST /quiz/42/webhooks', status: 500, after_commit: true, times: 1 })
  expect((await run('account restore monday --in-place 42 --yes')).exitCode).toBe(8)
  await done('account restore monday --in-place 42 --yes')
  expect(await diffLines()).toHaveLength(2)
  expect((await run('webhook list 42 --json')).json.filter(({ title }: { title: string }) => title === 'Left halfway')).toHaveLength(1)
})

it('after a restore that the service refused, undoes what was done before', async () => {
  await done('question set 42 2 title=Oops')
  await served.control('fault add', { pattern: 'POST /quiz/42/save', status: 403, times: 1 })
  expect((await run('account restore monday --in-place 42 --yes')).exitCode).toBe(4)
  expect((await run('quiz undo 42')).stdout).toMatch(/^Undid in survey 42: Changed question 2 /)
})

it('takes what was renamed for what it was, and names a list that is gone', async () => {
  await done('promo attach 42 --list 1', 'account backup tuesday', 'folder rename 2 Renamed', 'promo rename 42 1 Renamed')
  const restored = async (): Promise<string> => (await run('account restore tuesday --in-place 42 --yes')).stderr
  const asked = served.sandbox.requests.length
  expect([await restored(), writesSince(asked)]).toEqual(['Survey 42 "Spring": nothing to change back\n', []])
  await done('promo detach 42 --from 42', 'promo delete 42 1 --yes', 'quiz move 42 --folder 1')
  expect(await restored()).toBe(
    'Survey 42 "Spring": 1 change, 1 request\n  ~ folder  "Surveys" → "Customers"\n  promo stays as it is: there is no list "Spring letter" any more\n',
  )
  expect((await run('quiz view 42 --json')).json.folder.id).toBe(2)
})

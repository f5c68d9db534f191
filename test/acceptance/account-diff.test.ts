/** What is different between two backups, or a backup and the account. */
import { expect, it } from 'vitest'
import { freshFolder, type Surveyctl } from '../support/program.ts'
import { serve, useSandbox } from '../support/served.ts'

const served = useSandbox('demo')

it('names each change once, in words, and survives what was deleted', async () => {
  const cwd = freshFolder()
  const run = (line: string) => served.run(line, { cwd })
  expect((await run('account backup monday')).exitCode).toBe(0)
  const same = await run('account diff monday --live')
  expect([same.exitCode, same.stdout, same.stderr]).toEqual([0, '', expect.stringContaining('No differences')])
  for (const line of [
    'question set 42 2 title=Changed',
    'email disable 42 owner',
    'text set 42 btn_next=Onward --lang en',
    'quiz delete 44 --yes',
    'quiz create --folder 2 --name Brand',
  ])
    expect((await run(line)).exitCode, line).toBe(0)
  const live = await run('account diff monday --live --json')
  expect(live.exitCode).toBe(10)
  const lines: string[] = live.json.map(({ survey, line }: { survey: number; line: string }) => `${survey} ${line}`)
  expect(lines.filter((line) => !/promo|texts/.test(line))).toEqual([
    expect.stringMatching(/^42 ~ screens\.[\w-]+\.title {2}".*" → "Changed"$/),
    expect.stringMatching(/^42 ~ letters\.owner\.enabled {2}true → false$/),
    '44 - is gone',
    expect.stringMatching(/^\d+ \+ is new$/),
  ])
  expect(lines.filter((line) => line.includes('Onward'))).toHaveLength(1)
  expect((await run('account backup tuesday --from monday')).exitCode).toBe(0)
  const between = await run('account diff monday tuesday --json')
  expect(between.json).toEqual(live.json)
  const unsaid = await run('account diff monday --json')
  expect([unsaid.exitCode, unsaid.stderr.split('\n')[0]]).toEqual([
    10,
    expect.stringMatching(/^Since monday was read .*the account as it is now$/),
  ])
  expect(unsaid.json).toEqual(live.json)
  const both = await run('account diff monday tuesday --live')
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('Either tuesday or --live')])
})

it('names what was renamed as one change, also where another thing took its name', async () => {
  const cwd = freshFolder()
  const run = (line: string) => served.run(line, { cwd })
  const done = async (lines: readonly (string | string[])[]): Promise<void> => {
    for (const line of lines) expect((await served.run(line, { cwd })).exitCode, String(line)).toBe(0)
  }
  const shown = async (line: string): Promise<string[]> =>
    (await run(line)).json.map(({ survey, line: told }: { survey: number; line: string }) => `${survey} ${told}`)
  await done([
    'account backup monday',
    'webhook edit 42 7 --title Renamed',
    'folder rename 2 Renamed',
    'promo rename 42 1 Renamed',
    'scheduler edit 1 --name Renamed',
    'favorite edit 1 --name Renamed',
  ])
  const [webhook, ...ofAccount] = [
    '42 ~ webhooks.answers.title  "Answers" → "Renamed"',
    'null ~ schedulers.Consultation.name  "Consultation" → "Renamed"',
    'null ~ favorites.Stars.name  "Stars" → "Renamed"',
    'null ~ promo lists.Spring letter.name  "Spring letter" → "Renamed"',
    'null ~ folders.Customers.name  "Customers" → "Renamed"',
  ]
  expect(await shown('account diff monday --live --json')).toEqual([webhook, ...ofAccount])
  await done([
    'webhook add 42 https://hooks.example.com/other --title Answers',
    `quiz move 43 --folder ${(await run('folder create Customers --json')).json.folder_id}`,
    ['promo', 'create', '42', 'Spring letter', 'NEW-1'],
  ])
  expect((await shown('account diff monday --live --json')).map((line) => line.replace(/ {2}(title|name) .*/, ''))).toEqual([
    webhook,
    '42 + webhooks.answers-2',
    '43 ~ folder  "Surveys" → "Customers (2)"',
    ...ofAccount.slice(0, 3),
    'null + promo lists.Spring letter (2)',
    ...ofAccount.slice(3),
  ])
})

const scheduler = (name: string, color: string): string =>
  `scheduler create --name ${name} --color ${color} --schedule-mode weekly --timezone Europe/Berlin --slot-duration 30 --weekly {"mon":[{"from":"09:00","to":"18:00"}]} --new`

it('pairs what has one name in two accounts by its order there, as its ids are others; a folder may be called as any field', async () => {
  const cwd = freshFolder()
  const other = await serve('demo')
  const done = async (run: Surveyctl, lines: readonly (string | string[])[]): Promise<any> => {
    let last
    for (const line of lines) {
      last = await run(line, { cwd })
      expect([line, last.exitCode], last.stderr).toEqual([line, 0])
    }
    return last?.json
  }
  try {
    // Ids that no account has but this one.
    await done(other.run, [
      'webhook add 42 https://hooks.example.com/gone --title Gone',
      ['promo', 'create', '42', 'Gone', 'GONE-1'],
      scheduler('Gone', '#3366FF'),
    ])
    const gone = (await done(other.run, ['webhook list 42 --json'])).at(-1).id
    const list = (await done(other.run, ['promo list 42 --json'])).find(({ name }: { name: string }) => name === 'Gone')
    const unwanted = (await done(other.run, ['scheduler list --json'])).at(-1).id
    await done(other.run, [
      `webhook remove 42 ${gone} --yes`,
      `promo delete 42 ${list.id} --yes`,
      `scheduler delete ${unwanted} --yes`,
      'folder create Gone',
    ])
    const hidden: number[] = []
    for (const { run } of [served, other]) {
      for (const number of [1, 2])
        await done(run, [
          `webhook add 42 https://hooks.example.com/${number} --title Ответы`,
          ['promo', 'create', '42', 'Spring letter', `NEW-${number}`, '--new'],
          scheduler('Consultation', `#33660${number}`),
        ])
      hidden.push((await done(run, ['folder create Empty --json'])).folder_id)
      const named: number = (await done(run, ['folder create allowed --json'])).folder_id
      const rights = [hidden.at(-1), named].map((folder_id) => ({ folder_id, permissions: 'partially' }))
      await done(run, [
        `quiz move 43 --folder ${named}`,
        ['role', 'set', '1', '--permissions', '{"view_results":"allowed"}', '--folder-permissions', JSON.stringify(rights)],
      ])
    }
    expect(hidden[0]).not.toBe(hidden[1])
    await done(served.run, ['account backup monday'])
    await done(other.run, ['account backup copy'])
    const same = await served.run('account diff monday copy', { cwd })
    expect([same.exitCode, same.stdout]).toEqual([0, ''])
    await done(other.run, [
      ['role', 'set', '1', '--permissions', '{"view_results":"allowed"}', '--folder-permissions', '[]'],
      'account backup later',
    ])
    const lines = (await served.run('account diff monday later --json', { cwd })).json.map(({ line }: { line: string }) => line)
    expect(lines.map((line: string) => line.replace(/ {2}.*/, ''))).toEqual([
      '- roles.Editors.folder_permissions.a folder that no survey is in (2)',
      '- roles.Editors.folder_permissions.allowed',
    ])
  } finally {
    await other.close()
  }
})

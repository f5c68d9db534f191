/** Bringing a backup back: anew into another account, or from the trash; everything off until told. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { backups } from '../support/backed-up.ts'
import { endless } from '../support/endless.ts'
import { freshFolder, surveyctl, type Surveyctl } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const backUp = backups(served)
let cwd: string
const run = (line: string) => served.run(line, { cwd })

beforeEach(async () => {
  cwd = freshFolder()
  await backUp('account backup monday --media', cwd)
})

/** Another account of the same service, with nothing in it. */
async function second(): Promise<{ other: Surveyctl; workspace: number }> {
  const { api_key, workspace_id } = await served.control('account add')
  const program = surveyctl({ baseUrl: served.sandbox.baseUrl, apiKey: api_key, workspace: workspace_id })
  return { other: (line, options) => program(line, { cwd, ...options }), workspace: workspace_id }
}
const inbox = async (): Promise<unknown[]> => served.control('inbox')

it('makes everything anew, sends nothing to anybody, and differs by what it said is lost', async () => {
  const before = await inbox()
  const { other, workspace } = await second()
  const dry = await other('account restore monday --dry-run --json')
  expect([dry.exitCode, dry.json.filter(({ url }: { url: string }) => url.endsWith('/quiz')).length]).toEqual([0, 6])
  expect((await other('account restore monday')).exitCode).toBe(2)
  expect((await other('quiz list --json')).json).toEqual([])
  const restored = await other('account restore monday --yes --json')
  expect([restored.exitCode, restored.json?.differences], restored.stderr).toEqual([0, []])
  expect(await inbox()).toEqual(before)
  const lost = restored.json.losses.map(({ survey, what }: { survey: number | null; what: string }) => `${survey} ${what}`)
  for (const what of [
    '42 letters',
    '42 recipients',
    '42 webhook "Answers"',
    '42 its publication',
    '44 its address',
    '46 1 password',
    'null role "Editors"',
    'null 20 used codes of "Spring letter"',
  ])
    expect(lost).toContain(what)
  const ids = new Map<number, number>(restored.json.surveys.map(({ id, made }: { id: number; made: number }) => [id, made]))
  const spring = ids.get(42)!
  const view = (await other(`quiz view ${spring} --json`)).json
  const was = (await served.sandbox.request('GET', '/quiz/42')).body
  expect([view.name, view.is_published, view.folder.name, view.widgets]).toEqual(['Spring', false, 'Customers', was.widgets])
  expect((await other(`webhook list ${spring} --json`)).json.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([
    false,
    false,
    false,
  ])
  const list = (await other(`promo list ${spring} --json`)).json.find(({ name }: { name: string }) => name === 'Spring letter')
  const codes = (await other(`promo codes ${spring} --list ${list.id} --all --json`)).json
  expect([
    codes.length,
    codes.filter(({ used }: { used: boolean }) => used).length,
    codes.some(({ code }: { code: string }) => code === 'SPRING-0001'),
  ]).toEqual([480, 0, false])
  expect((await other('scheduler list --json')).json.map(({ name, is_active }: any) => [name, is_active])).toEqual([
    ['Consultation', false],
    ['Interviews', false],
  ])
  expect((await other('favorite list --json')).json.map(({ name }: any) => name).sort()).toEqual(['Colours', 'Stars'])
  const map = join(cwd, 'monday.restore', `127.0.0.1_${new URL(served.sandbox.baseUrl).port}-${workspace}`, 'map.json')
  const diff = await other(`account diff monday --live --map ${map} --json`)
  expect(diff.exitCode).toBe(10)
  expect(
    diff.json.filter(
      ({ path }: { path: string | null }) => path?.startsWith('screens') || path?.startsWith('conditions') || path?.startsWith('texts'),
    ),
  ).toEqual([])
  const again = await other('account restore monday --yes')
  expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('--again')])
  expect((await other('account restore monday --yes --again')).exitCode).toBe(0)
  expect((await other('quiz list --json')).json).toHaveLength(10)
})

it('uploads media anew, and switches on what it is told to', async () => {
  const picture = join(import.meta.dirname, '..', 'support', 'examples', 'photo.png')
  const { url } = (await served.run(['media', 'upload', '43', picture, '--type', 'image', '--json'])).json
  const { widgets } = (await served.sandbox.request('GET', '/quiz/43')).body
  const shown = widgets.ids.at(1)
  widgets.entities[shown].multimedia = { type: 'img', imgUrl: url }
  expect((await served.sandbox.request('POST', '/quiz/43/save', widgets)).status).toBe(200)
  expect((await run('account backup pictures --media')).exitCode).toBe(0)
  const { other } = await second()
  const restored = await other('account restore pictures --yes --activate --publish --json')
  expect([restored.exitCode, restored.json?.differences], restored.stderr).toEqual([0, []])
  const idOf = (id: number): number => restored.json.surveys.find((one: { id: number }) => one.id === id).made
  const made = (await other(`quiz view ${idOf(43)} --json`)).json
  const address: string = made.widgets.entities[shown].multimedia.imgUrl
  expect(address).not.toBe(url)
  expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(readFileSync(picture))).toBe(true)
  expect((await other(`quiz view ${idOf(42)} --json`)).json.is_published).toBe(true)
  expect((await other(`email view ${idOf(42)} --json`)).json.settings.owner_enabled).toBe(true)
})

it('brings a folder of surveys back that somebody deleted, with answers and addresses, and touches nothing else', async () => {
  const answers = (await served.sandbox.request('GET', '/quiz/42/answers?limit=1')).body.total
  const gone = await run('folder delete 2 --with-quizzes --yes')
  expect([gone.exitCode, gone.stdout]).toEqual([0, expect.stringContaining('To bring its 3 surveys back: surveyctl quiz restore 46 42 44')])
  const restored = await run('account restore monday --from-trash --yes')
  expect([restored.exitCode, restored.stdout]).toEqual([0, expect.stringContaining('from the trash, with answers and addresses')])
  expect(restored.stderr).toContain('left alone')
  expect((await served.sandbox.request('GET', '/quiz/42/answers?limit=1')).body.total).toBe(answers)
  expect((await run('account diff monday --live')).exitCode).toBe(0)
  const { folder: anew } = (await served.sandbox.request('GET', '/quiz/42')).body
  const [, analysts] = (await run('role list --json')).json
  expect(analysts.folder_permissions, 'a role may do in the folder what it could').toEqual([
    { folder_id: anew.id, permissions: 'allowed' },
    { folder_id: 3, permissions: 'forbidden' },
  ])
  expect(anew.id).not.toBe(2)
  const before = served.sandbox.requests.length
  expect(await run('account restore monday --from-trash --yes')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('Nothing was deleted: all 7 surveys'),
  })
  expect(served.sandbox.requests.slice(before).filter((line) => !line.startsWith('GET'))).toEqual([])
  const folder = (await served.sandbox.request('GET', '/quiz/42')).body.folder.id
  expect((await run(`folder delete ${folder} --with-quizzes --yes`)).exitCode).toBe(0)
  for (const id of [42, 44, 46]) expect((await run(`quiz restore ${id}`)).exitCode).toBe(0)
  const rights = (await run('account diff monday --live --json')).json.filter(({ survey }: { survey: number | null }) => survey === null)
  expect(rights.map(({ line }: { line: string }) => line)).toEqual([
    expect.stringMatching(/^- roles\.Analysts\.folder_permissions\.Customers/),
    expect.stringMatching(new RegExp(`^\\+ roles\\.Analysts\\.folder_permissions\\..*folder ${folder}, which no survey is in`)),
  ])
  expect((await run('quiz delete 42 44 46 --yes')).exitCode).toBe(0)
  await served.control('fault add', { pattern: 'POST /workspace/*/quiz/restore', reset: true, after_commit: true, times: 1 })
  const onceMore = await run('account restore monday --from-trash --yes')
  expect([onceMore.exitCode, onceMore.stdout], 'whose answer was lost came back all the same').toEqual([
    0,
    expect.stringContaining('Restored 3 surveys from the trash'),
  ])
  expect(onceMore.stderr).toContain('Role "Analysts": what it may do in "Customers"')
  expect((await run('account diff monday --live')).exitCode, 'deleted once more, brought back once more').toBe(0)
  const copies = await run('account restore monday --dry-run')
  expect([copies.exitCode, copies.stderr], 'no copy was made so far').toEqual([0, expect.stringContaining('To restore: 6 surveys')])
  const { other } = await second()
  expect(await other('account restore monday --from-trash --yes')).toMatchObject({ exitCode: 2 })
})

/** A file of tuesday's backup, and its sum. */
function rewrite(path: string, edit: (content: any) => void): void {
  const change = (file: string, change: (content: any) => void): Buffer => {
    const content = JSON.parse(readFileSync(join(cwd, 'tuesday', file), 'utf8'))
    change(content)
    const bytes = Buffer.from(JSON.stringify(content))
    writeFileSync(join(cwd, 'tuesday', file), bytes)
    return bytes
  }
  const bytes = change(path, edit)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  change('manifest.json', ({ files }) => (files[path] = { sha256, bytes: bytes.length }))
}

it('tells one change of a webhook that was renamed before its survey went into the trash, and none of its folder', async () => {
  for (const line of ['webhook edit 42 7 --title Renamed', 'folder rename 2 Renamed', 'quiz delete 42 --yes'])
    expect((await run(line)).exitCode).toBe(0)
  const { exitCode, json } = await run('account restore monday --from-trash --yes --json')
  const lines = json.differences.map(({ line }: { line: string }) => line)
  expect([exitCode, lines]).toEqual([9, ['~ webhooks.answers.title  "Answers" → "Renamed"']])
  expect((await run('quiz view 42 --json')).json.folder).toMatchObject({ id: 2, name: 'Renamed' })
})

it('makes nothing of the account a second time that was renamed', async () => {
  const names = async (): Promise<string[]> => {
    const lines = ['promo list 42', 'scheduler list', 'favorite list', 'folder list']
    const lists = await Promise.all(lines.map((line) => run(`${line} --json`)))
    return lists.flatMap(({ json }) => json.map(({ name }: { name: string }) => name))
  }
  const things = ['promo rename 42 1', 'folder rename 2', 'scheduler edit 1 --name', 'favorite edit 1 --name']
  for (const line of things) expect((await run(`${line} Renamed`)).exitCode, line).toBe(0)
  const before = await names()
  const { exitCode, stderr } = await run('account restore monday --yes')
  expect([exitCode, await names()], stderr).toEqual([0, before])
})

it('makes again what is gone, also where another thing has its name by now', async () => {
  const listed = async (what: string): Promise<string[]> =>
    (await run(`${what} list --json`)).json.map(({ name }: { name: string }) => name).sort()
  const done = async (...lines: string[]): Promise<void> => {
    for (const line of lines) expect((await run(line)).exitCode, line).toBe(0)
  }
  const { folder_id } = (await run('folder create Others --json')).json
  await done(`quiz move 43 --folder ${folder_id}`, 'account backup tuesday')
  await done(
    `folder delete ${folder_id} --with-quizzes --yes`,
    'folder rename 2 Others',
    'favorite remove 2 --yes',
    'favorite edit 1 --name Colours',
  )
  await done('account restore tuesday --yes')
  expect(await listed('favorite')).toEqual(['Colours', 'Colours'])
  expect(await listed('folder')).toEqual(expect.arrayContaining(['Others', 'Others (2)']))
  const folders = (await run('quiz list --json')).json.map(({ name, folder }: any) => [name, folder.name])
  expect(folders).toEqual(
    expect.arrayContaining([
      ['Spring', 'Others'],
      ['Onboarding', 'Others (2)'],
    ]),
  )
})

it('finds surveys that came back together as they were, also what they share', async () => {
  for (const line of ['promo attach 42 --list 1', 'promo attach 46 --list 1', 'account backup tuesday', 'quiz delete 42 46 --yes'])
    expect((await run(line)).exitCode, line).toBe(0)
  const { exitCode, json } = await run('account restore tuesday --from-trash --yes --json')
  expect([exitCode, json.differences]).toEqual([0, []])
})

it('publishes what is as it was published, also where a return from the trash counts as a change, and names the others', async () => {
  expect((await run('quiz delete 42 44 46 --yes')).exitCode).toBe(0)
  expect((await run('account restore monday --from-trash --yes')).exitCode).toBe(0)
  expect((await run('question set 46 2 title=Edited')).exitCode).toBe(0)
  await served.control('fault add', { pattern: 'POST /quiz/44/report', code: 'forbidden' })
  expect((await run('account backup tuesday --allow-gaps')).exitCode).toBe(0)
  for (const id of [42, 44, 46]) rewrite(`surveys/${id}/quiz.json`, (view) => (view.published_at = '2026-01-01T00:00:00.000Z'))
  const { other } = await second()
  const restored = await other('account restore tuesday --publish --yes --json')
  expect(restored.exitCode, restored.stderr).toBe(0)
  const lost = restored.json.losses.filter(({ what }: { what: string }) => what === 'its publication')
  expect(lost.map(({ survey, why }: { survey: number; why: string }) => [survey, why.replace(/:.*/, '')])).toEqual([
    [42, 'the draft is published'],
    [44, 'it was probably edited since'],
    [46, 'its questions were edited since'],
  ])
  const published = (await other('quiz list --json')).json.filter(({ is_published }: { is_published: boolean }) => is_published)
  expect(published.map(({ name }: { name: string }) => name)).toContain('Spring')
  expect(published.map(({ name }: { name: string }) => name)).not.toContain('Winter')
  const made = (id: number): number => restored.json.surveys.find((one: { id: number }) => one.id === id).made
  expect(restored.stderr).toContain(`surveyctl quiz publish ${made(44)} ${made(46)}`)
})

it('says of the trash what it asks of it, and that an interrupted restore goes on', async () => {
  expect((await run('folder delete 2 --with-quizzes --yes')).exitCode).toBe(0)
  const dry = await run('account restore monday --from-trash --dry-run --json')
  expect([dry.exitCode, dry.json.map(({ url }: { url: string }) => url.replace(/.*\//, ''))]).toEqual([
    0,
    ['restore', 'restore', 'restore'],
  ])
  expect(dry.stderr).toContain('without hidden variables, messengers')
  expect(dry.stderr, 'in full').toContain('printed QR codes')
  const { baseUrl, apiKey, workspaceId: workspace } = served.sandbox
  const restore = endless({ baseUrl, apiKey, workspace }, `account restore ${join(cwd, 'monday')} --from-trash --yes`, 120)
  let stopped: Promise<number> | undefined
  let isBack = false
  served.sandbox.onRequest(({ path }) => {
    isBack ||= path.endsWith('/quiz/restore')
    if (isBack && path.endsWith('/quiz/42')) stopped ??= restore.stop()
  })
  await restore.until(() => stopped !== undefined)
  expect(await stopped).toBe(130)
  expect(restore.stderr()).toContain('To go on: the same command')
  expect(restore.stderr(), 'only what is certain is told before the yes').not.toContain('printed QR codes')
  expect((await run('account restore monday --from-trash --yes')).exitCode).toBe(0)
  expect((await run('account diff monday')).exitCode, 'also what was back, and not in its folder yet').toBe(0)
})

it('makes anew what the trash no longer has, and says what to switch on and how to compare', async () => {
  expect((await run('quiz delete 42 46 --yes')).exitCode).toBe(0)
  const gone = await run('account diff monday --live')
  expect([gone.exitCode, gone.stderr]).toEqual([10, expect.stringContaining('surveyctl account restore monday --from-trash')])
  await served.control('fault add', { pattern: 'POST /workspace/*/quiz/restore', code: 'quiz_not_found' })
  const restored = await run('account restore monday --from-trash --yes --json')
  expect([restored.exitCode, restored.json?.differences], restored.stderr).toEqual([0, []])
  expect(restored.stderr).toContain('To restore: 2 surveys (42 "Spring", 46 "Partners")')
  expect(restored.stderr).toMatch(/answers: .* made without --answers · 42 \(\d+\), 46 \(\d+\)/)
  const [spring, partners] = restored.json.surveys.map(({ made }: { made: number }) => made)
  const { stderr } = await run('account restore monday --from-trash --yes')
  expect(stderr).toContain(`all 7 surveys of the backup are there, 2 surveys as made anew by an earlier restore (${spring} "Spring", `)
  const rows = (await run(`account diff monday --live --map ${restored.json.map} --json`)).json
  expect(new Set(rows.map(({ survey, status }: any) => `${survey} ${status}`)), 'the others are there as themselves').toEqual(
    new Set(['42 changed']),
  )
  await run(`quiz delete ${spring} ${partners} --yes`)
  const { stderr: told } = await run('account restore monday --from-trash --yes')
  const [, made] = /42 → (\d+) "Spring"/.exec(told)!
  for (const line of [
    `  surveyctl quiz publish ${made} ${Number(made) + 1}`,
    `  surveyctl email enable ${made} owner`,
    'surveyctl account diff monday --live --map',
  ])
    expect(told).toContain(line)
})

it('sends nothing where there is no room or no place to note what is made, or the backup is damaged or led elsewhere', async () => {
  const { other } = await second()
  await served.control('plan set', { change: { 'limits.quizzes': 8 } })
  const before = served.sandbox.requests.length
  const full = await run('account restore monday --yes')
  expect([full.exitCode, full.stderr]).toEqual([4, expect.stringContaining('--first 1')])
  expect(served.sandbox.requests.slice(before).filter((line) => !line.startsWith('GET'))).toEqual([])
  const path = join(cwd, 'monday', 'surveys', '42', 'quiz.json')
  const whole = readFileSync(path)
  rmSync(path)
  symlinkSync('/etc/hostname', path)
  const linked = await other('account restore monday --yes')
  expect([linked.exitCode, linked.stderr]).toEqual([1, expect.stringContaining('surveys/42/quiz.json is not a plain file')])
  rmSync(path)
  writeFileSync(path, whole)
  const manifest = join(cwd, 'monday', 'manifest.json')
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, text.replaceAll('surveys/42/quiz.json', '../../outside.json'))
  expect(await other('account restore monday --yes')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('not a path of a backup'),
  })
  writeFileSync(manifest, text)
  expect((await other('quiz list --json')).json).toEqual([])
  const beside = join(cwd, 'monday.restore')
  expect(existsSync(beside)).toBe(false)
  // What is made can't be noted.
  symlinkSync(join(cwd, 'nowhere', 'else'), beside)
  const sent = served.sandbox.requests.length
  const unnoted = await other('account restore monday --yes')
  expect([unnoted.exitCode, unnoted.stderr]).toEqual([1, expect.stringContaining('monday.restore')])
  expect(served.sandbox.requests.slice(sent).filter((line) => !line.includes('GET '))).toEqual([])
})

it('brings back what is whole: other files are left out, and of damaged ones what they held is lost', async () => {
  const within = (...path: string[]): string => join(cwd, 'monday', ...path)
  writeFileSync(within('.DS_Store'), '')
  expect(await run('account verify monday')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('What the backup holds is whole'),
  })
  expect(await run('account diff monday')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Left out') })
  for (const file of ['surveys/42/quiz.json', 'surveys/43/webhooks.json', 'account/favorites.json', 'account/promo.ndjson'])
    writeFileSync(within(file), readFileSync(within(file)).subarray(0, 10))
  expect(await run('account diff monday')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('The backup is damaged') })
  const { other } = await second()
  const before = served.sandbox.requests.length
  const asked = await other('account restore monday')
  expect(asked.exitCode).toBe(2)
  expect(served.sandbox.requests.slice(before).filter((line) => !line.startsWith('GET'))).toEqual([])
  for (const told of [
    'the survey: surveys/42/quiz.json has 10 bytes',
    'account/favorites.json: has 10 bytes',
    'webhooks: the backup does not',
  ])
    expect(asked.stderr).toContain(told)
  const restored = await other('account restore monday --yes --json')
  expect([restored.exitCode, restored.json.left]).toEqual([
    9,
    [{ id: 42, name: 'Spring', why: expect.stringContaining('surveys/42/quiz.json has 10 bytes') }],
  ])
  expect(restored.json.surveys.map(({ name }: { name: string }) => name)).toContain('Winter')
  const lost = restored.json.losses.map(({ what }: { what: string }) => what)
  expect(lost).toEqual(expect.arrayContaining(['favorites', 'promo lists', 'webhooks']))
})

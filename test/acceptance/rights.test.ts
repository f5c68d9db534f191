/** The rights of participants: what each one guards, the three values of `edit_quiz`, and folders of a role. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rightsOf } from '../../src/contract/core/operation.ts'
import { rights as allRights, type Right } from '../../src/contract/core/rights.ts'
import { groups } from '../../src/sandbox/api/groups.ts'
import { guardedBy, specified } from '../operations/anchor-operations.ts'
import { freshFolder, surveyctl, type Surveyctl } from '../support/program.ts'
import { startSandbox, type Answered, type RunningSandbox } from '../support/sandbox.ts'

/** For the owner of the account alone. */
const ownersOnly = ['POST /workspace/{workspace_id}/storage/verify', 'POST /workspace/{workspace_id}/roles']

/** Things that are there in the demo account. */
const ids: Readonly<Record<string, string>> = {
  id: '42',
  workspace_id: '7',
  folderId: '3',
  theme_id: '1',
  versionId: '1',
  passwordId: '1',
  presetId: '1',
  schedulerId: '1',
  bookingId: '1',
  blockId: '1',
  webhookId: '7',
  emailId: '1',
  crm: 'crm_b',
  entity: 'lead',
  block: 'deal',
  messenger: 'messenger_a',
  service: 'analytics_a',
}

const operations = groups().flatMap(({ routes }) => routes.map(({ operation }) => operation))
const addressOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`
const neededBy = (address: string): readonly Right[] => specified.get(address) ?? []

let sandbox: RunningSandbox
const cwd = freshFolder()

beforeAll(async () => {
  copyFileSync(join(import.meta.dirname, '..', 'support', 'examples', 'photo.png'), join(cwd, 'photo.png'))
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.restore())
afterAll(() => sandbox.close())

/** One raw request; `id` is the survey's where it isn't 42. */
async function ask(address: string, key: string, id?: number, body: unknown = {}): Promise<Answered> {
  const [method, path] = address.split(' ') as [string, string]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'id' && id !== undefined ? String(id) : (ids[name] ?? '1')))
  return sandbox.request(method, filled, method === 'GET' ? undefined : body, key)
}

const allBut = (right: Right): Promise<string> => sandbox.participant({ [right]: 'forbidden' }, { all: true })
const only = (...rights: readonly Right[]): Promise<string> =>
  sandbox.participant(Object.fromEntries(rights.map((right) => [right, 'allowed'])))
const as = (apiKey: string): Surveyctl => {
  const run = surveyctl({ baseUrl: sandbox.baseUrl, apiKey, workspace: sandbox.workspaceId })
  return (args, options) => run(args, { cwd, ...options })
}
const refusal = { status: false, code: 'access_denied', blocked_by_access: true }

describe('every request', () => {
  it('asks for the rights of the specification, and for no other', () => {
    const table = Object.fromEntries(operations.map((operation) => [addressOf(operation), neededBy(addressOf(operation)).toSorted()]))
    const known = Object.fromEntries(operations.map((operation) => [addressOf(operation), rightsOf(operation).toSorted()]))
    expect(known).toEqual(table)
  })

  it.each(allRights)('is refused without the right %s, and judged with it', async (right) => {
    const without = await allBut(right)
    const outcomes: Record<string, unknown> = {}
    for (const address of guardedBy(right)) {
      const refused = await ask(address, without)
      expect({ address, status: refused.status, body: refused.body }).toEqual({ address, status: 403, body: refusal })
      outcomes[address] = (await ask(address, await only(...neededBy(address)))).body?.blocked_by_access ?? false
    }
    expect(outcomes).toEqual(Object.fromEntries(guardedBy(right).map((address) => [address, false])))
  })

  it('needs none otherwise, but for what is the owner’s alone', async () => {
    const key = await sandbox.participant({})
    const refused: string[] = []
    for (const address of operations.map(addressOf).filter((address) => neededBy(address).length === 0)) {
      if ((await ask(address, key)).body?.blocked_by_access) refused.push(address)
    }
    expect(refused.toSorted()).toEqual(ownersOnly.toSorted())
    const all = await sandbox.participant({}, { all: true })
    for (const address of ownersOnly) expect((await ask(address, all)).body).toEqual(refusal)
    const { exitCode, error } = await as(all)('storage verify --json')
    expect([exitCode, error.code, error.message]).toEqual([
      4,
      'access_denied',
      expect.stringContaining('for the owner of the account alone'),
    ])
  })
})

/** What is run with and without each right; a second right that the command needs stands behind it. */
const commands: readonly (readonly [Right, string, Right?])[] = [
  ['payment', 'storage hidden-files'],
  ['account_quiz_settings', 'branding set --logo-show'],
  ['account_quiz_settings', 'appearance set --show-grid-lines'],
  ['domain', 'domain view'],
  ['settings', 'password list 46'],
  ['settings', 'scheduler duplicate 1'],
  ['settings', 'booking list --from 2026-01-01 --to 2026-02-01'],
  ['settings', 'version list 42'],
  ['settings', 'qr build 42'],
  ['settings', 'export print 43 --format txt'],
  ['view_results', 'ai-report view 42'],
  ['integrations', 'integration list 42'],
  ['integrations', 'webhook disable 42 7'],
  ['integrations', 'email view 42'],
  ['integrations', 'mailing balance'],
  ['account_smtp', 'smtp view'],
  ['delete_quiz', 'quiz restore 45'],
  ['create_folder', 'folder create Events'],
  ['rename_folder', 'folder rename 3 Sketches'],
  ['delete_folder', 'folder delete 3 --yes'],
  ['create_quiz', 'quiz create --folder 1 --template 1'],
  ['create_quiz', 'quiz generate --folder 1 --prompt Rivers'],
  ['files_upload', 'media upload 43 photo.png', 'edit_quiz'],
  ['edit_quiz', 'text set 43 btn_next=Onwards'],
  ['edit_quiz', 'version restore 42 1 --yes', 'settings'],
]

describe('the program', () => {
  it('is tried with each right', () => expect(new Set(commands.map(([right]) => right))).toEqual(new Set(allRights)))

  it.each(commands.map(([right, line, other]) => ({ right, line, other })))(
    'names the right $right: $line',
    async ({ right, line, other }) => {
      const { exitCode, error, stdout } = await as(await allBut(right))(`${line} --json`)
      expect({ exitCode, code: error?.code, stdout }).toEqual({ exitCode: 4, code: 'access_denied', stdout: '' })
      expect(error.message).toMatch(new RegExp(`lacks the right .*\\b${right}\\b`))
      expect(error.hint).toContain('The owner of the account grants it')
      const granted = await as(await only(right, ...(other ? [other] : [])))(`${line} --json`)
      expect([granted.exitCode, granted.stderr.includes('access_denied')], granted.stderr).toEqual([0, false])
    },
  )
})

describe('edit_quiz', () => {
  const bodies: Readonly<Record<string, unknown>> = {
    'POST /quiz/{id}/save': { ids: ['submit'], entities: { submit: { type: 'submit' } } },
    'POST /quiz/{id}/conditions': { conditions: {} },
    'POST /quiz/{id}/default-texts': { texts: [{ code: 'btn_next', text: 'Onwards' }] },
  }

  it.each([
    ['allowed', { own: false, foreign: false }],
    ['partially', { own: false, foreign: true }],
    ['forbidden', { own: true, foreign: true }],
  ])('%s: own surveys and those of others', async (value, refused) => {
    const rest = { create_quiz: 'allowed', settings: 'allowed', files_upload: 'allowed' }
    const key = await sandbox.participant({ edit_quiz: value, ...rest })
    const { body: own } = await sandbox.request('POST', '/quiz', { folder_id: 1 }, key)
    for (const address of guardedBy('edit_quiz')) {
      const isRefused = async (id?: number): Promise<boolean> =>
        (await ask(address, key, id, bodies[address])).body?.blocked_by_access === true
      expect({ address, own: await isRefused(own.id), foreign: await isRefused() }).toEqual({ address, ...refused })
    }
    // Reads are not restricted.
    for (const address of ['GET /quiz/{id}', 'GET /quiz/{id}/default-texts']) expect((await ask(address, key)).status).toBe(200)

    const run = as(key)
    const mine = await run(`quiz publish ${own.id} --json`)
    expect(mine.exitCode).toBe(refused.own ? 4 : 0)
    const theirs = await run('quiz publish 43 --json')
    expect(theirs.exitCode).toBe(refused.foreign ? 4 : 0)
    if (refused.foreign) expect(theirs.error.message).toMatch(/lacks the right edit_quiz .*own surveys/)
  })
})

describe('folders of a role', () => {
  /** Puts role 2 under these permissions, and a participant under it. Folder 2 holds survey 42, folder 1 survey 43. */
  async function underRole(permissions: Record<string, string>, folders: Record<number, string>): Promise<Surveyctl> {
    const folder_permissions = Object.entries(folders).map(([folder_id, level]) => ({ folder_id: Number(folder_id), permissions: level }))
    const set = await as(sandbox.apiKey)([
      'role',
      'set',
      '2',
      '--permissions',
      JSON.stringify(permissions),
      '--folder-permissions',
      JSON.stringify(folder_permissions),
    ])
    expect(set.exitCode).toBe(0)
    return as(await sandbox.participant({}, { role_id: 2 }))
  }
  const everything = Object.fromEntries(allRights.map((right) => [right, 'allowed']))
  const exits = async (run: Surveyctl, ...lines: string[]): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(lines.map(async (line) => [line, (await run(line)).exitCode] as const)))

  it('allow what the account-wide permissions forbid', async () => {
    const run = await underRole({}, { 2: 'allowed' })
    expect(
      await exits(run, 'quiz publish 42', 'quiz publish 43', 'password list 42', 'password list 43', 'webhook list 42', 'webhook list 43'),
    ).toEqual({
      'quiz publish 42': 0,
      'quiz publish 43': 4,
      'password list 42': 0,
      'password list 43': 4,
      'webhook list 42': 0,
      'webhook list 43': 4,
    })
  })

  it('forbid what the account-wide permissions allow, and hide their surveys', async () => {
    const run = await underRole(everything, { 2: 'forbidden' })
    expect(
      await exits(
        run,
        'quiz publish 42',
        'quiz view 42',
        'quiz publish 43',
        'quiz restore 45',
        'quiz create --folder 2',
        'quiz create --folder 1',
      ),
    ).toEqual({
      'quiz publish 42': 4,
      'quiz view 42': 4,
      'quiz publish 43': 0,
      'quiz restore 45': 4,
      'quiz create --folder 2': 4,
      'quiz create --folder 1': 0,
    })
    const listed = (await run('quiz list --json')).json as { id: number }[]
    expect(listed.map(({ id }) => id)).not.toContain(42)
    expect(listed.length).toBeGreaterThan(0)
  })

  it('may hold to one’s own surveys', async () => {
    const run = await underRole({ ...everything, edit_quiz: 'forbidden' }, { 2: 'partially' })
    const own = (await run('quiz create --folder 2 --json')).json.id as number
    expect(await exits(run, `quiz publish ${own}`, 'quiz publish 42', 'quiz publish 43')).toEqual({
      [`quiz publish ${own}`]: 0,
      'quiz publish 42': 4,
      'quiz publish 43': 4,
    })
  })

  it('are both asked when a survey is moved', async () => {
    const run = await underRole(everything, { 2: 'allowed', 3: 'forbidden' })
    expect((await run('quiz move 43 --folder 2')).exitCode).toBe(0)
    const into = await run('quiz move 43 --folder 3 --json')
    expect([into.exitCode, into.error.code, into.error.details.blocked_by_access]).toEqual([4, 'access_denied_to_folder', true])
    expect((await as(sandbox.apiKey)('quiz move 43 --folder 3')).exitCode).toBe(0)
    const out = await run('quiz move 43 --folder 2 --json')
    expect([out.exitCode, out.error.details.blocked_by_access]).toEqual([4, true])
    expect((await sandbox.request('GET', '/quiz/43')).body.folder_id).toBe(3)
  })

  it('give no right over a survey that is moved there', async () => {
    const run = await underRole({ ...everything, delete_quiz: 'forbidden' }, { 2: 'allowed' })
    const moved = await run('quiz move 43 --folder 2 --json')
    expect([moved.exitCode, moved.error.code, moved.error.details.blocked_by_access]).toEqual([4, 'access_denied', true])
    expect((await run('quiz delete 43 --yes')).exitCode).toBe(4)
    expect((await sandbox.request('GET', '/quiz/43')).body.folder_id).toBe(1)
  })

  it('refuse a new survey as a matter of the folder', async () => {
    const run = await underRole({ create_quiz: 'allowed' }, { 3: 'forbidden' })
    for (const line of ['quiz create --folder 3', 'quiz create --folder 3 --template 1']) {
      expect(await run(`${line} --json`)).toMatchObject({
        exitCode: 4,
        error: { code: 'access_denied_to_folder', details: { blocked_by_access: true } },
      })
    }
  })
})

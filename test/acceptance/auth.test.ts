/** Signing in: which service, whose key, and the profile that keeps them. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profileFor, type Known } from '../../src/commands/tool/auth/profile-name.ts'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { freshFolder, surveyctl, type Surveyctl } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { startedSandbox } from '../support/started.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const profiles = async (own: Surveyctl) =>
  ((await own('auth list --json')).json as { profile: string; base_url: string; current: boolean }[]).map(
    ({ profile, base_url, current }) => [profile, base_url, current],
  )

describe('a real account beside the sandbox', () => {
  it('gets a profile of its own, which is used from then on and which no sandbox overwrites', async () => {
    const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
    const own = surveyctl({ env })
    const first = await startedSandbox(env)
    try {
      const { stdout, stderr } = await own(`auth login --with-key --base-url ${sandbox.baseUrl}`, { input: sandbox.apiKey })
      expect(stdout + stderr).toMatch(/Saved as profile "default"; commands use it from now on/)
      expect(await profiles(own)).toEqual([
        ['sandbox', first.base_url, false],
        ['default', sandbox.baseUrl, true],
      ])
      const second = await startedSandbox(env)
      await second.stop()
      expect(await profiles(own)).toEqual([
        ['sandbox', first.base_url, false],
        ['default', sandbox.baseUrl, true],
        ['sandbox-2', second.base_url, false],
      ])
    } finally {
      await first.stop()
    }
    const third = await startedSandbox(env)
    await third.stop()
    expect((await profiles(own)).slice(0, 2)).toEqual([
      ['sandbox', third.base_url, false],
      ['default', sandbox.baseUrl, true],
    ])
  })
  it('is never kept in the profile of the sandbox', async () => {
    const { exitCode, stderr } = await surveyctl()(`auth login --with-key --profile sandbox --base-url ${sandbox.baseUrl}`, {
      input: sandbox.apiKey,
    })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--profile NAME')])
  })
  it('does not lose a profile that a person called sandbox and changed', async () => {
    const env = { SURVEYCTL_CONFIG_DIR: freshFolder() }
    const own = surveyctl({ env })
    await own('config set base_url https://service.example/v3 --profile sandbox')
    const started = await startedSandbox(env)
    await started.stop()
    expect((await profiles(own)).map(([name, address]) => [name, address])).toEqual([
      ['sandbox', 'https://service.example/v3'],
      ['sandbox-2', started.base_url],
    ])
  })
})

describe('in a script', () => {
  it('wants to be told the service, and says where the key goes', async () => {
    const own = surveyctl()
    expect(await own('auth login --with-key', { input: sandbox.apiKey })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--base-url is required'),
    })
    const { stderr } = await own(`auth login --with-key --base-url ${sandbox.baseUrl}/`, { input: sandbox.apiKey })
    expect(stderr).toContain(`Trying the key at ${sandbox.baseUrl}\n`)
    const again = await own('auth login --with-key', { input: sandbox.apiKey })
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('Profile "default" has the new key')])
  })
  it.each([
    ['a wrong key', () => sandbox.baseUrl, 'wrong', 3, /refused this API key\n.*account cabinet/],
    [
      'the path of no API',
      () => new URL('/', sandbox.baseUrl).href,
      'k',
      5,
      /answers, but not as this service does\n.*e\.g\. http:\S+\/api\/v3/,
    ],
    ['nobody there', () => 'http://127.0.0.1:9/v3', 'k', 8, /Cannot sign in at http:\/\/127\.0\.0\.1:9\/v3/],
    ['no address', () => 'survey.example', 'k', 2, /is not an address; it looks like https/],
  ])('tells of %s in words of signing in, and stores nothing', async (_, url, input, code, words) => {
    const own = surveyctl()
    const { exitCode, stderr } = await own(['auth', 'login', '--with-key', '--base-url', url()], { input })
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(words)])
    expect(await profiles(own)).toEqual([])
  })
  it('says what still goes before the new profile', async () => {
    const { stderr } = await surveyctl()(`auth login --with-key --profile b --base-url ${sandbox.baseUrl}`, {
      input: sandbox.apiKey,
      env: { SURVEYCTL_PROFILE: 'a', SURVEYCTL_API_KEY: 'other' },
    })
    expect(stderr).toMatch(/SURVEYCTL_PROFILE names profile "a", which takes precedence here/)
    expect(stderr).toMatch(/SURVEYCTL_API_KEY is set/)
  })
})

describe.skipIf(!hasPty)('on a terminal (needs `script` of util-linux)', () => {
  const own = { SURVEYCTL_API_KEY: '', SURVEYCTL_WORKSPACE: '' }

  it('offers known services, asks a wrong address and a wrong key again, and shows where the key goes', async () => {
    const env = { ...own, SURVEYCTL_CONFIG_DIR: freshFolder() }
    await surveyctl({ env })('config set base_url https://known.example/v3 --profile work')
    const { screen, exitCode } = await onTerminal(['auth', 'login'], {
      env,
      keys: [
        [/known\.example[^]*Another address/, '\u001B[B\r'],
        [/Base URL/, 'nonsense\r'],
        [/is not an address/, `\u0015${new URL(sandbox.baseUrl).origin}\r`],
        [/API key for http/, 'k\r'],
        [/not as this service does[^]*e\.g\.\s+http:\/\/127[^]*Base URL/, `${sandbox.baseUrl}\r`],
        [/API key for http/, 'wrong\r'],
        [/refused this API key[^]*API key for http/, `${sandbox.apiKey}\r`],
      ],
    })
    expect(screen).toContain(`API key for ${sandbox.baseUrl}`)
    expect(screen).not.toContain(sandbox.apiKey)
    expect([exitCode, screen]).toEqual([0, expect.stringContaining('Saved as profile "default"')])
  })
})

it('in CI, a missing key is a variable to set', async () => {
  const { exitCode, stderr } = await surveyctl({ env: { CI: 'true' } })('quiz list')
  expect([exitCode, stderr]).toEqual([
    3,
    expect.stringMatching(/Set SURVEYCTL_API_KEY for this job\. A key is issued in the account cabinet/),
  ])
})

it('with a key and no address, the address is what lacks', async () => {
  for (const env of [{ CI: 'true' }, { CI: '' }]) {
    const { exitCode, stderr } = await surveyctl({ apiKey: 'k', env })('quiz list')
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/base URL of the service is not set\n.*Set SURVEYCTL_BASE_URL/)])
    expect(stderr).not.toMatch(/account cabinet|auth login/)
  }
})

it('a settings file that others can read holds a key, or it is not said to', async () => {
  const own = surveyctl({ env: { SURVEYCTL_CONFIG_DIR: freshFolder() } })
  await own('config set timeout 5')
  chmodSync((await own('config path')).stdout.trim(), 0o644)
  expect((await own('config list')).stderr).toMatch(/^! Others can read \S+\. To close it: chmod 600/)
})

it('a mistyped profile is told with the nearest one', async () => {
  const own = surveyctl({ env: { SURVEYCTL_CONFIG_DIR: freshFolder() } })
  await own('config set timeout 5 --profile sandbox')
  for (const verb of ['switch', 'logout'])
    expect((await own(`auth ${verb} snadbox`)).stderr).toContain('There is no profile "snadbox"; did you mean sandbox?')
  for (const line of ['unset timeout', 'list', 'get timeout'])
    expect((await own(`config ${line} --profile snadbox`)).stderr).toContain('There is no profile "snadbox"; did you mean sandbox?')
  expect((await profiles(own)).map(([name]) => name)).toEqual(['sandbox'])
  // A setting may come before the key.
  const { exitCode, stderr } = await own('config set timeout 5 --profile snadbox')
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining('Profile "snadbox" is new; did you mean sandbox? To remove it: surveyctl auth logout snadbox'),
  ])
  expect((await own('config set timeout 6 --profile snadbox')).stderr).not.toContain('is new')
})

it.each([
  ['api_key', 'works until it is revoked'],
  ['key_command', 'stays where its key command takes it from'],
  ['timeout', 'it had no key'],
])('signing out of a profile with %s says what becomes of the key', async (name, told) => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles: { acme: { [name]: '7' } } }), { mode: 0o600 })
  const { stdout, stderr } = await surveyctl({ env: { SURVEYCTL_CONFIG_DIR: folder } })('auth logout acme')
  expect(stdout + stderr).toContain(told)
})

describe('the name of a profile', () => {
  const account = { base_url: 'https://a.example/v3', workspace: 7, api_key: 'k' }
  const at = (name: string, more: Partial<Known> = {}): Known => ({ name, isSandbox: false, ...more })
  const nobody = { isYes: false, name: () => Promise.reject(new Error('asked')), yes: () => Promise.reject(new Error('asked')) }
  it.each<[string, Known[], string]>([
    ['the first', [], 'default'],
    ['beside a sandbox', [at('sandbox', { isSandbox: true, base_url: account.base_url })], 'default'],
    ['the same key again', [at('x', account)], 'x'],
    ['another service', [at('default', { base_url: 'https://b.example/v3' })], 'a.example'],
    ['a second account of a service', [at('default', { ...account, workspace: 8, api_key: 'l' })], 'a.example'],
    [
      'a third one',
      [at('default', { ...account, workspace: 8, api_key: 'l' }), at('a.example', { ...account, workspace: 9, api_key: 'm' })],
      'a.example-7',
    ],
  ])('%s', async (_, known, name) => expect(await profileFor(account, known, undefined, nobody)).toBe(name))
})

describe('a second key', () => {
  const login = (own: Surveyctl, key: string, ...more: string[]) =>
    own(['auth', 'login', '--with-key', '--base-url', sandbox.baseUrl, ...more], { input: key })
  const keys = async (own: Surveyctl) =>
    ((await own('auth list --json')).json as { profile: string; key: string }[]).map(({ profile, key }) => [profile, key])
  const end = (key: string): string => `…${key.slice(-4)}`

  it('of a new account, which nothing tells, needs a profile of its own', async () => {
    const [first, second] = [await sandbox.control('account add'), await sandbox.control('account add')]
    const own = surveyctl()
    expect((await login(own, first.api_key)).exitCode).toBe(0)
    const { exitCode, stderr } = await login(own, second.api_key)
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/It is not known which account of http\S+ this key belongs to[^]*--profile/),
    ])
    expect(await keys(own)).toEqual([['default', end(first.api_key)]])
    expect((await login(own, second.api_key, '--profile', 'second')).exitCode).toBe(0)
    expect(await keys(own)).toEqual([
      ['default', end(first.api_key)],
      ['second', end(second.api_key)],
    ])
  })

  it('replaces another one by the name of its profile and a yes only', async () => {
    const { api_key: other } = await sandbox.control('account add')
    const own = surveyctl()
    await login(own, sandbox.apiKey)
    const { exitCode, stderr } = await login(own, other, '--profile', 'default')
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/Not confirmed: Profile "default" has another key, of an account at http\S+\. Replace it\?[^]*--yes/),
    ])
    expect(await keys(own)).toEqual([['default', end(sandbox.apiKey)]])
    expect((await login(own, other, '--profile', 'default', '--yes')).exitCode).toBe(0)
    expect(await keys(own)).toEqual([['default', end(other)]])
  })
})

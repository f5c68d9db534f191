/** Keys in the keychain of the system: a real one, on a bus of the test's own. The numbers are those of the design's acceptance list. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryOf, noKeychain, ownKeychain, type OwnKeychain } from '../support/keychain.ts'
import { environment, freshFolder, launcher, surveyctl } from '../support/program.ts'
import { isThere } from '../support/readers.ts'
import { useSandbox } from '../support/served.ts'
import { noStrace, traced } from '../support/traced.ts'

const served = useSandbox('demo', { keep: true })

/** Settings of one's own, with what `env` leads to for a keychain. */
function person(env: Record<string, string>, profile: object = {}) {
  const folder = freshFolder()
  const path = join(folder, 'config.json')
  const { baseUrl: base_url, workspaceId: workspace, apiKey } = served.sandbox
  writeFileSync(path, JSON.stringify({ current: 'acme', profiles: { acme: { base_url, workspace, ...profile } } }), { mode: 0o600 })
  const run = surveyctl({ env: { SURVEYCTL_CONFIG_DIR: folder, ...env } })
  const login = (...flags: string[]) =>
    run(['auth', 'login', '--with-key', '--base-url', base_url, '--profile', 'acme', ...flags], { input: apiKey })
  const entry = entryOf(env, 'acme', base_url)
  return { run, login, entry, path, apiKey, stored: () => JSON.parse(readFileSync(path, 'utf8')).profiles.acme }
}

/** A program in its place that does this. */
function secretTool(lines: string): Record<string, string> {
  const folder = freshFolder()
  writeFileSync(join(folder, 'secret-tool'), `#!/bin/sh\n${lines}\n`)
  chmodSync(join(folder, 'secret-tool'), 0o755)
  return { PATH: [folder, process.env.PATH].join(delimiter) }
}

describe.skipIf(noKeychain)(`a keychain${noKeychain ? ` (${noKeychain})` : ''}`, () => {
  let own: OwnKeychain
  beforeAll(async () => {
    own = await ownKeychain('one')
  })
  afterAll(() => own.stop())

  it('7: keeps the key of auth login --keychain, and no file does', async () => {
    const { run, login, stored, path, apiKey } = person(own.env)
    expect(await login('--keychain')).toMatchObject({ exitCode: 0 })
    expect(stored()).toMatchObject({ keychain: true })
    expect(readFileSync(path, 'utf8')).not.toContain(apiKey)
    expect((await run('quiz list --json')).json).toHaveLength(6)
    expect((await run('auth list --json')).json).toMatchObject([{ key: 'keychain' }])
    expect((await run('auth status --json')).json).toMatchObject({ key_from: 'keychain, profile acme', accepted: true })
    expect((await run('doctor')).stdout).toContain('keychain')
    expect(await run('config set base_url https://other.example/api/v3')).toMatchObject({ exitCode: 2 })
    expect((await run('quiz list --base-url https://127.0.0.1:1/api/v3')).exitCode).toBe(3)
    expect((await run('auth logout')).exitCode).toBe(0)
  })

  it('8: gives it back to a file that only its owner reads, and forgets it', async () => {
    const { run, login, stored, path, apiKey, entry } = person(own.env)
    await login('--keychain')
    expect(await run('auth move --to file')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('in the settings file') })
    expect(stored()).toMatchObject({ api_key: apiKey })
    expect(stored()).not.toHaveProperty('keychain')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await entry.lookup()).toBe('')
    expect((await run('quiz list')).exitCode).toBe(0)
    expect(await run('auth move --to file')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('already') })
    expect(await run('auth move --to keychain --all')).toMatchObject({ exitCode: 0 })
    expect(stored()).not.toHaveProperty('api_key')
    expect(await entry.lookup()).toBe(apiKey)
  })

  it.each(['keychain', 'file'])('9: a move to the %s that was killed between the two leaves one copy, once it is repeated', async (to) => {
    // As it stands then: both have it, and the file says where it came from.
    const { run, entry, stored, apiKey } = person(own.env, { api_key: served.sandbox.apiKey })
    await entry.store(served.sandbox.apiKey)
    expect((await run('quiz list')).exitCode).toBe(0)
    expect((await run(`auth move --to ${to}`)).exitCode).toBe(0)
    expect([stored().api_key, await entry.lookup()]).toEqual(to === 'file' ? [apiKey, ''] : [undefined, apiKey])
    expect((await run('quiz list')).exitCode).toBe(0)
  })

  it('8: what a move that was killed has left there is forgotten with the profile', async () => {
    const { run, entry, apiKey } = person(own.env, { api_key: served.sandbox.apiKey })
    await entry.store(served.sandbox.apiKey)
    expect(await entry.lookup()).toBe(apiKey)
    expect((await run('auth logout')).exitCode).toBe(0)
    expect(await entry.lookup()).toBe('')
  })

  it('a key command takes its place only when it is one', async () => {
    const { run, login, stored, entry, apiKey } = person(own.env)
    await login('--keychain')
    expect((await run(['config', 'set', 'key_command', "pass 'show", '--yes'])).exitCode).toBe(2)
    expect([stored().keychain, await entry.lookup()]).toEqual([true, apiKey])
    expect((await run(['config', 'set', 'key_command', 'pass show', '--yes'])).exitCode).toBe(0)
    expect([stored().keychain, await entry.lookup()]).toEqual([undefined, ''])
  })

  it('12: an entry that is gone is told, and nothing is sent', async () => {
    const { run, login, entry } = person(own.env)
    await login('--keychain')
    await entry.clear()
    const before = served.sandbox.requests.length
    expect(await run('quiz list')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('surveyctl auth login --profile acme') })
    expect(served.sandbox.requests).toHaveLength(before)
  })

  it('another key takes its place only after a yes', async () => {
    const { run, login, entry } = person(own.env)
    await login('--keychain')
    const other = await served.sandbox.participant({}, { all: true })
    const line = ['auth', 'login', '--with-key', '--keychain', '--base-url', served.sandbox.baseUrl, '--profile', 'acme']
    expect((await run(line, { input: other })).exitCode).toBe(2)
    expect(await entry.lookup()).toBe(served.sandbox.apiKey)
    expect((await run([...line, '--yes'], { input: other })).exitCode).toBe(0)
    expect(await entry.lookup()).toBe(other)
    expect((await run('auth logout')).exitCode).toBe(0)
    expect(await entry.lookup()).toBe('')
  })
})

describe.skipIf(process.platform !== 'linux' || !isThere('secret-tool'))('no keychain (needs Linux and secret-tool)', () => {
  const refused = async (env: Record<string, string>) => {
    const { login, stored, path, apiKey } = person(env)
    const { exitCode, stderr } = await login('--keychain')
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/leave --keychain out.*key_command/s)])
    expect(readFileSync(path, 'utf8') + stderr).not.toContain(apiKey)
    expect(stored()).not.toHaveProperty('keychain')
  }

  it('10: without a bus, signing in ends with the two ways out, and nothing is stored', () =>
    refused({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', XDG_RUNTIME_DIR: '/nonexistent', DISPLAY: '', WAYLAND_DISPLAY: '' }))

  it.skipIf(noKeychain)(`11: without a collection and without a display too${noKeychain ? ` (${noKeychain})` : ''}`, async () => {
    const own = await ownKeychain()
    try {
      await refused(own.env)
    } finally {
      await own.stop()
    }
  })

  it('11: one that waits for a dialogue which nobody sees is given up', async () => {
    const began = performance.now()
    await refused({ ...secretTool('sleep 600'), DISPLAY: '', WAYLAND_DISPLAY: '' })
    expect(performance.now() - began).toBeLessThan(60_000)
  })

  it('a locked one is told as such: nothing is sent, moved or forgotten', async () => {
    const env = secretTool(`[ "$1" = search ] && echo 'secret-tool: Cannot get secret of a locked object' >&2; exit 1`)
    const { run, stored } = person(env, { keychain: true })
    const before = served.sandbox.requests.length
    expect(await run('quiz list')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('it is locked') })
    expect((await run('auth move --to file')).exitCode).toBe(3)
    for (const line of ['auth logout', 'config set key_command pass --yes'])
      expect(await run(line)).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/it is locked\n.*Unlock it/) })
    expect(stored()).toMatchObject({ keychain: true })
    expect(stored()).not.toHaveProperty('key_command')
    expect(served.sandbox.requests).toHaveLength(before)
  })

  it('a locked one that a login would have cleared: the new key is stored, and it is not said that nothing was', async () => {
    const env = secretTool(`[ "$1" = search ] && echo 'secret-tool: Cannot get secret of a locked object' >&2; exit 1`)
    const { login, stored, apiKey } = person(env, { keychain: true })
    const { exitCode, stderr } = await login('--yes')
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/it is locked\n.*Unlock it/)])
    expect(stored()).toMatchObject({ api_key: apiKey })
    expect(stderr).not.toContain('Nothing was changed')
  })

  it('two ways in one profile are an error that names both', async () => {
    const { run } = person({}, { keychain: true, api_key: served.sandbox.apiKey })
    expect(await run('quiz list')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('api_key and keychain') })
    expect((await run('quiz list', { env: { SURVEYCTL_API_KEY: served.sandbox.apiKey } })).exitCode).toBe(0)
  })
})

describe.skipIf(noStrace)(`what needs no key${noStrace ? ` (${noStrace})` : ''}`, () => {
  it.each([
    '--help',
    'quiz --help',
    'quiz list --help',
    '--version',
    '__complete quiz view ',
    'config list',
    'auth list',
    'help scripting',
  ])('18: %s asks no keychain, runs no command and opens no connection', async (line) => {
    const mark = join(freshFolder(), 'ran')
    for (const profile of [{ keychain: true }, { key_command: ['touch', mark] }]) {
      const { path } = person({}, profile)
      const env = environment({ env: { SURVEYCTL_CONFIG_DIR: join(path, '..') } })
      const { connections, programs } = await traced(process.execPath, { args: [launcher, ...line.split(' ')], env, cwd: freshFolder() })
      expect([programs, connections]).toEqual([[process.execPath], []])
    }
    expect(existsSync(mark)).toBe(false)
  })
})

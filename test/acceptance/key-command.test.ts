/** The key out of a program of the person's own: when it is run, how it may fail, and that nothing of it gets out. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher, surveyctl } from '../support/program.ts'
import { isThere } from '../support/readers.ts'
import { useSandbox } from '../support/served.ts'
import { noStrace, traced } from '../support/traced.ts'

const served = useSandbox('demo', { keep: true })

/** A program of these lines of a shell, with a file that shows that it ran. */
function program(lines: string): { path: string; ran: () => boolean } {
  const folder = freshFolder()
  const [path, mark] = [join(folder, 'key'), join(folder, 'ran')]
  writeFileSync(path, `#!/bin/sh\ntouch '${mark}'\n${lines}\n`)
  chmodSync(path, 0o755)
  return { path, ran: () => existsSync(mark) }
}

/** Signed in by this profile alone. */
function using(profile: object, env: Record<string, string> = {}) {
  const folder = freshFolder()
  const { baseUrl, workspaceId } = served.sandbox
  const all = { base_url: baseUrl, workspace: workspaceId, ...profile }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ current: 'acme', profiles: { acme: all } }), { mode: 0o600 })
  return {
    env: { SURVEYCTL_CONFIG_DIR: folder, ...env },
    run: surveyctl({ env: { SURVEYCTL_CONFIG_DIR: folder, ...env } }),
    stored: () => readFileSync(join(folder, 'config.json'), 'utf8'),
  }
}

describe.skipIf(process.platform === 'win32')('a key command', () => {
  it('is run for a request, and for nothing else', async () => {
    const { path, ran } = program(`echo ${served.sandbox.apiKey}`)
    const { run } = using({ key_command: [path] })
    for (const line of ['--help', 'quiz --help', 'config list', 'auth list', '__complete quiz view ']) await run(line)
    expect(ran()).toBe(false)
    expect((await run('auth list --json')).json).toMatchObject([{ key: 'command' }])
    const [first, second] = await Promise.all([run('quiz list --json'), run('quiz list --json')])
    expect([first.exitCode, second.exitCode, first.json.length]).toEqual([0, 0, 6])
    expect(ran()).toBe(true)
  })

  it('is no line of a shell', async () => {
    const { path } = program(`[ "$1" = '$(id)' ] && [ "$2" = 'two words' ] && [ "$3" = '\\' ] && echo ${served.sandbox.apiKey}`)
    const { run, stored } = using({})
    expect((await run(['config', 'set', 'key_command', `${path} $(id) 'two words' \\`])).exitCode).toBe(0)
    expect(JSON.parse(stored()).profiles.acme.key_command).toEqual([path, '$(id)', 'two words', '\\'])
    expect((await run('quiz list')).exitCode).toBe(0)
    expect((await run(['config', 'set', 'key_command', "pass 'show"])).exitCode).toBe(2)
    const told = async (value: string) => (await run(['config', 'set', 'key_command', value])).stderr
    expect(await told('cat f | tr -d x')).toContain('the program gets | as it stands')
    for (const value of ['pass show $(id) >x', 'op read $ITEM', '~/key', 'a && b', 'a; b'])
      expect(await told(value)).toContain('No shell reads')
    for (const value of ["sh -c 'cat f | tr -d x'", 'pass show a&b', "grep -o '[|]$' f"])
      expect(await told(value)).not.toContain('No shell')
  })

  it.each([
    ['prints two lines', 'echo SECRET-ONE; echo SECRET-TWO', 'printed more than one line'],
    ['prints nothing', 'true', 'printed nothing'],
    ['prints too much', 'head -c 5000 /dev/zero | tr "\\0" S; sleep 70', 'printed more than 4096 bytes'],
    ['ends with 1', 'echo SECRET-ONE; exit 1', 'ended with 1'],
    ['is killed', 'echo SECRET-ONE; kill -9 $$', 'ended with SIGKILL'],
  ])('14: that %s is told, with nothing that it printed', (_, lines, told) => isTold(lines, told))

  const isWhole = process.env.SURVEYCTL_FULL === '1'
  it.skipIf(!isWhole)(`14: that hangs is told${isWhole ? '' : ' (at night, as it takes a minute)'}`, () =>
    isTold('echo SECRET-ONE; sleep 70', 'did not end within 60 s'),
  )

  async function isTold(lines: string, told: string): Promise<void> {
    const { path } = program(lines)
    const { exitCode, stdout, stderr } = await using({ key_command: [path] }).run('quiz list --debug')
    expect([exitCode, stdout]).toEqual([3, ''])
    expect(stderr).toContain(`The key command of profile "acme" ${told}`)
    expect(stderr).not.toMatch(/SECRET|SSS/)
  }

  it('gets nothing of what the command is given', async () => {
    const { path } = program(`[ -z "$(cat)" ] && echo ${served.sandbox.apiKey}`)
    const { env } = using({ key_command: [path] })
    // With a session of its own it has no terminal either, wherever the tests run.
    const given = { env: environment({ env }), extendEnv: false, input: '42\n', detached: true, reject: false }
    expect((await execa(process.execPath, [launcher, 'quiz', 'list'], given)).exitCode).toBe(0)
  })

  it('that leaves an agent running is not waited for', async () => {
    // Standard error is the terminal's, or whoever's that started us.
    const { path } = program(`sleep 20 2>/dev/null &\necho ${served.sandbox.apiKey}`)
    const began = performance.now()
    expect((await using({ key_command: [path] }).run('quiz list')).exitCode).toBe(0)
    expect(performance.now() - began).toBeLessThan(15_000)
  })

  it.skipIf(noStrace)(`13: runs twice at once, without a shell${noStrace ? ` (${noStrace})` : ''}`, async () => {
    // Through no shell of ours; its first line names the one that reads it.
    const { path } = program(`echo ${served.sandbox.apiKey}`)
    const { env } = using({ key_command: [path, 'show', '$(id)'] })
    const line = { args: [launcher, 'quiz', 'list', '--json'], env: environment({ env }), cwd: freshFolder() }
    for (const { exitCode, stdout, programs } of await Promise.all([traced(process.execPath, line), traced(process.execPath, line)])) {
      expect([exitCode, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ length: 6 })])
      expect(programs.slice(0, 2)).toEqual([process.execPath, path])
      expect(programs.filter((name) => name.endsWith('sh'))).toEqual([])
    }
  })

  const noPass = ['pass', 'gpg'].some((name) => !isThere(name))
  it.skipIf(noPass)('13: may be pass, whose entry holds more than the key (needs pass and gpg)', async () => {
    const home = freshFolder()
    chmodSync(home, 0o700)
    const env = { HOME: home, GNUPGHOME: home, PASSWORD_STORE_DIR: join(home, 'store') }
    const given = { env, extendEnv: true }
    await execa('gpg', ['--batch', '--passphrase', '', '--quick-generate-key', 'test', 'future-default', 'default'], given)
    try {
      await execa('pass', ['init', 'test'], given)
      await execa('pass', ['insert', '--multiline', 'surveys'], { ...given, input: `${served.sandbox.apiKey}\n` })
      await execa('pass', ['insert', '--multiline', 'more'], { ...given, input: `${served.sandbox.apiKey}\nuser: me\n` })
      const { run } = using({ key_command: ['pass', 'show', 'surveys'] }, env)
      expect((await Promise.all([run('quiz list'), run('quiz list')])).map(({ exitCode }) => exitCode)).toEqual([0, 0])
      const more = await using({ key_command: ['pass', 'show', 'more'] }, env).run('quiz list')
      expect([more.exitCode, more.stderr]).toEqual([3, expect.stringContaining('first line only')])
    } finally {
      await execa('gpgconf', ['--kill', 'all'], given)
    }
  })

  it('that is not there is told; it is never passed over for another key', async () => {
    const missing = await using({ key_command: ['/no/such/program'] }).run('quiz list')
    expect(missing).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('was not found') })
    const both = await using({ key_command: ['true'], api_key: served.sandbox.apiKey }).run('quiz list')
    expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/api_key and key_command/) })
    const silent = await using({ key_command: ['sh', '-c', 'exit 3'] }).run('quiz list')
    expect(silent.stderr).toMatch(/ended with 3[^]*If it said why, that stands above. To try it by itself: sh -c 'exit 3'\n/)
    const wins = using({ key_command: ['false'] }, { SURVEYCTL_API_KEY: served.sandbox.apiKey })
    expect((await wins.run('quiz list')).exitCode).toBe(0)
    const other = using({ api_key: served.sandbox.apiKey }, { SURVEYCTL_KEY_COMMAND: 'false' })
    expect(await other.run('quiz list')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('SURVEYCTL_KEY_COMMAND') })
  })

  it('is never named by a folder', async () => {
    const { path, ran } = program('echo key')
    const folder = freshFolder()
    writeFileSync(join(folder, '.surveyctl.json'), JSON.stringify({ key_command: path }))
    const refused = await using({ api_key: served.sandbox.apiKey }).run('quiz list', { cwd: folder })
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('key_command') })
    expect(ran()).toBe(false)
  })

  it('takes the place of a stored key only after a yes', async () => {
    const { run, stored } = using({ api_key: served.sandbox.apiKey })
    expect((await run(['config', 'set', 'key_command', 'pass show surveys'])).exitCode).toBe(2)
    expect(stored()).toContain(served.sandbox.apiKey)
    expect((await run(['config', 'set', 'key_command', 'pass show surveys', '--yes'])).exitCode).toBe(0)
    expect(stored()).not.toContain(served.sandbox.apiKey)
  })
})

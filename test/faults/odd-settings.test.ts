/** Names that JavaScript's own objects have, settings of any shape, odd surroundings: an answer or one line, never a bug. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher, type Outcome } from '../support/program.ts'
import { fc } from '../support/property.ts'
import { useSandbox } from '../support/served.ts'
import { nobodyElse } from '../support/somebody.ts'
import { execa } from 'execa'
import { count } from './ledger.ts'
import { full } from './killed.ts'
import { expectTold, watched } from './watched.ts'

const served = useSandbox('demo', { keep: true })

/** With nothing but its settings to know the service by. */
const plain = { SURVEYCTL_API_KEY: '', SURVEYCTL_BASE_URL: '', SURVEYCTL_WORKSPACE: '' }
const settings = (content: string | Uint8Array): string => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'config.json'), content)
  chmodSync(join(folder, 'config.json'), 0o600)
  return folder
}
const expectOneLine = (said: Outcome, codes: readonly number[]): void => {
  expectTold(said, said.stderr.startsWith('{'))
  expect(codes, said.stderr).toContain(said.exitCode)
}

/** What every object inherits, and what the assignment of is no assignment. */
const inherited = ['constructor', 'toString', 'hasOwnProperty', 'valueOf']
/** Each place meets `__proto__` and, in turn, one of the others, which are alike; all of them with SURVEYCTL_FULL=1. */
const meets = (name: string, place: number): boolean => full || name === '__proto__' || inherited[place % inherited.length] === name

describe.each(['__proto__', ...inherited])('the name %s', (name) => {
  const at = (place: number) => it.each(meets(name, place) ? [name] : [])

  at(0)('of a profile that is not there', async () => {
    for (const args of [['config', 'list'], ['quiz', 'list'], ['config', 'unset', 'timeout'], ['auth', 'logout', '--yes'], ['doctor']]) {
      const config = settings('{"profiles":{}}')
      const said = await watched([...args, '--profile', name], { env: { ...plain, SURVEYCTL_CONFIG_DIR: config } })
      expect(said.stderr).not.toMatch(/native code|\[object|undefined/)
      if (args[0] === 'quiz') expectOneLine(said, [2, 3])
    }
    expectOneLine(await watched(['auth', 'switch', name], { env: { SURVEYCTL_CONFIG_DIR: settings('{"profiles":{}}') } }), [1, 2, 5])
  })

  at(1)('of a profile that is made, used, changed and removed', async () => {
    const env = { ...plain, SURVEYCTL_CONFIG_DIR: freshFolder() }
    const run = (args: readonly string[], input?: string): Promise<Outcome> => watched(args, { env, ...(input && { input }) })
    const login = await run(['auth', 'login', '--with-key', '--base-url', served.sandbox.baseUrl, '--profile', name], served.sandbox.apiKey)
    expect(login.exitCode, login.stderr).toBe(0)
    expect((await run(['config', 'set', 'timeout', '7', '--profile', name])).exitCode).toBe(0)
    expect((await run(['config', 'get', 'timeout', '--profile', name])).stdout).toBe('7\n')
    expect((await run(['quiz', 'list', '--fields', 'id', '--profile', name])).stdout).toContain('42')
    expect((await run(['auth', 'list', '--json'])).json).toMatchObject([{ profile: name }])
    expect((await run(['auth', 'logout', '--profile', name, '--yes'])).exitCode).toBe(0)
    expect((await run(['auth', 'list', '--json'])).json).toEqual([])
  })

  const places = [
    ['quiz', 'list', '--fields', name],
    ['quiz', 'list', '--json', '--fields', `id,folder.${name}`],
    ['folder', 'list', '--json', '--fields', name],
    [name],
    ['quiz', name],
    ['help', name],
    ['config', 'get', name],
    ['config', 'set', name, '5'],
    ['question', 'add', '42', '--type', name],
    ['sandbox', 'start', '--seed', name],
    ['api', 'POST', '/quiz', `${name}=1`],
    ['completion', name],
    ['operation', 'view', name],
    ['quiz', 'view', name],
    ['promo', 'codes', '42', '--list', name],
    ['text', 'set', '42', name, 'x'],
  ]
  it.each(places.filter((_, place) => meets(name, place)).map((args) => [args]))('in %s', async (args) => {
    expectOneLine(await watched(args, { env: { ...served.sandbox.signedIn, SURVEYCTL_CONFIG_DIR: freshFolder() } }), [0, 1, 2, 5, 6])
  })

  at(2)('in completions', async () => {
    for (const words of [
      ['quiz', name],
      [name, ''],
      ['quiz', 'list', `--${name}`],
    ])
      expect((await watched(['__complete', ...words], { env: served.sandbox.signedIn })).stderr).toBe('')
  })

  at(3)('in files', async () => {
    const cwd = freshFolder()
    for (const [file, content] of [
      ['.surveyctl.json', `{"profile":"${name}"}`],
      ['.surveyctl.json', `{"${name}":"x"}`],
      ['.surveyctl.json', `{"workspace":{"${name}":1}}`],
      ['surveyctl.yaml', `format: 1\nid: 6f2b9c1e-58a4-4d0e-9d3b-0a7c51e2f801\n"${name}": 5\n`],
      [
        'surveyctl.yaml',
        `format: 1\nid: 6f2b9c1e-58a4-4d0e-9d3b-0a7c51e2f801\ndefault: ${name}\nenvironments:\n  "${name}":\n    profile: ${name}\n    folders: { "${name}": 1 }\n`,
      ],
    ] as const) {
      const own = join(cwd, `${content.length}-${file.length}`)
      mkdirSync(own)
      writeFileSync(join(own, file), content)
      const args = file.endsWith('json') ? ['quiz', 'list'] : ['project', 'plan']
      expectOneLine(await watched(args, { env: { ...plain, SURVEYCTL_CONFIG_DIR: settings('{}') }, cwd: own }), [1, 2, 3])
    }
  })
})

describe('settings of any shape', () => {
  const keys = ['base_url', 'api_key', 'workspace', 'output', 'timeout', 'concurrency', 'read_only', 'protected', 'allow_http', 'sandbox']
  const odd = fc.oneof(
    fc.constantFrom(null, true, 0, -1, 1e300, [], {}, [['x']], { a: { b: null } }, '', ' ', '\u0000', 'x'.repeat(4000), '\u202e', '\n'),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const good = () => ({ base_url: served.sandbox.baseUrl, api_key: served.sandbox.apiKey, workspace: served.sandbox.workspaceId })
  const commands = [
    ['quiz', 'list', '--fields', 'id'],
    ['config', 'list'],
    ['auth', 'list'],
    ['folder', 'create', 'x', '--dry-run'],
  ]
  const runs = full ? 300 : 40

  it('of a profile, or of the file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ key: fc.constantFrom(...keys, 'current', 'profiles', 'default'), value: odd, args: fc.constantFrom(...commands) }),
        async ({ key, value, args }) => {
          const profiles = { default: { ...good(), ...(keys.includes(key) && { [key]: value }) } }
          const file = { current: 'default', profiles, ...(key === 'current' && { current: value }) }
          const odd = key === 'profiles' ? { profiles: value } : key === 'default' ? { profiles: { default: value } } : file
          const said = await watched(args, { env: { ...plain, SURVEYCTL_CONFIG_DIR: settings(JSON.stringify(odd)) } })
          expectTold({ ...said, stderr: said.stderr.replace(/^! .*\n/gm, '') }, said.stderr.startsWith('{'))
          expect(said.stderr).not.toContain('[object Object]')
        },
      ),
      { numRuns: runs },
    )
  })

  const text = (): string => JSON.stringify({ current: 'default', profiles: { default: good() } })
  const encodings: [string, () => Buffer, works: boolean][] = [
    ['a byte order mark', () => Buffer.from(`\uFEFF${text()}`), true],
    ['UTF-16', () => Buffer.from(`\uFEFF${text()}`, 'utf16le'), false],
    ['keys twice', () => Buffer.from(text().replace('{', '{"current":5,')), true],
    ['a cut end', () => Buffer.from(text().slice(0, -4)), false],
    ['bytes that are no text', () => Buffer.from([0xff, 0xfe, 0x00, 0x80]), false],
    ['nothing', () => Buffer.alloc(0), false],
    ['a million brackets', () => Buffer.from('['.repeat(1_000_000)), false],
    ['40 MB', () => Buffer.alloc(40_000_000, ' '), false],
  ]
  it.each(encodings)('%s', async (_, content, works) => {
    const said = await watched(['quiz', 'list', '--fields', 'id'], { env: { ...plain, SURVEYCTL_CONFIG_DIR: settings(content()) } })
    if (works) expect([said.exitCode, said.stderr]).toEqual([0, ''])
    else expectOneLine(said, [1])
    const cwd = freshFolder()
    writeFileSync(join(cwd, '.surveyctl.json'), content())
    expectOneLine(await watched(['quiz', 'list'], { env: { ...served.sandbox.signedIn, SURVEYCTL_CONFIG_DIR: freshFolder() }, cwd }), [2])
  })
})

describe('odd surroundings', () => {
  const oddEnvironment = fc.record(
    {
      COLUMNS: fc.constantFrom('abc', '-1', '0', '1e9', ''),
      LINES: fc.constantFrom('abc', '-1'),
      TERM: fc.constantFrom('', 'dumb', 'no-such-terminal'),
      LANG: fc.constantFrom('', 'xx_YY.nothing', 'C', 'de_DE.ISO-8859-1', '../../etc'),
      LC_ALL: fc.constantFrom('', 'xx_YY', 'POSIX', '\u00e9'),
      NO_COLOR: fc.constantFrom('', '1', 'no'),
      FORCE_COLOR: fc.constantFrom('', '0', 'abc', '99'),
      TZ: fc.constantFrom('', 'Nowhere/City', ':/etc/passwd', 'UTC+99', '../..'),
      HOME: fc.constantFrom('', '/nowhere', '/dev/null', 'relative'),
      PATH: fc.constantFrom('', '/nowhere'),
      TMPDIR: fc.constantFrom('', '/nowhere', '/dev/null'),
      USER: fc.constantFrom('', 'nobody-of-that-name'),
      XDG_CONFIG_HOME: fc.constantFrom('', 'relative', '/dev/null'),
      XDG_CACHE_HOME: fc.constantFrom('', 'relative', '/dev/null'),
    },
    { requiredKeys: [] },
  )
  it('give the same answer', async () => {
    const list = ['quiz', 'list', '--fields', 'id,name']
    const usual = await watched(list, { env: served.sandbox.signedIn })
    await fc.assert(
      fc.asyncProperty(oddEnvironment, async (env) => {
        const { exitCode, stdout, stderr } = await watched(list, { env: { ...served.sandbox.signedIn, ...env } })
        expect([exitCode, stdout, stderr]).toEqual([0, usual.stdout, ''])
        expect((await watched(['quiz', '--help'], { env: { ...served.sandbox.signedIn, ...env } })).exitCode).toBe(0)
      }),
      { numRuns: full ? 100 : 12 },
    )
  })

  it.skipIf(nobodyElse !== undefined)(
    `a user who is in no list of users (seen as root, who may become anyone; here: ${nobodyElse ?? 'root'})`,
    async () => {
      for (const home of [{}, { HOME: '' }]) {
        const config = freshFolder()
        chmodSync(config, 0o777)
        const env = { ...environment({ env: { ...served.sandbox.signedIn, SURVEYCTL_CONFIG_DIR: config } }), ...home }
        for (const args of [
          ['quiz', 'list'],
          ['config', 'list'],
          ['config', 'set', 'timeout', '5'],
          ['--help'],
          ['doctor'],
          ['auth', 'list'],
        ]) {
          const words = ['--reuid', '54321', '--regid', '54321', '--clear-groups', process.execPath, launcher, ...args]
          for (const own of full || args[0] === 'config' ? [env, { ...env, SURVEYCTL_CONFIG_DIR: '' }] : [env]) {
            const { exitCode, stderr } = await execa('setpriv', words, { env: own, extendEnv: false, reject: false, cwd: '/' })
            count({ faults: 1 })
            expect(stderr).not.toMatch(/bug in surveyctl|^\s+at /m)
            expect(exitCode, `${args.join(' ')} ${stderr}`).toBeLessThan(9)
          }
        }
      }
    },
  )
})

/** Node's compile cache is used in a folder that is ours alone; whatever is wrong with that folder, every command works. */
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { fc } from '../support/property.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
afterAll(() => sandbox.close())

const unless = (condition: boolean) => (condition ? it.skip : it)
const isWindows = process.platform === 'win32'
const isRoot = process.geteuid?.() === 0
const nobody = 65534

interface Machine {
  run: (args?: string, env?: Record<string, string>) => Promise<{ exitCode: number; stdout: string; stderr: string }>
  home: string
  /** The folder of caches, and that of compiled code in it. */
  cache: string
  code: string
}

/** A home in which nothing has run yet. */
function machine(): Machine {
  const home = freshFolder()
  const { NODE_COMPILE_CACHE: _, ...env } = environment({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    workspace: sandbox.workspaceId,
    env: { SURVEYCTL_CONFIG_DIR: home },
  })
  return {
    home,
    cache: join(home, 'cache'),
    code: join(home, 'cache', 'code'),
    run: async (args = 'quiz list', more) => {
      const options = { env: { ...env, ...more }, extendEnv: false, reject: false } as const
      const { exitCode, stdout, stderr } = await execa(process.execPath, [launcher, ...args.split(' ')], options)
      return { exitCode: exitCode!, stdout, stderr }
    },
  }
}

/** Every file below, with its content. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => lstatSync(join(folder, name)).isFile())
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]))
}

const commands = ['quiz list', 'role list --json', 'quiz view 42', 'webhook --help', 'folder list']

/** What may become of a file of the cache: `at` is a place in it, from 0 to 1; `other` is another one of its files. */
const damaging: Record<string, (path: string, at: number, other: string) => void> = {
  flipped: (path, at) => edit(path, (bytes) => void (bytes[Math.floor(at * bytes.length)]! ^= 1 << (Math.floor(at * 997) % 8))),
  cut: (path, at) => edit(path, (bytes) => bytes.subarray(0, Math.floor(at * bytes.length))),
  doubled: (path) => edit(path, (bytes) => Buffer.concat([bytes, bytes])),
  'zeroed from there on': (path, at) => edit(path, (bytes) => void bytes.fill(0, Math.floor(at * bytes.length))),
  'that of another module': (path, _, other) => edit(path, () => bytesOf(other)),
  'with the head of another': (path, at, other) => edit(path, (bytes) => void bytesOf(other).copy(bytes, 0, 0, Math.floor(at * 64))),
  removed: (path) => rmSync(path, { recursive: true, force: true }),
  'a folder': (path) => (rmSync(path, { recursive: true, force: true }), mkdirSync(path)),
  'a link to nothing': (path) => (rmSync(path, { recursive: true, force: true }), symlinkSync(`${path}-gone`, path)),
  'not readable': (path) => existsSync(path) && chmodSync(path, 0),
}

const damage = fc.record({
  what: fc.constantFrom(...Object.keys(damaging)),
  which: fc.nat(40),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
})

const bytesOf = (path: string): Buffer => (lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : Buffer.alloc(0))

function edit(path: string, change: (bytes: Buffer) => Buffer | void): void {
  const bytes = bytesOf(path)
  if (bytes.length > 0) writeFileSync(path, change(bytes) ?? bytes)
}

const works = { exitCode: 0, stderr: '' }

describe('compiled code', () => {
  it('is kept in a folder for its owner alone, and is used as it is by the next run', async () => {
    const { run, cache, code } = machine()
    const first = await run()
    expect(first).toMatchObject(works)
    const kept = contentOf(code)
    expect(Object.keys(kept).length).toBeGreaterThan(3)
    if (!isWindows) expect([cache, code].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700])
    expect(await run()).toEqual(first)
    expect(contentOf(code)).toEqual(kept)
  })

  it('is the same for several runs at once', async () => {
    const { run } = machine()
    const outcomes = await Promise.all(Array.from({ length: full ? 8 : 4 }, () => run()))
    expect(new Set(outcomes.map(({ stdout, exitCode }) => `${exitCode} ${stdout}`)).size).toBe(1)
  })

  it.each([
    ['NODE_DISABLE_COMPILE_CACHE', '1'],
    ['NODE_COMPILE_CACHE', join(freshFolder(), 'elsewhere')],
  ])('is not kept in our folder when %s is set', async (name, value) => {
    const { run, code } = machine()
    expect(await run('quiz list', { [name]: value })).toMatchObject(works)
    expect([existsSync(code), existsSync(value)]).toEqual([false, name === 'NODE_COMPILE_CACHE'])
  })
})

describe('a folder that others could write to is left alone', () => {
  const spoilers: [string, (machine: Machine, target: string) => void][] = [
    ['writable by others', ({ code }) => chmodSync(code, 0o777)],
    ['writable by its group', ({ code }) => chmodSync(code, 0o770)],
    ['in one that is writable by others', ({ cache }) => chmodSync(cache, 0o777)],
    [
      'a link',
      ({ code }, target) => {
        rmSync(code, { recursive: true })
        symlinkSync(target, code)
      },
    ],
    [
      'below a link',
      ({ cache }, target) => {
        rmSync(cache, { recursive: true })
        mkdirSync(join(target, 'code'))
        symlinkSync(target, cache)
      },
    ],
  ]
  unless(isWindows).each(spoilers)('one that is %s', async (_, spoil) => {
    const here = machine()
    const first = await here.run()
    const target = freshFolder()
    writeFileSync(join(target, 'precious'), 'not ours')
    spoil(here, target)
    const [before, beside] = [contentOf(here.home), contentOf(target)]
    // Another command than the first has other files to compile.
    for (const args of full ? ['role list', 'webhook --help'] : ['role list']) expect(await here.run(args)).toMatchObject(works)
    expect(await here.run()).toEqual(first)
    expect(contentOf(target)).toEqual(beside)
    expect(contentOf(here.home)).toEqual(before)
    count({ faults: 1 })
  })

  unless(!isRoot)("one that is another user's (seen as root, who may give folders away)", async () => {
    const here = machine()
    const first = await here.run()
    chownSync(here.code, nobody, nobody)
    const before = contentOf(here.home)
    expect(await here.run('role list')).toMatchObject(works)
    expect(await here.run()).toEqual(first)
    expect(contentOf(here.home)).toEqual(before)
    count({ faults: 1 })
  })
})

describe('every command works', () => {
  it.each<[string, (machine: Machine) => void]>([
    [
      'a file is where the folder should be',
      ({ home, cache }) => (rmSync(cache, { recursive: true }), writeFileSync(join(home, 'cache'), 'file')),
    ],
    ['the folder is a file', ({ code }) => (rmSync(code, { recursive: true }), writeFileSync(code, 'file'))],
    ['the folder is full of junk', ({ code }) => Array.from({ length: 50 }, (_, at) => writeFileSync(join(code, `${at}`), 'junk'))],
    ['its files are empty', ({ code }) => spoilFiles(code, () => Buffer.alloc(0))],
    ['its files are cut', ({ code }) => spoilFiles(code, (bytes) => bytes.subarray(0, bytes.length >> 1))],
    ['its files are of something else', ({ code }) => spoilFiles(code, (bytes) => Buffer.alloc(bytes.length, 'x'))],
  ])('when %s', async (_, spoil) => {
    const here = machine()
    const first = await here.run()
    spoil(here)
    for (let time = 0; time < 2; time++) expect(await here.run()).toEqual(first)
    count({ faults: 1 })
  })

  it('when any bit of its files has flipped', async () => {
    const here = machine()
    const first = await here.run()
    const flips = full ? 16 : 3
    for (let flip = 0; flip < flips; flip++) {
      spoilFiles(here.code, (bytes) => {
        bytes[Math.floor(((flip + 0.5) / flips) * bytes.length)]! ^= 1 << (flip % 8)
        return bytes
      })
      expect(await here.run()).toEqual(first)
    }
    count({ faults: flips })
  })

  it('whatever has become of its files, one by one', async () => {
    const { run: runClean } = machine()
    const expected = new Map<string, Awaited<ReturnType<typeof runClean>>>()
    for (const command of commands) expected.set(command, await runClean(command))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...commands), fc.array(damage, { minLength: 1, maxLength: 6 }), async (command, damages) => {
        const here = machine()
        await here.run(command)
        const names = Object.keys(contentOf(here.code))
        for (const { what, which, at } of damages)
          damaging[what]!(join(here.code, names[which % Math.max(1, names.length)] ?? 'x'), at, join(here.code, names[0] ?? 'x'))
        const precious = join(here.home, 'precious')
        writeFileSync(precious, 'not a cache')
        for (let time = 0; time < 2; time++) expect(await here.run(command)).toEqual(expected.get(command))
        expect(readFileSync(precious, 'utf8')).toBe('not a cache')
        count({ faults: damages.length })
      }),
      { numRuns: full ? 200 : 3 },
    )
  })

  it('when it is killed as it writes them', async () => {
    const here = machine()
    const first = await here.run()
    const kills = full ? 8 : 2
    for (let kill = 0; kill < kills; kill++) {
      rmSync(here.code, { recursive: true })
      const timeout = 40 + (80 / kills) * kill
      const env = { ...process.env, SURVEYCTL_CONFIG_DIR: here.home, NODE_COMPILE_CACHE: '' }
      await execa(process.execPath, [launcher, 'quiz', '--help'], { env, reject: false, timeout, killSignal: 'SIGKILL' })
      expect(await here.run()).toEqual(first)
    }
    count({ faults: kills })
  })

  unless(isWindows || isRoot)('when the folder cannot be made (skipped for root, who can make any)', async () => {
    const here = machine()
    chmodSync(here.home, 0o500)
    expect(await here.run()).toMatchObject(works)
    chmodSync(here.home, 0o700)
    count({ faults: 1 })
  })
})

function spoilFiles(folder: string, change: (bytes: Buffer) => Buffer): void {
  for (const name of Object.keys(contentOf(folder))) writeFileSync(join(folder, name), change(readFileSync(join(folder, name))))
}

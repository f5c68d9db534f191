/** Compiled code is kept from run to run, and nothing depends on it. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { count } from './ledger.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
afterAll(() => sandbox.close())

interface Machine {
  /** Killed after so many milliseconds, if it still runs. */
  killed: (args: string, after: number) => Promise<void>
  run: (args: string | readonly string[], env?: Record<string, string>) => Promise<{ exitCode: number; stdout: string; stderr: string }>
  /** Where the code is, once something has run. */
  code: string
  /** The folder of this program's code. */
  folder: () => string
  /** When each file was written. */
  written: () => Record<string, bigint>
  /** What the file of each command holds. */
  learned: () => { runs: string[]; files: string[]; bytes: Buffer }[]
}

/** A home in which nothing has run yet. */
function machine(): Machine {
  const cache = freshFolder()
  const { NODE_COMPILE_CACHE: _, ...env } = environment({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    workspace: sandbox.workspaceId,
    env: { SURVEYCTL_CONFIG_DIR: cache },
  })
  const code = join(cache, 'cache', 'code')
  const folder = (): string => join(code, readdirSync(code)[0]!)
  return {
    code,
    folder,
    killed: async (args, timeout) => {
      const options = { env, extendEnv: false, reject: false, timeout, killSignal: 'SIGKILL' } as const
      await execa(process.execPath, [launcher, ...args.split(' ')], options)
    },
    run: async (args, more) => {
      const words = typeof args === 'string' ? args.split(' ') : args
      const { exitCode, stdout, stderr } = await execa(process.execPath, [launcher, ...words], {
        env: { ...env, ...more },
        extendEnv: false,
        reject: false,
      })
      return { exitCode: exitCode!, stdout, stderr }
    },
    written: () =>
      Object.fromEntries(readdirSync(folder()).map((name) => [name, statSync(join(folder(), name), { bigint: true }).mtimeNs])),
    learned: () =>
      readdirSync(folder()).map((name) => {
        const bytes = readFileSync(join(folder(), name))
        const { runs, sizes } = JSON.parse(bytes.toString('utf8', 0, bytes.indexOf('\n'))) as { runs: string[]; sizes: object }
        return { runs, files: Object.keys(sizes).map((file) => file.replace(/(-[\w-]{8})?\.cjs$/, '')), bytes }
      }),
  }
}

describe('the first run of a command', () => {
  it('keeps what it has compiled, and the next takes it as it is', async () => {
    const { run, written, learned } = machine()
    const first = await run('quiz list')
    const files = written()
    expect(learned().map(({ files }) => files)).toEqual([['main', 'quiz', 'command', 'client']])
    expect(await run('quiz list')).toEqual(first)
    expect(written()).toEqual(files)
  })

  it('adds to what runs of the same have kept with other flags, or to another end', async () => {
    const { run, learned, written } = machine()
    for (const args of ['quiz list', 'quiz list --json', 'quiz view 42', 'quiz view 999999', 'folder list']) await run(args)
    expect(
      learned()
        .map(({ runs }) => runs)
        .toSorted(),
    ).toEqual([['folder list 0'], ['quiz list 0', 'quiz list json 0'], ['quiz view 0', expect.stringMatching(/^quiz view [^0]$/)]])
    const files = written()
    for (const args of ['quiz list', 'quiz list --json', 'folder list']) await run(args)
    expect(written()).toEqual(files)
  })

  it('keeps nothing of what was typed but the names of flags that there are', async () => {
    const { run, learned, folder } = machine()
    for (const args of ['list --folder=xyzzy', 'list --folder -xyzzy', 'view xyzzy', 'list --xyzzy', 'xyzzy']) await run(`quiz ${args}`)
    await run('xyzzy list')
    await run('--profile xyzzy quiz view 42')
    await run('export csv 43 -oxyzzy/answers.csv')
    expect(
      learned()
        .flatMap(({ runs }) => runs)
        .toSorted(),
    ).toEqual([
      expect.stringMatching(/^export csv output \d$/),
      expect.stringMatching(/^quiz list folder \d$/),
      expect.stringMatching(/^quiz view \d$/),
      expect.stringMatching(/^quiz view profile \d$/),
    ])
    expect(readdirSync(folder()).join()).not.toContain('xyzzy')
    for (const { bytes } of learned()) expect(bytes.toString('latin1')).not.toContain('xyzzy')
  })

  it('keeps nothing of words that are not understood, of which there is no end', async () => {
    const { run, code } = machine()
    for (const args of ['api quiz', 'api folder', 'doctor more', 'quiz list --xyzzy']) expect((await run(args)).exitCode).toBe(2)
    expect(existsSync(code)).toBe(false)
  })

  it('holds nothing of other commands, whose texts would be taken in as well', async () => {
    const { run, learned } = machine()
    await run('quiz list')
    const code = learned()[0]!.bytes.toString('latin1')
    expect([code.includes('List surveys'), code.includes('Bring archived surveys back')]).toEqual([true, false])
  })

  it('counts for files too that are loaded when the service has been asked', async () => {
    const { run, written, learned } = machine()
    const args = `export csv 43 --force --output ${join(freshFolder(), 'answers.csv')}`
    expect(await run(args)).toMatchObject({ exitCode: 0 })
    const files = written()
    expect(learned()[0]!.files).toContain('download')
    await run(args)
    expect(written()).toEqual(files)
  })

  it('may take its time', async () => {
    const { run, learned } = machine()
    await run(['quiz', 'list', '--jq', 'last(range(8000000))'])
    expect(learned().map(({ runs }) => runs)).toEqual([['quiz list jq 0']])
  })

  it('may happen many times at once', async () => {
    const { run, written } = machine()
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => run('quiz list')))
    expect(new Set(outcomes.map(({ stdout, exitCode }) => `${exitCode} ${stdout}`)).size).toBe(1)
    expect(Object.keys(written())).toHaveLength(1)
  })
})

describe('without it everything works as well', () => {
  it('when NODE_DISABLE_COMPILE_CACHE is set, and nothing is kept', async () => {
    const { run, code } = machine()
    expect(await run('quiz list', { NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({ exitCode: 0, stderr: '' })
    expect(existsSync(code)).toBe(false)
  })

  it('when its place cannot be written', async () => {
    const { run, code } = machine()
    mkdirSync(join(code, '..'))
    writeFileSync(code, 'not a folder')
    expect(await run('quiz list')).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it.each<[string, (path: string) => void]>([
    ['cut', (path) => truncateSync(path, 1000)],
    ['cut by what V8 looks at last', (path) => truncateSync(path, statSync(path).size - 8)],
    ['empty', (path) => truncateSync(path, 0)],
    ['of something else', (path) => writeFileSync(path, 'x'.repeat(5000))],
    ['code of something else', (path) => writeFileSync(path, `${'{"runs":["quiz list 0"],"sizes":{"main.cjs":8}}'.padEnd(55)}\n12345678`)],
    ['of no form', (path) => writeFileSync(path, '{"runs":1,"sizes":{}}\n\0\0')],
  ])('when its file is %s, and it is made anew', async (_, spoil) => {
    const { run, folder, written, learned } = machine()
    const first = await run('quiz list')
    const [path] = Object.keys(written()).map((name) => join(folder(), name))
    spoil(path!)
    const before = written()
    expect(await run('quiz list')).toEqual(first)
    expect(written()).not.toEqual(before)
    expect(learned()).toMatchObject([{ runs: ['quiz list 0'], files: ['main', 'quiz', 'command', 'client'] }])
    const after = written()
    expect(await run('quiz list')).toEqual(first)
    expect(written()).toEqual(after)
    count({ faults: 1 })
  })

  it('when it is killed as it writes', async () => {
    const { run, killed, written, code } = machine()
    const begun = Date.now()
    const first = await run('quiz list')
    const usual = Date.now() - begun
    const kills = 40
    // Each with another exit code or flag, so that each has something to write.
    const commands = ['quiz list --json', 'quiz list --ndjson', 'folder list', 'quiz view 42', 'quiz view 42 --json', 'role list']
    for (let kill = 0; kill < kills; kill++) {
      // Once each of them is known, all begin anew.
      if (kill % commands.length === 0) rmSync(code, { recursive: true, force: true })
      await killed(commands[kill % commands.length]!, Math.round(usual * (0.6 + 0.5 * (kill / kills))))
    }
    for (const args of ['quiz list', ...commands]) expect(await run(args)).toMatchObject({ exitCode: 0 })
    const files = written()
    expect(await run('quiz list')).toEqual(first)
    expect(written()).toEqual(files)
    count({ faults: kills })
  })

  it.skipIf(process.platform === 'win32')('when others may write to its folder: the code would be theirs', async () => {
    const { run, folder, written } = machine()
    await run('quiz list')
    for (const name of Object.keys(written())) writeFileSync(join(folder(), name), '{"runs":["quiz list 0"],"sizes":{}}\n')
    chmodSync(folder(), 0o777)
    const files = written()
    const sizes = (): number[] => Object.keys(files).map((name) => statSync(join(folder(), name)).size)
    const before = sizes()
    expect(await run('quiz list')).toMatchObject({ exitCode: 0, stderr: '' })
    expect([written(), sizes()]).toEqual([files, before])
    count({ faults: 1 })
  })
})

describe('its folder', () => {
  it('is for its owner alone', async () => {
    const { run, folder, written } = machine()
    await run('quiz list')
    const mode = (path: string): number => statSync(path).mode & 0o777
    expect([mode(folder()), ...Object.keys(written()).map((name) => mode(join(folder(), name)))]).toEqual([
      0o700,
      ...Object.keys(written()).map(() => 0o600),
    ])
  })

  it('is another one for another program, and goes when that has not run for a month', async () => {
    const { run, code, folder } = machine()
    await run('quiz list')
    const other = join(code, 'other')
    const recent = join(code, 'recent')
    for (const path of [other, recent]) cpSync(folder(), path, { recursive: true })
    const days = (count: number): Date => new Date(Date.now() - count * 86_400_000)
    utimesSync(other, days(31), days(31))
    utimesSync(recent, days(29), days(29))
    await run('quiz list', { NODE_OPTIONS: '--no-deprecation' })
    expect(readdirSync(code)).toHaveLength(3)
    expect(existsSync(other)).toBe(false)
    expect(existsSync(recent)).toBe(true)
  })
})

/** Each kind of file in each place that a command reads or keeps something in, and folders that cannot be made: an end, a bounded one. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, ftruncateSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'
import { shell, stackTrace, watched } from './watched.ts'

const served = useSandbox('demo', { keep: true })

const kinds: Record<string, (path: string) => void> = {
  'a pipe that nobody writes': (path) => void spawnSync('mkfifo', [path]),
  '/dev/zero': (path) => symlinkSync('/dev/zero', path),
  '/dev/random': (path) => symlinkSync('/dev/random', path),
  '/dev/tty': (path) => symlinkSync('/dev/tty', path),
  '/dev/full': (path) => symlinkSync('/dev/full', path),
  'a socket': (path) => {
    const server = createServer().listen(path)
    server.unref()
  },
  'a folder': (path) => mkdirSync(path),
  'a link to nothing': (path) => symlinkSync(join(dirname(path), 'not', 'there'), path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a file of 2.5 GB': (path) => {
    const file = openSync(path, 'w')
    ftruncateSync(file, 2.5 * 2 ** 30)
    closeSync(file)
  },
  'a file that nobody may read': (path) => {
    writeFileSync(path, '{}')
    chmodSync(path, 0)
  },
}

interface Place {
  /** Path in its folder. */
  name: string
  args: string[]
  env?: (folder: string) => Record<string, string>
  prepare?: (folder: string) => void
}

const yaml = 'format: 1\nid: 6f2b9c1e-58a4-4d0e-9d3b-0a7c51e2f801\n'
const project = (folder: string): void => {
  writeFileSync(join(folder, 'surveyctl.yaml'), yaml)
  mkdirSync(join(folder, 'surveys', 'a'), { recursive: true })
  mkdirSync(join(folder, '.surveyctl', 'state', 'default'), { recursive: true })
  writeFileSync(join(folder, 'surveys', 'a', 'survey.yaml'), 'format: 1\n')
}
const config = (folder: string) => ({ SURVEYCTL_CONFIG_DIR: folder })
const places: Record<string, Place> = {
  'the settings': { name: 'config.json', args: ['quiz', 'list'], env: config },
  'the settings, changed': { name: 'config.json', args: ['config', 'set', 'timeout', '5'], env: config },
  '.surveyctl.json': { name: '.surveyctl.json', args: ['quiz', 'list'] },
  'the key file': {
    name: 'key',
    args: ['quiz', 'list', '--timeout', '1'],
    env: (folder) => ({ SURVEYCTL_API_KEY: '', SURVEYCTL_API_KEY_FILE: join(folder, 'key') }),
  },
  'the folder of settings': { name: 'config', args: ['config', 'set', 'timeout', '5'], env: (folder) => config(join(folder, 'config')) },
  'the cache': { name: 'cache', args: ['__complete', 'quiz', 'view', ''], env: config },
  'the state': { name: 'state', args: ['quiz', 'archive', '42', '43'], env: config },
  'the list of sandboxes': { name: 'sandboxes.json', args: ['sandbox', 'list'], env: config },
  'surveyctl.yaml': { name: 'surveyctl.yaml', args: ['project', 'plan'] },
  'a survey of a project': {
    name: 'surveys/a/survey.yaml',
    args: ['project', 'check'],
    prepare: (folder) => (project(folder), rmSync(join(folder, 'surveys/a/survey.yaml'))),
  },
  'the state of a project': { name: '.surveyctl/state/default/a.json', args: ['project', 'plan'], prepare: project },
  'check.yaml': { name: 'check.yaml', args: ['quiz', 'check', '42', '--config', 'check.yaml'] },
  'a saved plan': { name: 'plan.json', args: ['project', 'apply', '--plan', 'plan.json', '--yes'], prepare: project },
  'the store of answers': {
    name: 'answers/answers.sqlite',
    args: ['answer', 'sync', '42', 'answers'],
    prepare: (folder) => mkdirSync(join(folder, 'answers')),
  },
  'the manifest of answers': {
    name: 'answers/manifest.json',
    args: ['answer', 'sync', '42', 'answers'],
    prepare: (folder) => mkdirSync(join(folder, 'answers')),
  },
  'what is uploaded': { name: 'codes.csv', args: ['promo', 'import', '42', 'codes.csv', '--list', '1'] },
  'codes that are read here': { name: 'codes.txt', args: ['promo', 'import', '42', 'codes.txt', '--list', '1', '--local'] },
  'a body': { name: 'body.json', args: ['api', 'POST', '/quiz', '--input', 'body.json', '--dry-run'] },
  'a target': { name: 'target.csv', args: ['export', 'csv', '42', '-o', 'target.csv', '--force'] },
}

/** Waits by itself for a person to type, or for whoever opens the other end: a signal ends it (see `ends`). */
const mayWait = (place: string, kind: string): boolean =>
  kind === 'a pipe that nobody writes' &&
  ['codes that are read here', 'what is uploaded', 'a body', 'a target', 'a saved plan'].includes(place)

/** Kilobytes that it held at most, how it ended and what it said. */
async function measured(args: readonly string[], cwd: string, env: Record<string, string>) {
  const child = spawn('bash', ['-c', 'ulimit -f 100000; exec "$@"', 'bash', process.execPath, launcher, ...args], {
    cwd,
    env: environment({ env: { ...served.sandbox.signedIn, ...env } }),
    stdio: ['ignore', 'ignore', 'pipe'],
    // /dev/tty leads nowhere.
    detached: true,
  })
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, 50_000)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  count({ faults: 1, hangs: Number(timedOut), traces: Number(stackTrace.test(stderr)) })
  return { code, stderr, timedOut }
}

const pairs = Object.keys(places).flatMap((place, row) => Object.keys(kinds).map((kind, at) => [place, kind, row, at] as const))
/** Endless: whoever looks at what was written there would read for ever. */
const isEndless = (place: string, kind: string): boolean => place === 'a target' && kind === '/dev/zero'
/** Each place meets a kind, in turn, and what could hang; all of them with SURVEYCTL_FULL=1. */
const chosen = pairs.filter(
  ([place, kind, row, at]) =>
    !mayWait(place, kind) &&
    (full || kind === 'a pipe that nobody writes' || isEndless(place, kind) || row % Object.keys(kinds).length === at),
)

describe.runIf(process.platform === 'linux')('in the place of', () => {
  it.concurrent.each(chosen)('%s: %s', async (place, kind) => {
    const { name, args, env, prepare } = places[place]!
    const folder = freshFolder()
    prepare?.(folder)
    kinds[kind]!(join(folder, name))
    const { code, stderr, timedOut } = await measured(args, folder, { SURVEYCTL_CONFIG_DIR: freshFolder(), ...env?.(folder) })
    expect(timedOut, stderr).toBe(false)
    expect(stderr).not.toMatch(/bug in surveyctl|^\s+at |heap/m)
    const readsAll = kind.endsWith('may read') && process.geteuid?.() === 0
    // What root reads of it may have several problems.
    if (!readsAll) expect(stderr.split('\n').filter((line) => line.startsWith('✗')).length, stderr).toBeLessThanOrEqual(1)
    // 9: some of several surveys.
    expect(code, stderr).toBeLessThan(10)
    expect(code, stderr).not.toBe(null)
    if (place.startsWith('the settings') && !/nothing/.test(kind) && !readsAll) expect(code).toBe(1)
  })
})

describe.runIf(process.platform === 'linux')('a folder that cannot be made or is gone', () => {
  const bad = ['/proc/x', '/dev/null/x', '/proc/self/fd/x', '/sys/x/y']
  const errorLines = (text: string): number => text.split('\n').filter((line) => line.startsWith('✗')).length
  const folderTakers = [
    (path: string) => `answer sync 42 ${path}`,
    (path: string) => `report files 42 13 --download ${path}`,
    (path: string) => `export csv 42 43 -o ${path}/`,
    (path: string) => `sandbox start --port 0 --data ${path}`,
  ]
  it.each(bad)('%s: reads work, and what has to be kept there is a line', async (path) => {
    for (const variable of ['SURVEYCTL_CONFIG_DIR', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME', 'HOME', 'TMPDIR']) {
      const env = {
        ...served.sandbox.signedIn,
        SURVEYCTL_CONFIG_DIR: variable.startsWith('XDG') || variable === 'HOME' ? '' : freshFolder(),
        [variable]: path,
      }
      const { exitCode, stderr } = await watched(['quiz', 'list', '--fields', 'id'], { env })
      expect([exitCode, stderr], variable).toEqual([0, ''])
    }
    for (const line of [
      'config set timeout 5',
      'quiz archive 42 43',
      'sandbox start --port 0',
      'quiz edit 42',
      'export csv 42 --typed -o /dev/null',
    ]) {
      const env = { ...served.sandbox.signedIn, SURVEYCTL_CONFIG_DIR: path, TMPDIR: path, EDITOR: 'true', XDG_STATE_HOME: path }
      const { exitCode, stderr } = await watched(line.split(' '), { env })
      expect([exitCode > 0 && exitCode < 10, errorLines(stderr)], `${line}: ${stderr}`).toEqual([true, 1])
    }
  })

  it('none is waited for where answers, reports, projects and the data of a sandbox are to be kept', async () => {
    for (const [path, line] of bad.flatMap((path) => folderTakers.map((line) => [path, line] as const))) {
      const { exitCode, stderr } = await watched(line(path).split(' '), { env: served.sandbox.signedIn })
      expect([exitCode > 0 && exitCode < 10, errorLines(stderr)], `${line(path)}: ${stderr}`).toEqual([true, 1])
    }
  })

  it('the working folder: reads work, a project is told', async () => {
    const run = (line: string) => shell(`d=$(mktemp -d) && cd $d && rmdir $d && surveyctl ${line}`, { env: served.sandbox.signedIn })
    expect(await run('quiz list --fields id')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await run('--version')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await run('project plan')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^✗ The current folder no longer exists/),
    })
    expect((await run('export csv 42 -o a.csv')).exitCode).toBe(1)
  })
})

describe.runIf(process.platform !== 'win32')('a pipe that the user gives is read', () => {
  it.each([
    ['as a body', `surveyctl api POST /quiz --input <(sleep 0.3; echo '{"name":"Piped"}') --dry-run --json`, /Piped/],
    ['as standard input by name', `echo '{"name":"Piped"}' | surveyctl api POST /quiz --input /dev/stdin --dry-run --json`, /Piped/],
    ['as codes', `surveyctl promo import 42 <(sleep 0.3; echo PIPED1) --list 1 --local --dry-run`, /PIPED1|1 code/],
    ['in parts', `surveyctl api POST /quiz --input <(echo '{"name":'; sleep 0.3; echo '"Piped"}') --dry-run --json`, /Piped/],
  ])('%s', async (_, line, shows) => {
    const { exitCode, stdout, stderr } = await shell(line, { env: served.sandbox.signedIn })
    expect([exitCode, `${stdout}${stderr}`]).toEqual([0, expect.stringMatching(shows)])
  })
  it.each([
    ['late', 'SURVEYCTL_API_KEY_FILE=<(sleep 0.3; echo $KEY) surveyctl quiz archive 42 43'],
    ['in parts', 'SURVEYCTL_API_KEY_FILE=<(printf %s "${KEY:0:5}"; sleep 0.3; echo "${KEY:5}") surveyctl quiz archive 42 43'],
    ['by a program that has ended', 'exec 9< <(echo $KEY); sleep 0.3; SURVEYCTL_API_KEY_FILE=/dev/fd/9 surveyctl quiz archive 42 43'],
    ['at standard input', 'echo $KEY | SURVEYCTL_API_KEY_FILE=/dev/stdin surveyctl quiz archive 42 43'],
  ])('as the key, written %s', async (_, line) => {
    const env = { ...served.sandbox.signedIn, SURVEYCTL_API_KEY: '', KEY: served.sandbox.apiKey }
    const { exitCode, stdout, stderr } = await shell(line, { env })
    expect([exitCode, stdout], stderr).toEqual([0, expect.stringMatching(/Archived survey 42/)])
  })
  it.each([
    ['nobody writes', 'SURVEYCTL_API_KEY_FILE=<(exec sleep 20 2>&-) surveyctl quiz list --timeout 0.3', /within 0\.3 s/],
    ['holds nothing', 'SURVEYCTL_API_KEY_FILE=<(true) surveyctl quiz list', /is empty/],
    ['has no end', 'SURVEYCTL_API_KEY_FILE=<(yes) surveyctl quiz list', /larger than 1 MB/],
  ])('as the key; one that %s is a line', async (_, line, words) => {
    const { exitCode, stderr } = await shell(line, { env: { ...served.sandbox.signedIn, SURVEYCTL_API_KEY: '' } })
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(words)])
  })
  it('and one that the user names is written', async () => {
    const { stdout } = await shell('surveyctl export csv 42 -o >(cat) 2>/dev/null; sleep 0.2', { env: served.sandbox.signedIn })
    expect(stdout.length).toBeGreaterThan(20)
  })
})

/** Each signal at each moment of each kind of command: it ends within about a second, says so by its code, and leaves nothing. */
import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, constants, existsSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { head, hostile, json, whole, type Hostile } from './hostile.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'
import { hasPty } from './pty.ts'
import { apiKey, stackTrace } from './watched.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
type Signal = (typeof signals)[number]
const codes: Record<Signal, number> = { SIGINT: 130, SIGTERM: 130, SIGHUP: 129, SIGQUIT: 131 }
const numbers: Record<string, number> = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1, SIGQUIT: 3 }

/** About a second; on a machine that does much else, far sooner than what it waits for would end. */
const soon = 20_000

let silent: Hostile
let talking: Hostile
beforeAll(async () => {
  // A list that is longer than any pipe, a download that stops in its middle, and no other answer at all.
  talking = await hostile((socket, { method, path }) => {
    if (path.includes('/csv'))
      return socket.write(head(200, { 'content-type': 'text/csv', 'content-length': '9000000' }) + 'x\n'.repeat(900_000))
    if (/\/quiz(\?|$)/.test(path) && method === 'GET')
      return socket.write(whole(json(Array.from({ length: 20_000 }, (_, id) => ({ id: id + 1, name: `Survey ${id}`, virtual_id: 'x' })))))
    if (method === 'GET') return socket.write(whole(json({ id: 42, name: 'Spring', questions: [], data: [], total: 0 })))
    return undefined
  })
  silent = await hostile(() => {})
})
afterAll(() => {
  silent.close()
  talking.close()
})

interface Moment {
  args: (folder: string) => string[]
  at?: () => Hostile
  env?: (folder: string) => Record<string, string>
  stdio?: (folder: string) => StdioOptions
  /** How it is seen that the moment has come; else some requests. */
  until?: (run: Run) => boolean
  /** Of an end in order; else 128 and the signal's number, or the signal itself where a thread was held by the system. */
  code?: number
  /** Names that may be in its folder afterwards. */
  kept?: readonly string[]
}

interface Run {
  child: ChildProcess
  folder: string
  temporary: string
  asked: number
  screen: string
}

const file = (folder: string, name: string, text: string, mode = 0o600): string => {
  writeFileSync(join(folder, name), text)
  chmodSync(join(folder, name), mode)
  return join(folder, name)
}
const pipe = (folder: string, name = 'pipe'): string => {
  spawnSync('mkfifo', [join(folder, name)])
  return join(folder, name)
}
/** A pipe that is full, and that nobody reads. */
function fullPipe(folder: string): number {
  const path = pipe(folder, 'full')
  const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    for (;;) writeSync(held, Buffer.alloc(4096))
  } catch {
    // Full.
  }
  return openSync(path, constants.O_WRONLY)
}

const patient = (ms: number) => {
  let first: number | undefined
  return (): boolean => performance.now() - (first ??= performance.now()) > ms
}
const later = (ms: number): ((run: Run) => boolean) => {
  const waits = new WeakMap<Run, () => boolean>()
  return (run) => {
    if (!waits.has(run)) waits.set(run, patient(ms))
    return waits.get(run)!()
  }
}
const asked = ({ asked }: Run): boolean => asked > 0

const moments: Record<string, Moment> = {
  'a read is answered': { args: () => ['quiz', 'list'], at: () => silent },
  'a write is answered': { args: () => ['quiz', 'duplicate', '42'], at: () => silent },
  'a download has begun': {
    args: () => ['export', 'csv', '42', '-o', 'a.csv'],
    at: () => talking,
    until: ({ folder }) => readdirSync(folder).some((name) => name.endsWith('.part')),
  },
  'several downloads have begun': {
    args: () => ['export', 'csv', '1', '2', '3', '-o', './'],
    at: () => talking,
    until: ({ folder }) => readdirSync(folder).some((name) => name.endsWith('.part')),
  },
  'answers are fetched into a temporary store': {
    args: () => ['export', 'csv', '42', '--typed', '-o', 'a.csv'],
    at: () => silent,
    until: ({ temporary, asked }) => asked > 0 && readdirSync(temporary).length > 0,
  },
  'answers are synced': { args: () => ['answer', 'sync', '42', 'answers'], at: () => silent, kept: ['answers'] },
  'bulk work is done': { args: () => ['quiz', 'archive', '1', '2', '3', '--yes'], at: () => silent },
  'codes are imported': {
    args: (folder) => ['promo', 'import', '42', file(folder, 'codes.txt', 'A\nB\n'), '--list', '1', '--local'],
    at: () => silent,
    kept: ['codes.txt'],
  },
  'standard input is read': { args: () => ['quiz', 'archive', '-'], stdio: () => ['pipe', 'pipe', 'pipe'], until: later(600) },
  'a pipe is read that nobody writes': {
    args: (folder) => ['api', 'POST', '/quiz', '--input', pipe(folder)],
    until: later(600),
    kept: ['pipe'],
  },
  'the key is read from a pipe that nobody writes': {
    args: () => ['quiz', 'list'],
    env: (folder) => ({ SURVEYCTL_API_KEY: '', SURVEYCTL_API_KEY_FILE: pipe(folder) }),
    until: later(600),
    kept: ['pipe'],
  },
  'codes are read from a pipe that nobody writes': {
    args: (folder) => ['promo', 'import', '42', pipe(folder), '--list', '1', '--local'],
    until: later(600),
    kept: ['pipe'],
  },
  'a pipe is written that nobody reads': {
    args: (folder) => ['export', 'csv', '42', '-o', pipe(folder)],
    at: () => talking,
    kept: ['pipe'],
  },
  'a plan is written to a pipe that nobody reads': {
    args: (folder) => {
      file(folder, 'surveyctl.yaml', 'format: 1\nid: 6f2b9c1e-58a4-4d0e-9d3b-0a7c51e2f801\n')
      return ['project', 'plan', '--out', pipe(folder)]
    },
    until: later(900),
    kept: ['pipe', 'surveyctl.yaml'],
  },
  'its list waits in a full pipe': {
    args: () => ['quiz', 'list', '--json'],
    at: () => talking,
    stdio: (folder) => ['ignore', fullPipe(folder), 'pipe'],
    kept: ['full'],
  },
  'its download waits in a full pipe': {
    args: () => ['export', 'csv', '42', '-o', '-'],
    at: () => talking,
    stdio: (folder) => ['ignore', fullPipe(folder), 'pipe'],
    kept: ['full'],
  },
  'its list waits in a socket that nobody reads': {
    args: () => ['quiz', 'list', '--ndjson'],
    at: () => talking,
    stdio: () => ['ignore', 'pipe', 'pipe'],
  },
  'its notes wait in a full pipe': {
    args: () => ['quiz', 'archive', '1', '2', '3', '--debug'],
    at: () => silent,
    stdio: (folder) => ['ignore', 'pipe', fullPipe(folder)],
    until: later(700),
    kept: ['full'],
  },
  'its help waits in a full pipe': {
    args: () => ['--help'],
    stdio: (folder) => ['ignore', fullPipe(folder), 'pipe'],
    until: later(500),
    kept: ['full'],
  },
  'its version waits in a full pipe': {
    args: () => ['--version'],
    stdio: (folder) => ['ignore', fullPipe(folder), 'pipe'],
    until: later(500),
    kept: ['full'],
  },
  'an editor is open': {
    args: () => ['quiz', 'edit', '42'],
    at: () => talking,
    env: (folder) => ({ EDITOR: file(folder, 'editor', '#!/bin/sh\ntouch "$1.open"; exec sleep 100', 0o700), VISUAL: '' }),
    until: ({ temporary }) => readdirSync(temporary, { recursive: true }).some((name) => String(name).endsWith('.open')),
    kept: ['editor'],
  },
  'a sandbox runs': {
    args: () => ['sandbox', 'start', '--port', '0', '--no-profile'],
    until: ({ screen }) => /127\.0\.0\.1/.test(screen),
    code: 0,
  },
  'a sandbox with data runs': {
    args: () => ['sandbox', 'start', '--port', '0', '--no-profile', '--data', 'data'],
    until: ({ screen }) => /127\.0\.0\.1/.test(screen),
    code: 0,
    kept: ['data'],
  },
  'a command runs in a sandbox': {
    args: () => ['sandbox', 'run', '--', 'sh', '-c', 'echo runs; exec sleep 100'],
    until: ({ screen }) => /runs/.test(screen),
  },
  'a command that hears no signal runs in a sandbox': {
    args: () => ['sandbox', 'run', '--', 'sh', '-c', 'trap "" TERM INT HUP QUIT; echo runs; sleep 30'],
    until: ({ screen }) => /runs/.test(screen),
  },
  'it waits to try again': { args: () => ['quiz', 'view', '42'], at: () => silent, until: asked },
}

async function run(
  moment: Moment,
  signal: Signal,
): Promise<Run & { code: number | null; by: string | null; took: number; stderr: string }> {
  const [folder, temporary] = [freshFolder(), freshFolder()]
  const at = moment.at?.()
  const before = at?.asked.length ?? 0
  const child = spawn(process.execPath, [launcher, ...moment.args(folder)], {
    env: environment({
      apiKey,
      workspace: 1,
      baseUrl: (at ?? silent).url,
      env: { TMPDIR: temporary, _: '/bin/sh', ...moment.env?.(folder) },
    }),
    cwd: folder,
    stdio: moment.stdio?.(folder) ?? ['ignore', 'pipe', 'pipe'],
  })
  const state: Run = { child, folder, temporary, asked: 0, screen: '' }
  let stderr = ''
  // Without a listener nobody reads it: that is the moment of some.
  if (!moment.stdio) child.stdout!.on('data', (part: Buffer) => (state.screen += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (stderr += part.toString()))
  const ended = new Promise<[number | null, string | null]>((resolve) => child.once('exit', (code, by) => resolve([code, by])))
  const until = moment.until ?? asked
  const begun = performance.now()
  while (child.exitCode === null && !until(state) && performance.now() - begun < 60_000) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    state.asked = (at?.asked.length ?? 0) - before
  }
  if (!moment.until) await new Promise((resolve) => setTimeout(resolve, 150))
  expect(child.exitCode, `ended before the signal: ${stderr}`).toBe(null)
  const sent = performance.now()
  child.kill(signal)
  const deadline = setTimeout(() => child.kill('SIGKILL'), 40_000)
  const [code, by] = await ended
  clearTimeout(deadline)
  return { ...state, code, by, took: performance.now() - sent, stderr }
}

const isPosix = process.platform !== 'win32'

describe.runIf(isPosix)('a signal comes while', () => {
  /** One of the four each, in turn; all of them with SURVEYCTL_FULL=1. */
  const chosen = (index: number): readonly Signal[] => (full ? signals : [signals[index % signals.length]!])
  describe.each(Object.entries(moments).map(([name, moment], index) => [name, moment, index] as const))('%s', (_, moment, index) => {
    it.concurrent.each(chosen(index))('%s', async (signal) => {
      const { code, by, took, stderr, folder, temporary } = await run(moment, signal)
      const left = [...readdirSync(temporary), ...readdirSync(folder).filter((name) => !moment.kept?.includes(name))]
      count({ faults: 1, hangs: Number(by === 'SIGKILL'), partial: left.length, traces: Number(stackTrace.test(stderr)) })
      expect(left, stderr).toEqual([])
      expect(took).toBeLessThan(soon)
      const ends = code ?? 128 + numbers[by!]!
      const orderly = moment.code === 0 && codes[signal] === 130 ? 0 : codes[signal]
      // A command in a sandbox ends by the signal that was passed on to it.
      expect([orderly, 128 + numbers[signal]!, 143], `${code} ${by} ${stderr}`).toContain(ends)
      expect(stderr).not.toMatch(/bug in surveyctl|^\s+at /m)
    })
  })
})

describe.runIf(isPosix)('a hangup', () => {
  /** In the line `asked` waits until the program has sent its request, to which no answer comes. */
  async function start(line: string): Promise<string> {
    const [temporary, marker] = [freshFolder(), join(freshFolder(), 'asked')]
    const at = await hostile(() => writeFileSync(marker, ''))
    const env = environment({ apiKey, workspace: 1, baseUrl: at.url, env: { TMPDIR: temporary } })
    const asked = `asked() { until [ -e '${marker}' ]; do sleep 0.05; done; }; `
    const child = spawn('bash', ['-c', asked + line.replaceAll('surveyctl', `"${process.execPath}" "${launcher}"`)], {
      env,
      // Not by cd: the name of the program is in that of the folder, too.
      cwd: freshFolder(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    await once(child, 'close')
    at.close()
    return out
  }
  const outlived = 'p=$!; asked; kill -HUP $p; sleep 0.4; kill -0 $p && echo lives; kill -TERM $p; wait $p; echo $?'
  const childOutlived =
    'p=$!; asked; child=$(pgrep -P $p); kill -HUP $child; sleep 0.4; kill -0 $child && echo lives; kill -TERM $child; wait $p; true'
  it.concurrent.each([
    ['under nohup it is passed over', `nohup surveyctl quiz list > out 2>&1 & ${outlived}`, 'lives\n130\n'],
    ['in a script under nohup too', `nohup bash -c 'surveyctl quiz list; true' > /dev/null 2>&1 & ${childOutlived}`, 'lives\n'],
    [
      'where a script passes it over as well',
      `(trap '' HUP; surveyctl quiz list > /dev/null 2>&1; echo $?) & ${childOutlived}`,
      'lives\n130\n',
    ],
    ['elsewhere it ends', 'surveyctl quiz list > /dev/null 2>&1 & p=$!; asked; kill -HUP $p; wait $p; echo $?', '129\n'],
  ])('%s', async (_, line, expected) => {
    const out = await start(line)
    count({ faults: 1 })
    expect(out).toBe(expected)
  })
})

describe.runIf(hasPty && isPosix)('on a terminal (of `script`, which must be there)', () => {
  interface Terminal {
    script: ChildProcess
    pid: number
    temporary: string
    screen: () => string
    code: Promise<number | undefined>
  }
  /** Started in a terminal, and waited for until it shows something. */
  async function onTerminal(
    args: readonly string[],
    shows: RegExp,
    env: Record<string, string> = {},
    trapped = 'INT HUP QUIT TERM',
  ): Promise<Terminal> {
    const temporary = freshFolder()
    const marker = join(freshFolder(), 'code')
    const words = [process.execPath, launcher, ...args].map((word) => `'${word}'`).join(' ')
    const line = `stty rows 24 cols 80; trap : ${trapped}; sh -c 'echo pid:$$:; exec "$@"' sh ${words}; code=$?; echo $code > ${marker}; mv ${marker} ${marker}.done`
    const script = spawn('script', ['-qfec', line, '/dev/null'], {
      env: environment({
        apiKey,
        workspace: 1,
        baseUrl: talking.url,
        env: { TMPDIR: temporary, TERM: 'xterm', SHELL: '/bin/sh', _: '', ...env },
      }),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let screen = ''
    script.stdout.on('data', (part: Buffer) => (screen += part.toString()))
    await until(() => shows.test(screen))
    const code = async (): Promise<number | undefined> => {
      await until(() => existsSync(`${marker}.done`))
      return existsSync(`${marker}.done`) ? Number(readFileSync(`${marker}.done`, 'utf8')) : undefined
    }
    return { script, pid: Number(/pid:(\d+):/.exec(screen)![1]), temporary, screen: () => screen, code: code() }
  }
  const until = async (holds: () => boolean): Promise<void> => {
    for (const end = performance.now() + 60_000; !holds() && performance.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const lives = (pid: number): boolean => spawnSync('kill', ['-0', String(pid)]).status === 0

  const open: [string, string[], RegExp, Record<string, string>?][] = [
    ['a sandbox', ['sandbox', 'start', '--port', '0', '--no-profile'], /127\.0\.0\.1/],
    ['a shell in a sandbox', ['sandbox', 'run', '--', 'sh', '-c', 'echo runs; exec sleep 100'], /runs/],
    ['an editor', ['quiz', 'edit', '42'], /opened/, { EDITOR: 'echo opened; sleep 100; true', VISUAL: '' }],
    ['a question', ['quiz', 'delete', '42'], /\(y\/N\)/],
    [
      'a hidden question',
      ['auth', 'login', '--base-url', 'http://127.0.0.1:9/v3', '--profile', 'new'],
      /API key/,
      { SURVEYCTL_API_KEY: '' },
    ],
    ['a pager', ['quiz', 'list'], /paging/, { SURVEYCTL_PAGER: 'head -1; echo paging; sleep 100; true' }],
  ]
  it.concurrent.each(open)('%s does not outlive it, and leaves nothing', async (_, args, shows, env) => {
    const { script, pid, temporary } = await onTerminal(args, shows, env, 'INT')
    // The terminal is gone: its shell ends by SIGHUP, and then the system sends that to whoever has the terminal.
    script.kill('SIGKILL')
    await until(() => !lives(pid))
    count({ faults: 1, hangs: Number(lives(pid)), partial: readdirSync(temporary).length })
    expect([lives(pid), readdirSync(temporary)]).toEqual([false, []])
  })
  // Ctrl-C and Ctrl-\\ are the child's that has the terminal.
  it.concurrent.each(open.map(([name, ...rest], index) => [name, index % 2 === 0 ? 'SIGTERM' : 'SIGHUP', ...rest] as const))(
    '%s is ended by %s',
    async (_, signal, args, shows, env) => {
      const { script, pid, temporary, code } = await onTerminal(args, shows, env)
      process.kill(pid, signal)
      const ended = await code
      script.kill('SIGKILL')
      count({ faults: 1, hangs: Number(ended === undefined), partial: readdirSync(temporary).length })
      expect(readdirSync(temporary)).toEqual([])
      // Ctrl-\ is the child's that has the terminal; elsewhere as everywhere.
      expect([codes[signal], 128 + numbers[signal]!, ...(args[0] === 'sandbox' ? [0, 143] : [])]).toContain(ended)
    },
  )
})

/** The program on a pseudo-terminal, as `script` of util-linux makes one. */
import { spawn, spawnSync } from 'node:child_process'
import { environment, launcher } from '../support/program.ts'
import { count } from './ledger.ts'
import { apiKey, stackTrace } from './watched.ts'

export const hasPty = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

export interface Shown {
  /** All that the terminal was sent, with what was typed as far as it was echoed. */
  screen: string
  exitCode: number
  /** Whether the terminal was left as it was found. */
  restored: boolean
}

export interface Typing {
  baseUrl?: string
  env?: Record<string, string>
  /** Keys, each typed once the screen shows what it waits for. */
  keys?: readonly (readonly [waitFor: RegExp, keys: string])[]
  cwd?: string
  /** Long lists go through the usual pager, which waits for keys. */
  paged?: boolean
  /** Of the terminal. */
  columns?: number
}

const deadline = 50_000
const mark = '@@'

/** Arguments go through a shell: quoted. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

export async function onTerminal(
  args: readonly string[],
  { baseUrl, env, keys = [], cwd, paged = false, columns = 100 }: Typing = {},
): Promise<Shown> {
  const program = [process.execPath, launcher, ...args].map(quoted).join(' ')
  // Ctrl-C goes to the shell as well, which is to live on.
  const line = `trap : INT; stty cols ${columns} rows 30; before=$(stty -g); ${program}; code=$?; after=$(stty -g); [ "$before" = "$after" ] && same=yes || same=no; echo ${mark}$code:$same${mark}`
  const child = spawn('script', ['-qfec', line, '/dev/null'], {
    env: environment({
      apiKey,
      workspace: 1,
      ...(baseUrl && { baseUrl }),
      env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...(!paged && { SURVEYCTL_PAGER: 'cat' }), ...env },
    }),
    ...(cwd && { cwd }),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let screen = ''
  let next = 0
  let seen = 0
  const type = (): void => {
    const [waitFor, text] = keys[next] ?? []
    if (!waitFor?.test(screen.slice(seen))) return
    seen = screen.length
    next++
    child.stdin.write(text!)
  }
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
    type()
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), deadline)
  await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  const [, code = '-1', same] = new RegExp(`${mark}(\\d+):(yes|no)${mark}`).exec(screen) ?? []
  count({ faults: 1, hangs: Number(code === '-1'), traces: Number(stackTrace.test(screen)), keys: Number(screen.includes(apiKey)) })
  return { screen: screen.replace(/@@\d+:(yes|no)@@\s*$/, ''), exitCode: Number(code), restored: same === 'yes' }
}

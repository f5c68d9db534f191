/** Runs every command that asks the service, all in one process: what they print, how each of them ends, and which bugs are met. */
import { chownSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { environment, freshFolder } from '../support/program.ts'
import { apiKey } from './watched.ts'

const runner = join(import.meta.dirname, 'all-commands.ts')
/** For a machine that is busy: a run that is cut short has tried less than it says. */
export const patience = 550_000

export interface Found {
  output: string
  /** Of standard error; on a terminal it is part of the output. */
  errors: string
  bugs: string[]
  ends: End[]
}

/** Whose home all this happens in. */
export interface Home {
  uid?: number
  env?: Record<string, string>
  without?: readonly string[]
  /** For a shell, in a view of the disk of its own. */
  before?: string
}

export interface End {
  /** The command as it was typed. */
  line: string
  operation: string | undefined
  exitCode: number
  /** How it failed. */
  message?: string
  hint?: string
}

export async function runAll(
  baseUrl: string,
  rounds: number,
  {
    terminal = false,
    files = true,
    tell = false,
    only = false,
    more = {} as Readonly<Record<string, string>>,
    typed = '',
    flags = [] as string[],
    key = apiKey,
    /** Groups of which every command is run, in place of those that ask the service. */
    every = [] as readonly string[],
    home = {} as Home,
    /** Each command runs in one of so many rounds: which of them it begins with, and how many. */
    share = [0, 1] as readonly [number, number],
  } = {},
): Promise<Found> {
  const cwd = freshFolder()
  if (home.uid !== undefined) chownSync(cwd, home.uid, home.uid)
  const [bugs, ends] = [join(cwd, 'bugs.txt'), join(cwd, 'ends.jsonl')]
  const args = [runner, String(rounds), ...flags, '--no-input', '--timeout', '20']
  const [file, given] = terminal
    ? ['script', ['-qfec', `stty cols 120 rows 40; ${[process.execPath, ...args].map((word) => `'${word}'`).join(' ')}`, '/dev/null']]
    : home.before
      ? ['unshare', ['-m', 'sh', '-ec', `${home.before}; exec "$@"`, 'sh', process.execPath, ...args]]
      : [process.execPath, args]
  const env = environment({
    baseUrl,
    apiKey: key,
    workspace: 1,
    // What a pager tells the terminal is no text of ours.
    env: {
      ALL_COMMANDS_BUGS: bugs,
      ALL_COMMANDS_ENDS: ends,
      ALL_COMMANDS_FILES: files ? '1' : '0',
      ALL_COMMANDS_TELL: tell ? '1' : '0',
      ALL_COMMANDS_MORE: JSON.stringify(more),
      ALL_COMMANDS_ONLY_MORE: only ? '1' : '0',
      ALL_COMMANDS_EVERY: every.join(' '),
      ALL_COMMANDS_SHARE: JSON.stringify(share),
      NO_COLOR: '1',
      SURVEYCTL_SPINNER: '0',
      SURVEYCTL_PAGER: 'cat',
      TERM: 'xterm',
      ...home.env,
    },
  })
  for (const name of home.without ?? []) delete env[name]
  const { stdout, stderr, timedOut } = await execa(file as string, given as string[], {
    cwd,
    env,
    extendEnv: false,
    reject: false,
    all: false,
    input: typed,
    stderr: ['pipe'],
    timeout: patience,
    maxBuffer: 2 ** 28,
    ...(home.uid !== undefined && { uid: home.uid, gid: home.uid }),
  })
  if (timedOut) throw new Error(`Not all commands have run within ${patience / 1000} s`)
  return {
    output: stdout as unknown as string,
    errors: stderr as unknown as string,
    bugs: existsSync(bugs) ? readFileSync(bugs, 'utf8').split(/\n(?=surveyctl )/) : [],
    ends: readFileSync(ends, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as End),
  }
}

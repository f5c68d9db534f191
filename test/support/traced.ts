/** What a program does, as strace sees it. */
import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { execa } from 'execa'
import { freshFolder, type Line } from './program.ts'

/** Why nothing can be seen here, if so. */
export const noStrace: string | undefined =
  process.platform !== 'linux'
    ? 'needs Linux'
    : spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
      ? undefined
      : 'needs strace, and leave to use it'

export interface Traced {
  exitCode: number | undefined
  stdout: string
  stderr: string
  /** Where connections were tried, as `address:port`, each once; what looks up a name, and sockets of the system, stand there too. */
  connections: string[]
  /** The programs that were started, the first one too. */
  programs: string[]
}

/** The other end of a line like `connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("1.2.3.4")}, 16) = 0`. */
function otherEnd(line: string): string {
  const port = /sin6?_port=htons\((\d+)\)/.exec(line)?.[1]
  const address = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(line)
  return port === undefined ? (/sun_path=@?"([^"]+)"/.exec(line)?.[1] ?? line) : `${address?.[1] ?? address?.[2]}:${port}`
}

export async function traced(program: string, { args, env, cwd, input = '' }: Line): Promise<Traced> {
  const log = join(freshFolder(), 'calls')
  const words = ['-f', '--seccomp-bpf', '-qq', '-s', '300', '-e', 'trace=connect,execve', '-o', log, program, ...args]
  const { exitCode, stdout, stderr } = await execa('strace', words, { env, cwd, extendEnv: false, reject: false, input })
  const lines = readFileSync(log, 'utf8').split('\n')
  const calls = (name: string): string[] => lines.filter((line) => line.includes(`${name}(`))
  return {
    exitCode,
    stdout,
    stderr,
    connections: [...new Set(calls('connect').map(otherEnd))].toSorted(),
    programs: calls('execve').map((line) => /execve\("([^"]+)"/.exec(line)?.[1] ?? line),
  }
}

/** The key from a program of the person's own: a password manager. No shell reads the line, so nothing in it is expanded. */
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { CommandError } from '../errors.ts'
import { keepSecret } from '../text/secrets.ts'
import { word } from '../text/to-copy.ts'

/** Milliseconds: a dialogue may ask for a PIN. */
const longest = 60_000
const mostBytes = 4096

/** Where a person can be asked by it: never standard input of ours, which may be data. */
function terminal(): number | 'ignore' {
  try {
    return process.platform === 'win32' ? 'ignore' : openSync('/dev/tty', 'r')
  } catch {
    return 'ignore'
  }
}

interface Run {
  command: readonly string[]
  /** In words: of which profile, or variable. */
  whose: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

/** Fails in words that hold nothing of what it printed, as that may be the key. */
export async function keyOf({ command, whose, env, signal }: Run): Promise<string> {
  const [program = '', ...args] = command
  const refused = (why: string, hint?: string): CommandError =>
    new CommandError('auth', `The key command of ${whose} ${why}`, { ...(hint && { hint }) })
  const input = terminal()
  const late = AbortSignal.timeout(longest)
  try {
    const child = spawn(program, args, {
      stdio: [input, 'pipe', 'inherit'],
      env,
      signal: AbortSignal.any([signal, late]),
      windowsHide: true,
    })
    const parts: Buffer[] = []
    let length = 0
    child.stdout?.on('data', (part: Buffer) => {
      length += part.length
      if (length <= mostBytes) parts.push(part)
      else child.kill()
    })
    const end = await new Promise<string | number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, killedBy) => resolve(code ?? killedBy))
    })
    // What it has left running, as an agent, may hold its output open: all that it printed itself is read once these have passed.
    await turn()
    await turn()
    child.stdout?.destroy()
    if (length > mostBytes) throw refused(`printed more than ${mostBytes} bytes`, 'It must print the key, and nothing else')
    // Its standard error is the person's own, where it may ask for a PIN: what it wrote there is not known here.
    if (end !== 0)
      throw refused(
        `ended with ${end}`,
        `If it said why, that stands above. To try it by itself: ${command.map((one) => word(one)).join(' ')}`,
      )
    const key = Buffer.concat(parts).toString().trim()
    keepSecret(key)
    if (key === '') throw refused('printed nothing')
    if (/[\r\n]/.test(key)) throw refused('printed more than one line', 'Have it print the first line only: a script with pipes does that')
    return key
  } catch (error) {
    if (error instanceof CommandError) throw error
    signal.throwIfAborted()
    if (late.aborted) throw refused(`did not end within ${longest / 1000} s`)
    const { code } = error as NodeJS.ErrnoException
    throw refused(code === 'ENOENT' ? `was not found: ${program}` : `could not be started (${code ?? 'unknown'})`)
  } finally {
    if (typeof input === 'number') closeSync(input)
  }
}

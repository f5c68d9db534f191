/**
 * Keys in the keychain of the system, by the system's own program: an add-on of ours would be a file of machine code for each system.
 * A key is never an argument, which every user of the machine can read.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { CommandError } from '../errors.ts'
import { environment } from '../system/environment.ts'
import { keepSecret } from '../text/secrets.ts'
import { toCopy } from '../text/to-copy.ts'

/** An entry is found by both: a key never goes to an address that it isn't for. */
export interface KeyEntry {
  profile: string
  base_url: string
}

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Milliseconds. A locked keychain may wait for a dialogue, which nobody sees without a display. */
const timeout = (): number => (process.platform === 'darwin' || environment().DISPLAY || environment().WAYLAND_DISPLAY ? 60_000 : 3000)

const elsewhere =
  'To keep keys in a file that only you can read, leave --keychain out; to have a password manager print one: surveyctl config set key_command COMMAND'

const unusable = (why: string, hint = elsewhere): CommandError =>
  new CommandError('refused', `The keychain of this system cannot be used: ${why}`, { hint })

async function run(program: string, args: readonly string[], signal: AbortSignal, input = ''): Promise<Ended> {
  const late = AbortSignal.timeout(timeout())
  try {
    const child = spawn(program, args, { stdio: 'pipe', env: environment(), signal: AbortSignal.any([signal, late]) })
    const ended = new Promise<number | null>((resolve, reject) => void child.once('error', reject).once('close', resolve))
    // One that ends before it has read everything says why itself.
    child.stdin.on('error', () => {}).end(input)
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
    return { code, stdout, stderr: stderr.trim() }
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) throw unusable(`${program} did not end within ${timeout() / 1000} s; it may be locked`)
    const { code } = error as NodeJS.ErrnoException
    const whose = process.platform === 'linux' ? ' (on Debian: apt install libsecret-tools)' : ''
    throw unusable(code === 'ENOENT' ? `there is no program ${program}${whose}` : `${program} could not be started (${code ?? 'unknown'})`)
  }
}

interface Keychain {
  store: (entry: KeyEntry, key: string, signal: AbortSignal) => Promise<void>
  lookup: (entry: KeyEntry, signal: AbortSignal) => Promise<string | undefined>
  clear: (entry: KeyEntry, signal: AbortSignal) => Promise<void>
}

const attributes = ({ profile, base_url }: KeyEntry): string[] => ['service', 'surveyctl', 'profile', profile, 'base_url', base_url]

const failed = (said: string): CommandError => unusable(said.split('\n')[0]!.replace(/^secret-tool: |^security: /, ''))

/** It says nothing of what is not there, nor of what is locked. */
async function refuseLocked(entry: KeyEntry, signal: AbortSignal): Promise<void> {
  const { stderr } = await run('secret-tool', ['search', '--all', ...attributes(entry)], signal)
  if (/locked/i.test(stderr)) throw unusable('it is locked', 'Unlock it, and try again')
}

/** What it printed; `undefined`: there is no such entry. */
async function secretTool(verb: 'lookup' | 'clear', entry: KeyEntry, signal: AbortSignal): Promise<string | undefined> {
  const { code, stdout, stderr } = await run('secret-tool', [verb, ...attributes(entry)], signal)
  if (code === 0) return stdout.trim()
  if (stderr) throw failed(stderr)
  await refuseLocked(entry, signal)
  return undefined
}

const linux: Keychain = {
  store: async (entry, key, signal) => {
    const { code, stderr } = await run('secret-tool', ['store', `--label=surveyctl ${entry.profile}`, ...attributes(entry)], signal, key)
    if (code !== 0) throw failed(stderr || 'secret-tool did not say why')
  },
  lookup: (entry, signal) => secretTool('lookup', entry, signal),
  clear: async (entry, signal) => void (await secretTool('clear', entry, signal)),
}

const security = '/usr/bin/security'
const missing = 44
const account = ({ profile, base_url }: KeyEntry): string => `${profile} ${base_url}`
const quoted = (word: string): string => `"${word.replaceAll(/["\\]/g, '\\$&')}"`

const macos: Keychain = {
  store: async (entry, key, signal) => {
    const line = ['add-generic-password', '-U', '-s', 'surveyctl', '-a', quoted(account(entry)), '-w', quoted(key)].join(' ')
    const { code, stderr } = await run(security, ['-i'], signal, `${line}\n`)
    if (code !== 0) throw failed(stderr)
  },
  lookup: async (entry, signal) => {
    const { code, stdout, stderr } = await run(security, ['find-generic-password', '-s', 'surveyctl', '-a', account(entry), '-w'], signal)
    if (code === missing) return undefined
    if (code !== 0) throw failed(stderr)
    return stdout.trim()
  },
  clear: async (entry, signal) => {
    const { code, stderr } = await run(security, ['delete-generic-password', '-s', 'surveyctl', '-a', account(entry)], signal)
    if (code !== 0 && code !== missing) throw failed(stderr)
  },
}

function system(): Keychain {
  if (process.platform === 'linux') return linux
  if (process.platform === 'darwin') return macos
  throw unusable('no program here reads it back')
}

/** Stores it, and reads it back. */
export async function storeKey(entry: KeyEntry, key: string, signal: AbortSignal): Promise<void> {
  await system().store(entry, key, signal)
  if ((await system().lookup(entry, signal)) !== key) throw unusable('it did not give back what was stored')
}

/** `undefined`: there is none. */
export async function findKey(entry: KeyEntry, signal: AbortSignal): Promise<string | undefined> {
  const key = await system().lookup(entry, signal)
  if (key) keepSecret(key)
  return key || undefined
}

/** Of a run: without it nothing is sent. */
export async function keyIn(entry: KeyEntry, signal: AbortSignal): Promise<string> {
  const hint = toCopy`To sign in again: surveyctl auth login --profile ${entry.profile}`
  const key = await findKey(entry, signal).catch((error: unknown) => {
    if (!(error instanceof CommandError) || error.kind !== 'refused') throw error
    throw new CommandError('auth', error.message, { hint: `Unlock it, or have the key elsewhere. ${hint}` })
  })
  if (key === undefined)
    throw new CommandError('auth', `The keychain has no key of profile "${entry.profile}" for ${entry.base_url}`, { hint })
  return key
}

export const clearKey = (entry: KeyEntry, signal: AbortSignal): Promise<void> => system().clear(entry, signal)

/** A keychain of the test's own: Debian's, on a bus of its own, or that of macOS; and one that isn't there, or is locked. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { execa } from 'execa'
import { freshFolder } from './program.ts'
import { isThere } from './readers.ts'

const missing = ['secret-tool', 'gnome-keyring-daemon', 'dbus-run-session'].filter((program) => !isThere(program))

const isMac = process.platform === 'darwin'

/** Why there can be none here, if so. On a Mac that is somebody's own, that person's would be too near. */
export const noKeychain: string | undefined = isMac
  ? process.env.CI
    ? undefined
    : 'on macOS needs CI'
  : process.platform !== 'linux'
    ? 'needs Linux or macOS'
    : missing.length > 0
      ? `needs ${missing.join(', ')}`
      : undefined

export interface OwnKeychain {
  env: Record<string, string>
  stop: () => Promise<void>
}

/** The program of macOS looks for keychains, and for which is the default, in the home that it is told. */
function ofMac(password: string): OwnKeychain {
  const HOME = freshFolder()
  mkdirSync(join(HOME, 'Library', 'Preferences'), { recursive: true })
  const path = join(HOME, 'test.keychain-db')
  const security = (...args: string[]): void =>
    void execFileSync('/usr/bin/security', args, { env: { ...process.env, HOME }, stdio: ['ignore', 'ignore', 'inherit'] })
  security('create-keychain', '-p', password, path)
  // Not locked after a while.
  security('set-keychain-settings', path)
  security('list-keychains', '-d', 'user', '-s', path)
  security('default-keychain', '-d', 'user', '-s', path)
  security('unlock-keychain', '-p', password, path)
  return { env: { HOME }, stop: async () => security('delete-keychain', path) }
}

/** What is stored of a profile, by the system's own program, with what `env` leads to. */
export const entryOf = (env: Record<string, string>, profile: string, base_url: string) => ({
  store: (key: string) =>
    isMac
      ? execa('/usr/bin/security', ['add-generic-password', '-U', '-s', 'surveyctl', '-a', `${profile} ${base_url}`, '-w', key], { env })
      : execa('secret-tool', ['store', '--label=test', ...attributes(profile, base_url)], { env, input: key }),
  /** Empty: nothing is. */
  lookup: async (): Promise<string> => {
    const words = isMac
      ? ['/usr/bin/security', 'find-generic-password', '-s', 'surveyctl', '-a', `${profile} ${base_url}`, '-w']
      : ['secret-tool', 'lookup', ...attributes(profile, base_url)]
    return (await execa(words[0]!, words.slice(1), { env, reject: false })).stdout
  },
  clear: () =>
    isMac
      ? execa('/usr/bin/security', ['delete-generic-password', '-s', 'surveyctl', '-a', `${profile} ${base_url}`], { env })
      : execa('secret-tool', ['clear', ...attributes(profile, base_url)], { env }),
})

const attributes = (profile: string, base_url: string): string[] => ['service', 'surveyctl', 'profile', profile, 'base_url', base_url]

/** On a bus of its own; without a `password` the bus is there, and what keeps secrets has no collection. */
export async function ownKeychain(password?: string): Promise<OwnKeychain> {
  if (isMac && password !== undefined) return ofMac(password)
  const home = freshFolder()
  const own = { HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, DISPLAY: '', WAYLAND_DISPLAY: '' }
  const unlock = password === undefined ? '' : `printf %s '${password}' | gnome-keyring-daemon --unlock --components=secrets >&2 &&`
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', `${unlock} echo "$DBUS_SESSION_BUS_ADDRESS" && cat`], {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  const stop = async (): Promise<void> => {
    const ended = once(child, 'close')
    child.stdin.end()
    await ended
  }
  return { env: { ...own, DBUS_SESSION_BUS_ADDRESS: address }, stop }
}

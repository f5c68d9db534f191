/** A keychain of the test's own: Debian's, on a bus of its own; and one that isn't there, or is locked. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freshFolder } from './program.ts'
import { isThere } from './readers.ts'

const missing = ['secret-tool', 'gnome-keyring-daemon', 'dbus-run-session'].filter((program) => !isThere(program))

/** Why there can be none here, if so. */
export const noKeychain: string | undefined =
  process.platform === 'linux' ? (missing.length > 0 ? `needs ${missing.join(', ')}` : undefined) : 'needs Linux'

export interface OwnKeychain {
  env: Record<string, string>
  stop: () => Promise<void>
}

/** On a bus of its own; without a `password` the bus is there, and what keeps secrets has no collection. */
export async function ownKeychain(password?: string): Promise<OwnKeychain> {
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

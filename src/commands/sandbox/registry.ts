/** The sandboxes that run on this machine, so that later commands find them. Tokens are in it: 0600. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Entry {
  base_url: string
  control_url: string
  token: string
  pid: number
}

const listOf = (settingsPath: string): string => join(dirname(settingsPath), 'sandboxes.json')

const alive = ({ pid }: Entry): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Those whose process lives; an unreadable list counts as an empty one. */
export function runningSandboxes(settingsPath: string): Entry[] {
  try {
    const list = JSON.parse(readFileSync(listOf(settingsPath), 'utf8')) as Entry[]
    return list.filter(alive)
  } catch {
    return []
  }
}

export const enter = (settingsPath: string, running: Entry): void =>
  write(settingsPath, [...runningSandboxes(settingsPath).filter(({ control_url }) => control_url !== running.control_url), running])

export const leave = (settingsPath: string, { control_url }: Entry): void =>
  write(
    settingsPath,
    runningSandboxes(settingsPath).filter((other) => other.control_url !== control_url),
  )

/** Replaced whole, so that nobody reads half of it. */
function write(settingsPath: string, list: readonly Entry[]): void {
  const path = listOf(settingsPath)
  const fresh = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(fresh, `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, path)
}

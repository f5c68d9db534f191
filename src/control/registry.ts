/** The sandboxes that run on this machine, so that later commands find them. Tokens are in it: 0600. */
import { dirname, join } from 'node:path'
import { isRunning, locked, startOf } from '../system/lock.ts'
import { readSmallFile } from '../system/small-file.ts'
import { replaceFile } from '../system/replace-file.ts'
import { isObject } from '../text/is-object.ts'

export interface Entry {
  base_url: string
  control_url: string
  token: string
  pid: number
  /** When the process began: its number may be another's one day. */
  started?: string
}

const listOf = (settingsPath: string): string => join(dirname(settingsPath), 'sandboxes.json')

const isEntry = (value: unknown): value is Entry =>
  isObject(value) &&
  typeof value.pid === 'number' &&
  [value.base_url, value.control_url, value.token, value.started ?? ''].every((text) => typeof text === 'string')

/** Those whose process lives; an unreadable list counts as an empty one. */
export function runningSandboxes(settingsPath: string): Entry[] {
  try {
    const list: unknown = JSON.parse(readSmallFile(listOf(settingsPath))?.text ?? '')
    return Array.isArray(list) ? list.filter(isEntry).filter(({ pid, started }) => isRunning(pid, started)) : []
  } catch {
    return []
  }
}

export const enter = (settingsPath: string, running: Entry): Promise<void> =>
  change(settingsPath, (others) => [...without(others, running), { ...running, started: startOf(running.pid) }])

export const leave = (settingsPath: string, running: Entry): Promise<void> => change(settingsPath, (others) => without(others, running))

const without = (list: readonly Entry[], { control_url }: Entry): Entry[] => list.filter((other) => other.control_url !== control_url)

/** Replaced whole, so that nobody reads half of it; one at a time, so that no change is lost. */
async function change(settingsPath: string, next: (running: Entry[]) => Entry[]): Promise<void> {
  const path = listOf(settingsPath)
  await locked(join(dirname(path), 'sandboxes.lock'), 'the list of running sandboxes', () => {
    replaceFile(path, `${JSON.stringify(next(runningSandboxes(settingsPath)), null, 2)}\n`, 0o600)
  })
}

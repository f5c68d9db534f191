/** Writing settings. `conf` replaces the file whole (0600); a lock keeps two commands from losing each other's change. */
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError } from '../errors.ts'
import { fileName, readSettingsFile, type SettingsFile } from './file.ts'
import { readSetting, type Key, type Values } from './keys.ts'
import { paths } from './paths.ts'

const lockPatience = 15_000
const lockAge = 10_000

export interface Profile extends Values { name: string }

export async function listProfiles(): Promise<Profile[]> {
  const { file } = readSettingsFile(folder())
  return Object.entries(file.profiles ?? {}).map(([name, values]) => ({ name, ...values }))
}

/** Adds or replaces a profile's values; the first profile becomes the current one. */
export const saveProfile = (name: string, values: Values, { current = false } = {}): Promise<void> => change((file) => ({
  ...file,
  current: current || file.current === undefined || !file.profiles?.[file.current] ? name : file.current,
  profiles: { ...file.profiles, [name]: { ...file.profiles?.[name], ...values } },
}))

/** Whether there was such a profile. */
export async function removeProfile(name: string): Promise<boolean> {
  if (!readSettingsFile(folder()).file.profiles?.[name]) return false
  await change(({ profiles, current, ...file }) => {
    const { [name]: _, ...rest } = profiles ?? {}
    const next = current === name ? Object.keys(rest)[0] : current
    return { ...file, profiles: rest, ...(next !== undefined && { current: next }) }
  })
  return true
}

/** Whether there is such a profile. */
export async function switchProfile(name: string): Promise<boolean> {
  if (!readSettingsFile(folder()).file.profiles?.[name]) return false
  await change((file) => ({ ...file, current: name }))
  return true
}

export async function setSetting(profile: string, key: Key, text: string): Promise<void> {
  const value = readSetting(key, text, key)
  await change((file) => ({ ...file, profiles: { ...file.profiles, [profile]: { ...file.profiles?.[profile], [key]: value } } }))
}

export const unsetSetting = (profile: string, key: Key): Promise<void> => change((file) => {
  const { [key]: _, ...rest } = file.profiles?.[profile] ?? {}
  return { ...file, profiles: { ...file.profiles, [profile]: rest } }
})

const folder = (): string => paths(process.env).config

async function change(next: (file: SettingsFile) => SettingsFile): Promise<void> {
  const at = folder()
  try {
    mkdirSync(at, { recursive: true, mode: 0o700 })
    await locked(join(at, `${fileName}.lock`), async () => {
      const { file } = readSettingsFile(at)
      const { default: Conf } = await import('conf')
      const conf = new Conf<Record<string, unknown>>({ cwd: at, configName: 'config', configFileMode: 0o600, clearInvalidConfig: false, accessPropertiesByDotNotation: false })
      conf.store = next(file) as Record<string, unknown>
    })
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const reason = ['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') ? 'the folder cannot be written to' : code === 'ENOSPC' ? 'the disk is full' : message
    throw new CommandError('refused', `Cannot write the settings in ${at}: ${reason}`, { hint: 'SURVEYCTL_CONFIG_DIR names another folder' })
  }
}

/** One at a time, across processes. A lock whose holder is gone is taken over. */
async function locked(path: string, work: () => Promise<void>): Promise<void> {
  const end = Date.now() + lockPatience
  while (!take(path)) {
    if (Date.now() > end) throw new CommandError('refused', `Another surveyctl has been writing the settings for too long (${path})`, { hint: `If none is running: rm ${path}` })
    await wait(5 + Math.random() * 20)
  }
  try {
    await work()
  } finally {
    unlinkSync(path)
  }
}

function take(path: string): boolean {
  try {
    const descriptor = openSync(path, 'wx', 0o600)
    writeSync(descriptor, String(process.pid))
    closeSync(descriptor)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isStale(path)) removeStale(path)
    return false
  }
}

/** Its holder is gone, or never got to write its name. */
function isStale(path: string): boolean {
  try {
    const holder = Number(readFileSync(path, 'utf8'))
    if (!(holder > 0)) return Date.now() - statSync(path).mtimeMs > lockAge
    process.kill(holder, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Moved aside before it is removed: of several that find it stale, one gets it, and a fresh one is put back. */
function removeStale(path: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (isStale(aside)) unlinkSync(aside)
    else renameSync(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

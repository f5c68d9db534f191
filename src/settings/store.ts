/** Writing settings. `conf` replaces the file whole (0600); a lock keeps two commands from losing each other's change. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../errors.ts'
import { codeOf } from '../system/error-code.ts'
import { locked } from '../system/lock.ts'
import { messageOf } from '../text/message-of.ts'
import { isSandboxes, readSettingsFile, sandboxProfile, type SettingsFile, type StoredProfile } from './file.ts'
import { readSetting, type Key, type SettingValues } from './keys.ts'
import { ownPlace, pathOf } from './paths.ts'
import { environment } from '../system/environment.ts'

export * as keychain from './keychain.ts'
export { shellWordsIn } from './keys.ts'

export interface Profile extends SettingValues {
  name: string
  /** Made by `sandbox start`. */
  isSandbox: boolean
}

export async function listProfiles(): Promise<Profile[]> {
  const { file } = readSettingsFile(folder())
  return Object.entries(file.profiles ?? {}).map(([name, stored]) => {
    const { sandbox: _, ...values } = stored
    return { name, isSandbox: isSandboxes(stored), ...values, ...(values.api_key !== undefined && { api_key: String(values.api_key) }) }
  })
}

/** The one that is used where none is named. */
export const currentProfile = async (): Promise<string | undefined> => readSettingsFile(folder()).file.current

/** Adds or replaces a profile's values; the first profile becomes the current one. */
export const saveProfile = (name: string, values: SettingValues, { current = false } = {}): Promise<void> =>
  change((file) => ({
    ...file,
    current: current || file.current === undefined || !file.profiles?.[file.current] ? name : file.current,
    profiles: { ...file.profiles, [name]: { ...file.profiles?.[name], ...values } },
  }))

/**
 * Keeps a sandbox's address and key in a profile of its own, and tells its name: `sandbox`, or `sandbox-2` and so on where
 * that name is the user's own or belongs to one of the sandboxes that run (their base URLs).
 */
export async function saveSandboxProfile(values: SettingValues & { base_url: string }, running: readonly string[]): Promise<string> {
  let name = sandboxProfile
  await change((file) => {
    const isFree = (profile: StoredProfile | undefined): boolean =>
      profile === undefined ||
      (isSandboxes(profile) && (profile.base_url === values.base_url || !running.some((address) => address === profile.base_url)))
    for (let number = 2; !isFree(file.profiles?.[name]); number += 1) name = `${sandboxProfile}-${number}`
    return {
      ...file,
      current: file.current !== undefined && file.profiles?.[file.current] ? file.current : name,
      profiles: { ...file.profiles, [name]: { ...values, sandbox: values.base_url } },
    }
  })
  return name
}

/** The key of a profile has got to the keychain, or from there to the file. One that another command stored meanwhile stays. */
export const keyMoved = (name: string, to: 'keychain' | 'file', key: string): Promise<void> =>
  change((file) => {
    const { api_key, keychain: _, ...rest } = file.profiles?.[name] ?? {}
    if (api_key !== undefined && api_key !== key)
      throw new CommandError('refused', `Profile "${name}" got another key meanwhile`, { hint: 'Nothing was removed. Try again' })
    return { ...file, profiles: { ...file.profiles, [name]: { ...rest, ...(to === 'file' ? { api_key: key } : { keychain: true }) } } }
  })

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

export const unsetSetting = (profile: string, key: Key): Promise<void> =>
  change((file) => {
    const stored = file.profiles?.[profile]
    if (!stored) return file
    const { [key]: _, ...rest } = stored
    return { ...file, profiles: { ...file.profiles, [profile]: rest } }
  })

/** The folder of the settings, for other files of this program's own; made where it isn't there. */
export const settingsFolder = (): string => ownPlace('config')

const folder = (): string => pathOf('config', environment())

async function change(next: (file: SettingsFile) => SettingsFile): Promise<void> {
  const at = ownPlace('config')
  // Loaded before the lock is taken: nobody waits for it.
  const { default: Conf } = await import('conf')
  try {
    // For the owner only. A folder of the user's own choice stays as it is.
    if (!environment().SURVEYCTL_CONFIG_DIR) chmodSync(at, 0o700)
    await locked(join(at, 'config.lock'), 'the settings', () => {
      const { file } = readSettingsFile(at)
      const conf = new Conf<SettingsFile & Record<string, unknown>>({
        cwd: at,
        configName: 'config',
        configFileMode: 0o600,
        clearInvalidConfig: false,
        accessPropertiesByDotNotation: false,
      })
      conf.store = { ...next(file) }
    })
  } catch (error) {
    if (error instanceof CommandError) throw error
    const reason = codeOf(error) === 'ENOSPC' ? 'the disk is full' : messageOf(error)
    throw new CommandError('refused', `Cannot write the settings in ${at}: ${reason}`, {
      hint: 'SURVEYCTL_CONFIG_DIR names another folder',
      cause: error,
    })
  }
}

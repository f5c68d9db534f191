/** The settings file as it stands on disk. Read with JSON.parse alone: every command starts here. */
import { statSync, type Stats } from 'node:fs'
import { CommandError } from '../errors.ts'
import { codeOf } from '../system/error-code.ts'
import { readSmallFile, reasonOf } from '../system/small-file.ts'
import type { SettingValues } from './keys.ts'
import { below } from './paths.ts'
import { isObject } from '../text/is-object.ts'
import { pathWord } from '../text/to-copy.ts'
import { jsonOf } from '../text/json-of.ts'

/** A profile as it is stored. */
export interface StoredProfile extends SettingValues {
  /** The address that `sandbox start` made the profile for. With another address it is the user's own. */
  sandbox?: string
}

export interface SettingsFile {
  current?: string
  profiles?: Record<string, StoredProfile>
}

/** The name that `sandbox start` gives its profile. */
export const sandboxProfile = 'sandbox'

/** Whether a profile was made by `sandbox start`, and not changed to another service since. */
export const isSandboxes = (profile: StoredProfile | undefined): boolean =>
  profile?.sandbox !== undefined && profile.sandbox === profile.base_url

export const fileName = 'config.json'

/** Group or others may read it; Windows has no such bits. */
const othersMayRead = ({ mode }: Stats): boolean => process.platform !== 'win32' && (mode & 0o077) !== 0

export function readSettingsFile(folder: string): { file: SettingsFile; warnings: string[] } {
  const path = below(folder, fileName)
  let found: ReturnType<typeof readSmallFile>
  try {
    found = readSmallFile(path)
  } catch (error) {
    if (!canEnter(folder)) return { file: {}, warnings: [`The settings in ${folder} are not used: permission denied`] }
    const hint =
      codeOf(error) === 'EACCES' ? `To own it again: chown "$USER" ${pathWord(path)}` : 'SURVEYCTL_CONFIG_DIR names another folder'
    throw new CommandError('refused', `Cannot read the settings in ${path}: ${reasonOf(error)}`, { hint })
  }
  if (!found) return { file: {}, warnings: [] }
  const file = parse(found.text, path)
  const what = Object.values(file.profiles ?? {}).some(({ api_key }) => api_key !== undefined) ? ', which holds an API key' : ''
  const warnings = othersMayRead(found.facts) ? [`Others can read ${path}${what}. To close it: chmod 600 ${pathWord(path)}`] : []
  return { file, warnings }
}

/** Not the closed home of somebody else. */
function canEnter(folder: string): boolean {
  try {
    return statSync(folder) !== undefined
  } catch (error) {
    return codeOf(error) !== 'EACCES'
  }
}

const areProfiles = (value: unknown): value is Record<string, StoredProfile> => isObject(value) && Object.values(value).every(isObject)

function parse(text: string, path: string): SettingsFile {
  const json = jsonOf(text)
  const { current, profiles, ...rest } = isObject(json) ? json : { profiles: null }
  if ((profiles !== undefined && !areProfiles(profiles)) || (current !== undefined && typeof current !== 'string')) {
    throw new CommandError('refused', `The settings in ${path} are broken`, {
      hint: `Fix the file, or move it away and sign in again: mv ${path} ${path}.broken`,
    })
  }
  // Without what every object inherits: `constructor` is as good a name as any.
  const named: typeof profiles = profiles && Object.assign(Object.create(null), profiles)
  return { ...rest, ...(current !== undefined && { current }), ...(named && { profiles: named }) }
}

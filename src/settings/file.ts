/** The settings file as it stands on disk. Read with JSON.parse alone: every command starts here. */
import { readFileSync, statSync, type Stats } from 'node:fs'
import { CommandError } from '../errors.ts'
import type { Values } from './keys.ts'
import { below } from './paths.ts'

/** A profile as it is stored. */
export interface StoredProfile extends Values {
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

/** Undefined where there is none. To ask first is quicker than an error, which most runs would meet somewhere. */
export function readIfThere(path: string): { text: string; facts: Stats } | undefined {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts && { text: readFileSync(path, 'utf8'), facts }
}

export function readSettingsFile(folder: string): { file: SettingsFile; warnings: string[] } {
  const path = below(folder, fileName)
  let found: ReturnType<typeof readIfThere>
  try {
    found = readIfThere(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError('refused', `Cannot read the settings in ${path}: ${code === 'EACCES' ? 'permission denied' : message}`, {
      hint: `To own it again: chown "$USER" ${path}`,
    })
  }
  if (!found) return { file: {}, warnings: [] }
  const warnings = othersMayRead(found.facts) ? [`Others can read ${path}, which holds an API key. To close it: chmod 600 ${path}`] : []
  return { file: parse(found.text, path), warnings }
}

function parse(text: string, path: string): SettingsFile {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    data = undefined
  }
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject(data) || (data.profiles !== undefined && (!isObject(data.profiles) || !Object.values(data.profiles).every(isObject)))) {
    throw new CommandError('refused', `The settings in ${path} are broken`, {
      hint: `Fix the file, or move it away and sign in again: mv ${path} ${path}.broken`,
    })
  }
  return data as SettingsFile
}

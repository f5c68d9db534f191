import type { ChosenForm } from '../output/form.ts'
import { resolveSettings, type Settings, type Sources } from '../settings/index.ts'

const resolved = new Map<string, Settings>()

/** The settings that hold under these flags. They are read once. */
export function settingsUnder({ profile, baseUrl, workspace }: Sources['flags']): Settings {
  const flags = { ...(profile && { profile }), ...(baseUrl && { baseUrl }), ...(workspace && { workspace }) }
  const key = JSON.stringify(flags)
  const settings = resolved.get(key) ?? resolveSettings({ flags, env: process.env, cwd: workingFolder() })
  resolved.set(key, settings)
  return settings
}

/** The form of output that a profile asks for. Settings that are broken are told where they are needed. */
export function preferredOutput(profile: string | undefined): ChosenForm | undefined {
  try {
    return settingsUnder(profile ? { profile } : {}).value('output')
  } catch {
    return undefined
  }
}

/** Undefined: it was removed while somebody stood in it. */
function workingFolder(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

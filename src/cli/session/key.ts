/** The key of this run: the environment's, the profile's, or what its key command prints, which is run once and at the first request. */
import { usageError } from '../../errors.ts'
import type { Settings } from '../../settings/index.ts'
import { environment } from '../../system/environment.ts'
import { toCopy } from '../../text/to-copy.ts'

const known = new WeakMap<Settings, Promise<string | undefined>>()

export function keyOfRun(settings: Settings, signal: AbortSignal): Promise<string | undefined> {
  const before = known.get(settings)
  if (before) return before
  const key = read(settings, signal)
  known.set(settings, key)
  // The next one asks again.
  key.catch(() => known.delete(settings))
  return key
}

async function read(settings: Settings, signal: AbortSignal): Promise<string | undefined> {
  const [stored, command, { profile }] = [settings.value('api_key'), settings.value('key_command'), settings]
  if (command === undefined || (stored !== undefined && settings.origin('api_key').startsWith('environment'))) return stored
  const isProfiles = settings.origin('key_command').startsWith('profile')
  if (isProfiles && stored !== undefined)
    throw usageError(
      `Profile "${profile}" has both api_key and key_command: one of them has to go`,
      toCopy`To keep the stored key: surveyctl config unset key_command --profile ${profile}`,
    )
  const { keyOf } = await import('../../settings/key-command.ts')
  return keyOf({ command, whose: isProfiles ? `profile "${profile}"` : 'SURVEYCTL_KEY_COMMAND', env: environment(), signal })
}

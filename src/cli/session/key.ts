/** The key of this run: the environment's, the profile's in the file or the keychain, or what its key command prints: asked once, at the first request. */
import { usageError } from '../../errors.ts'
import type { Settings } from '../../settings/index.ts'
import { environment } from '../../system/environment.ts'
import { toCopy } from '../../text/to-copy.ts'

const known = new WeakMap<Settings, Promise<string | undefined>>()

export function keyOfRun(settings: Settings, signal: () => AbortSignal): Promise<string | undefined> {
  const before = known.get(settings)
  if (before) return before
  const key = read(settings, signal)
  known.set(settings, key)
  // The next one asks again.
  key.catch(() => known.delete(settings))
  return key
}

/** In words: where the key comes from. */
export function keyOrigin(settings: Settings): string {
  const key = settings.value('api_key') === undefined ? 'unset' : settings.origin('api_key')
  if (key.startsWith('environment')) return key
  if (settings.value('key_command') !== undefined) return `command, ${settings.origin('key_command')}`
  return settings.value('keychain') ? `keychain, ${settings.origin('keychain')}` : key
}

/** `signal` is a function, as it costs: it is made only where something is waited for. */
async function read(settings: Settings, signal: () => AbortSignal): Promise<string | undefined> {
  const { profile } = settings
  const stored = settings.value('api_key')
  const command = settings.value('key_command')
  const inKeychain = settings.value('keychain')
  if (stored !== undefined && settings.origin('api_key').startsWith('environment')) return stored
  const isProfiles = command !== undefined && settings.origin('key_command').startsWith('profile')
  if (command === undefined || isProfiles) {
    const ways = [stored !== undefined && 'api_key', inKeychain && 'keychain', isProfiles && 'key_command'].filter(Boolean)
    if (ways.length > 1)
      throw usageError(
        `Profile "${profile}" has both ${ways.join(' and ')}: one of them has to go`,
        isProfiles
          ? toCopy`To keep the stored key: surveyctl config unset key_command --profile ${profile}`
          : toCopy`To keep it in the file: surveyctl auth move --to file --profile ${profile}`,
      )
  }
  if (command === undefined && inKeychain) {
    const { keyIn } = await import('../../settings/keychain.ts')
    return keyIn({ profile, base_url: settings.value('base_url') ?? '' }, signal())
  }
  if (command === undefined) return stored
  const { keyOf } = await import('../../settings/key-command.ts')
  return keyOf({ command, whose: isProfiles ? `profile "${profile}"` : 'SURVEYCTL_KEY_COMMAND', env: environment(), signal: signal() })
}

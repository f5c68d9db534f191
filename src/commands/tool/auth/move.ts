/** `auth move`: a key from the settings file to the keychain of the system, or back. One copy is always left, wherever it is broken off. */
import { ownCommand } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { noProfile, type SettingsStore, type StoredAs } from './profile-name.ts'

type Place = 'keychain' | 'file'

const inWords: Record<Place, string> = { keychain: 'in the keychain', file: 'in the settings file' }

/** Whether there was something to move. */
async function move(store: SettingsStore, profile: StoredAs, to: Place, signal: AbortSignal): Promise<boolean> {
  const { name, base_url = '', api_key } = profile
  const entry = { profile: name, base_url }
  const { keychain } = store
  if (to === 'file' && !profile.keychain) {
    // What a move that was broken off has left there; where there is no keychain, nothing is.
    await keychain.clearKey(entry, signal).catch(() => undefined)
    return false
  }
  if (to === 'keychain' && profile.keychain && api_key === undefined) return false
  const key = api_key ?? (await keychain.keyIn(entry, signal))
  if (to === 'keychain') await keychain.storeKey(entry, key, signal)
  await store.keyMoved(name, to, key)
  if (to === 'file') await keychain.clearKey(entry, signal)
  return true
}

async function moveKeys(context: Context, to: string | undefined, all: boolean): Promise<void> {
  if (to !== 'keychain' && to !== 'file') throw usageError('--to is missing: keychain or file', 'surveyctl auth move --to keychain')
  const store = await context.settings.store()
  const profiles = await store.listProfiles()
  const { profile } = context.settings.current
  const chosen = profiles.filter((one) => (all ? one.key_command === undefined && !one.isSandbox : one.name === profile))
  if (!all && chosen.length === 0) throw noProfile(context.settings.current)
  const rows: { profile: string; moved: boolean }[] = []
  const lines: string[] = []
  for (const one of chosen) {
    if (one.key_command !== undefined) throw usageError(`Profile "${one.name}" takes its key from a command: there is none to move`)
    if (one.api_key === undefined && !one.keychain) {
      if (!all) throw new CommandError('auth', `Profile "${one.name}" has no key`, { hint: 'To sign in: surveyctl auth login' })
      continue
    }
    const moved = await move(store, one, to, context.service.signal)
    rows.push({ profile: one.name, moved })
    lines.push(`The key of profile "${one.name}" lies ${inWords[to]}${moved ? '' : ' already'}`)
  }
  await context.show.done({ to, profiles: rows }, lines.length > 0 ? lines : ['No profile has a key to move'], to)
}

export const moveCommand = ownCommand('move', {
  summary: 'Move the key of a profile to the keychain of the system, or back to the settings file',
  extra: {
    to: { flag: '--to <place>', about: 'Where to keep the key: keychain or file', choices: ['keychain', 'file'] },
    all: { flag: '--all', about: 'The keys of all profiles' },
  },
  examples: ['printenv SURVEYCTL_API_KEY | surveyctl auth login --with-key --profile ci && surveyctl auth move --to file --profile ci'],
  run: (context, _, { to, all }) => moveKeys(context, to, Boolean(all)),
})

import { group, ownCommand } from '../../cli/command.ts'
import type { Context } from '../../cli/context.ts'
import { settingsFile } from '../../cli/place.ts'
import { didYouMean } from '../../text/nearest.ts'
import { CommandError, usageError } from '../../errors.ts'
import { toCopy } from '../../text/to-copy.ts'
import type { Column } from '../../output/columns.ts'
import { noProfile } from './auth/profile-name.ts'

const columns: Column[] = [
  { path: 'key', whole: true },
  { path: 'value', whole: true },
  { path: 'origin', label: 'from', whole: true },
  'about',
]

const about = { key: 'Setting (see: config list)', value: 'Its new value' }

/** The key itself is stored by `auth login` only: argv is no place for a secret. */
function knownKey(context: Context, key: string) {
  const keys = context.settings.current.keys.filter(({ name }) => name !== 'api_key' && name !== 'keychain')
  const found = keys.find(({ name }) => name === key)
  if (found) return found.name
  if (key === 'api_key')
    throw usageError('The API key is not set this way', 'To store one: surveyctl auth login; to print it: surveyctl auth token')
  if (key === 'keychain') throw usageError('Where the key is kept is not set this way', 'surveyctl auth move --to keychain, or --to file')
  const names = keys.map(({ name }) => name)
  throw usageError(`Unknown setting "${key}"${didYouMean(key, names)}`, `There are: ${names.join(', ')}`)
}

/** The entry of a keychain is found by its address: with another one it would be lost. */
const keptFor = (profile: string): CommandError =>
  usageError(
    `The key of profile "${profile}" lies in the keychain for this address`,
    toCopy`For another one: surveyctl auth login --keychain --base-url URL --profile ${profile}`,
  )

/** Somebody named a profile that isn't there. */
function isMissing(context: Context): boolean {
  const { profile, profiles, namedProfiles } = context.settings.current
  return namedProfiles.length > 0 && !profiles.includes(profile)
}

/** A setting may come before the key; a profile that a mistyped name has made is noticed, and easily removed. */
function noteNew(context: Context): void {
  const { profile, profiles } = context.settings.current
  if (profiles.length > 0)
    context.show.note(
      toCopy`Profile "${profile}" is new${didYouMean(profile, profiles) || '.'} To remove it: surveyctl auth logout ${profile}`,
    )
}

function warnOfShellWords(context: Context, words: readonly string[]): void {
  if (words.length > 0)
    context.show.warn(
      `No shell reads a key command: the program gets ${words.join(' ')} as it stands. Put such a line into a script, or in quotes behind sh -c`,
    )
}

/** Secrets are told apart, never printed here: `auth token` prints the key. */
const shown = (key: string, value: unknown): unknown => (key === 'api_key' && value ? '***' : (value ?? null))

export const configGroup = group('config', {
  summary: 'Settings of a profile',
  commands: [
    ownCommand('list', {
      summary: 'List the settings, each with where its value comes from',
      aliases: ['ls'],
      columns,
      examples: ['config list', 'config list --json --fields key,value'],
      run: (context) => {
        const settings = context.settings.current
        if (isMissing(context)) context.show.warn(noProfile(settings).message)
        return context.show.rows(
          [
            settings.keys.map(({ name, about }) => ({
              key: name,
              value: shown(name, settings.value(name)),
              origin: settings.origin(name),
              about,
            })),
          ],
          columns,
        )
      },
    }),
    ownCommand('get', {
      summary: 'Print one setting',
      positionals: ['key'],
      arguments: about,
      examples: ['config get workspace'],
      run: async (context, { key }) => {
        const value = context.settings.current.value(knownKey(context, key))
        if (isMissing(context)) context.show.warn(noProfile(context.settings.current).message)
        if (value === undefined) throw new CommandError('refused', `${key} is not set`)
        await context.show.thing({ [key]: value }, [{ path: key, label: '' }])
      },
    }),
    ownCommand('set', {
      summary: 'Change a setting of the profile; a profile that is not there is made',
      positionals: ['key', 'value'],
      arguments: about,
      examples: ['config set workspace 7', 'config set read_only true'],
      run: async (context, { key, value }) => {
        const { keychain, setSetting, listProfiles, unsetSetting, shellWordsIn } = await context.settings.store()
        const { profile } = context.settings.current
        const name = knownKey(context, key)
        const before = (await listProfiles()).find((one) => one.name === profile)
        if (before?.keychain && name === 'base_url') throw keptFor(profile)
        const replaces = name === 'key_command' && (before?.api_key !== undefined || before?.keychain)
        if (replaces) await context.ask.confirm(`Take the key of profile "${profile}" from this command, and forget the stored one?`)
        const entry = { profile, base_url: before?.base_url ?? '' }
        const isLeft = replaces && before?.keychain
        // A locked one would keep it; what is no command, or can't be stored, must not cost the key.
        if (isLeft) await keychain.findKey(entry, context.service.signal)
        await setSetting(profile, name, value)
        if (replaces) for (const way of ['api_key', 'keychain'] as const) await unsetSetting(profile, way)
        if (isLeft) await keychain.clearKey(entry, context.service.signal)
        if (!before) noteNew(context)
        if (name === 'key_command') warnOfShellWords(context, shellWordsIn(value))
        await context.show.done({ profile, [key]: value }, `Set ${key} of profile "${profile}"`, key)
      },
    }),
    ownCommand('unset', {
      summary: 'Remove a setting of the profile',
      positionals: ['key'],
      arguments: about,
      examples: ['config unset read_only'],
      run: async (context, { key }) => {
        const { listProfiles, unsetSetting } = await context.settings.store()
        const { profile } = context.settings.current
        const name = knownKey(context, key)
        if (isMissing(context)) throw noProfile(context.settings.current)
        if (name === 'base_url' && (await listProfiles()).some((one) => one.name === profile && one.keychain)) throw keptFor(profile)
        await unsetSetting(profile, name)
        await context.show.done({ profile, key }, `Unset ${key} of profile "${profile}"`, key)
      },
    }),
    ownCommand('path', {
      summary: 'Print where the settings are kept',
      examples: ['config path'],
      run: (context) => context.show.thing({ path: settingsFile() }, [{ path: 'path', label: '' }]),
    }),
  ],
})

import { group, ownCommand } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { notSignedIn } from '../../../cli/session/not-signed-in.ts'
import { listQuizzes } from '../../../contract/surveys/quiz.ts'
import { CommandError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { login } from './login.ts'
import { moveCommand } from './move.ts'
import { noProfile, type StoredAs } from './profile-name.ts'

const profileColumns: Column[] = [{ path: 'current', as: 'yesno' }, 'profile', { path: 'base_url', label: 'service' }, 'workspace', 'key']

/** Enough of a key to tell it from another one. */
const masked = (key: string | undefined): string => (key ? `…${key.slice(-4)}` : 'none')

const statusColumns: Column[] = [
  'profile',
  { path: 'base_url', label: 'service' },
  'workspace',
  'key',
  'key_from',
  { path: 'accepted', label: 'key accepted', as: 'yesno' },
]

/** A key that is refused is shown like any other: which one it is and where it comes from is what helps then. */
async function status(context: Context): Promise<void> {
  const settings = context.settings.current
  const [base_url, api_key] = [settings.value('base_url'), await context.settings.key()]
  if (!api_key || !base_url) throw notSignedIn(settings, api_key ? 'base_url' : 'api_key')
  const client = await context.settings.connect({ base_url, api_key })
  const refusal = await client.call(listQuizzes, { limit: 1 }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof CommandError && error.kind === 'auth') return error
      throw error
    },
  )
  const { profile } = settings
  const state = {
    profile,
    base_url,
    workspace: settings.value('workspace') ?? null,
    key: masked(api_key),
    key_from: context.settings.keyOrigin(),
  }
  await context.show.thing({ ...state, accepted: refusal === undefined }, statusColumns)
  if (refusal) throw refusal
}

async function profiles(context: Context): Promise<void> {
  const { listProfiles } = await context.settings.store()
  const current = context.settings.current.profile
  const rows = (await listProfiles()).map(({ name, base_url, workspace, api_key, key_command, keychain }) => ({
    current: name === current,
    profile: name,
    base_url: base_url ?? null,
    workspace: workspace ?? null,
    key: key_command !== undefined ? 'command' : keychain ? 'keychain' : masked(api_key),
  }))
  await context.show.rows([rows], profileColumns)
}

async function logout(context: Context, name: string | undefined): Promise<void> {
  const profile = name ?? context.flags.profile ?? context.settings.current.profile
  const { keychain, listProfiles, removeProfile } = await context.settings.store()
  const stored = (await listProfiles()).find(({ name }) => name === profile)
  // First: were it locked, a key that nobody names any more would stay in it. A move that was broken off may have left one too.
  const entry = { profile, base_url: stored?.base_url ?? '' }
  if (stored?.keychain) await keychain.clearKey(entry, context.service.signal)
  else if (stored && !stored.isSandbox)
    await keychain.clearKey(entry, context.service.signal).catch(() => context.service.signal.throwIfAborted())
  if (!stored || !(await removeProfile(profile))) throw noProfile({ ...context.settings.current, profile })
  await context.show.done({ profile }, leftBy(stored), profile)
}

/** What has gone, and what of it is still good elsewhere. */
function leftBy({ name, api_key, keychain, key_command }: StoredAs): string {
  if (key_command !== undefined) return `Removed profile "${name}"; the key stays where its key command takes it from`
  if (api_key === undefined && !keychain) return `Removed profile "${name}"; it had no key`
  return `Signed out of profile "${name}"; the key itself works until it is revoked in the account cabinet`
}

export const authGroup = group('auth', {
  summary: 'Sign in and switch between profiles',
  commands: [
    ownCommand('login', {
      summary: 'Store an API key once the service accepts it',
      extra: {
        baseUrl: { flag: '--base-url <url>', about: 'Address of the service, e.g. https://host/api/v3; without it a list asks for it' },
        keychain: { flag: '--keychain', about: 'Keep the key in the keychain of the system, not in the settings file' },
        withKey: { flag: '--with-key', about: 'Read the key from standard input; without it a hidden prompt asks for it' },
      },
      examples: [
        'printenv SURVEYCTL_API_KEY | surveyctl auth login --with-key --profile ci',
        'printenv SURVEYCTL_API_KEY | surveyctl auth login --with-key --base-url "$SURVEYCTL_BASE_URL" --workspace 7',
      ],
      run: (context, _, { withKey, keychain }) => login(context, { withKey: Boolean(withKey), inKeychain: Boolean(keychain) }),
    }),
    ownCommand('status', {
      summary: 'Show who is signed in where, and whether the key works',
      examples: ['auth status'],
      run: status,
    }),
    ownCommand('list', {
      summary: 'List the profiles',
      aliases: ['ls'],
      columns: profileColumns,
      examples: ['auth list --json'],
      run: profiles,
    }),
    ownCommand('switch', {
      summary: 'Switch to another profile',
      positionals: ['name'],
      asks: { name: 'profile' },
      arguments: { name: 'Profile (see: auth list)' },
      examples: ['printenv SURVEYCTL_API_KEY | surveyctl auth login --with-key --profile spare && surveyctl auth switch spare'],
      run: async (context, { name }) => {
        const { switchProfile } = await context.settings.store()
        if (!(await switchProfile(name))) throw noProfile({ ...context.settings.current, profile: name })
        await context.show.done({ profile: name }, `Now using profile "${name}"`, name)
      },
    }),
    ownCommand('logout', {
      summary: 'Forget the key of a profile',
      positionals: ['[name]'],
      asks: { name: 'profile' },
      arguments: { name: 'Profile; the current one when absent' },
      examples: ['printenv SURVEYCTL_API_KEY | surveyctl auth login --with-key --profile spare && surveyctl auth logout spare'],
      run: (context, { name }) => logout(context, name),
    }),
    moveCommand,
    ownCommand('token', {
      summary: 'Print the API key',
      examples: ['auth token'],
      run: async (context) => {
        const key = await context.settings.key()
        if (!key) throw notSignedIn(context.settings.current, 'api_key')
        await context.show.thing({ api_key: key }, [{ path: 'api_key', label: '' }])
      },
    }),
  ],
})

/** `auth login`: which service, its key, a try of the two, and the profile that keeps them. */
import type { Context } from '../../../cli/context.ts'
import { listQuizzes, viewQuiz } from '../../../contract/surveys/quiz.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { profileFor, refuseSandboxProfile, type Known, type SettingsStore, type StoredAs } from './profile-name.ts'
import { environment } from '../../../system/environment.ts'

export async function login(context: Context, { withKey, inKeychain }: { withKey: boolean; inKeychain: boolean }): Promise<void> {
  const store = await context.settings.store()
  const { signal } = context.service
  const stored = await store.listProfiles()
  const asked = context.settings.current.namedProfiles[0]?.name
  if (asked !== undefined) refuseSandboxProfile(asked, stored)
  const { base_url, api_key, found } = await signIn(context, withKey, stored)
  const profiles = await Promise.all(stored.map((profile) => withKeyOf(profile, base_url, store.keychain.findKey, signal)))
  const workspace = context.flags.workspace ?? found
  const name = await profileFor({ base_url, workspace, api_key }, profiles, asked, {
    isYes: context.flags.yes,
    name: (why) => askName(context, why),
    yes: (question) => context.ask.confirm(question),
  })
  const before = profiles.find((profile) => profile.name === name)
  await storeIn(context, store, before, { name, base_url, api_key, workspace, inKeychain })
  await context.show.done(
    { profile: name, base_url, workspace: workspace ?? null },
    [
      `Signed in to ${base_url}${workspace === undefined ? '' : `, workspace ${workspace}`}`,
      `${before ? `Profile "${name}" has the new key` : `Saved as profile "${name}"`}; commands use it from now on`,
      ...(workspace === undefined ? ['The account has no survey to read its id from. To set it: surveyctl config set workspace ID'] : []),
    ],
    name,
  )
  const other = context.settings.current.namedProfiles.find((named) => named.origin !== '--profile')
  if (other && other.name !== name) context.show.warn(`${other.origin} names profile "${other.name}", which takes precedence here`)
  for (const variable of ['SURVEYCTL_API_KEY', 'SURVEYCTL_API_KEY_FILE'])
    if (environment()[variable]) context.show.warn(`${variable} is set: its key overrides the profile's`)
}

interface Storing {
  name: string
  base_url: string
  api_key: string
  workspace: number | undefined
  inKeychain: boolean
}

/** The profile has one key afterwards, in one place: what it had before is forgotten, once it was said so. */
async function storeIn(
  { ask, flags, service: { signal } }: Context,
  { keychain, saveProfile, unsetSetting }: SettingsStore,
  before: StoredAs | undefined,
  { name, base_url, api_key, workspace, inKeychain }: Storing,
): Promise<void> {
  const hasCommand = before?.key_command !== undefined
  if (hasCommand) await ask.confirm(`Store the key of profile "${name}", and forget its key command?`)
  if (before?.keychain && !inKeychain)
    await ask.confirm(`Keep the key of profile "${name}" in the settings file, and forget the one in the keychain?`)
  if (inKeychain) await keychain.storeKey({ profile: name, base_url }, api_key, signal)
  await saveProfile(
    name,
    {
      base_url,
      ...(inKeychain ? { keychain: true } : { api_key }),
      ...(workspace !== undefined && { workspace }),
      ...(flags.allowHttp && { allow_http: true }),
    },
    { current: true },
  )
  if (hasCommand) await unsetSetting(name, 'key_command')
  if (inKeychain) await unsetSetting(name, 'api_key')
  else if (before?.keychain) await unsetSetting(name, 'keychain')
  const isLeft = before?.keychain && before.base_url !== undefined && (!inKeychain || before.base_url !== base_url)
  if (isLeft) await keychain.clearKey({ profile: name, base_url: before.base_url! }, signal)
}

/** With the key that it has in the keychain, to compare; one that can't be read is another one. */
async function withKeyOf(
  profile: StoredAs,
  address: string,
  find: SettingsStore['keychain']['findKey'],
  signal: AbortSignal,
): Promise<StoredAs> {
  const { name, base_url, keychain } = profile
  if (!keychain || base_url === undefined || base_url !== address) return profile
  const api_key = await find({ profile: name, base_url }, signal).catch(() => 'unknown')
  return { ...profile, ...(api_key !== undefined && { api_key }) }
}

async function askName(context: Context, why: string): Promise<string> {
  context.show.note(`${why}.`)
  const problem = (typed: string): string | undefined => (typed.trim() === '' ? 'A profile has a name' : undefined)
  return (await context.ask.value('Name of the profile that is to have it', '--profile', { problem })).trim()
}

/** What is offered, the likeliest first: the service of the profile in use, those of the others, sandboxes last. */
function knownAddresses(context: Context, profiles: readonly Known[]): string[] {
  const { profile } = context.settings.current
  const order = profiles.toSorted(
    (a, b) => Number(a.isSandbox) - Number(b.isSandbox) || Number(b.name === profile) - Number(a.name === profile),
  )
  return [...new Set(order.flatMap(({ base_url }) => base_url ?? []))]
}

/** In a script the service of the profile in use is meant, as long as it isn't a sandbox's. */
const ownAddress = (context: Context, profiles: readonly Known[]): string | undefined =>
  profiles.find(({ name, isSandbox }) => name === context.settings.current.profile && !isSandbox)?.base_url

interface SignedIn {
  base_url: string
  api_key: string
  /** The account's id, as its surveys tell it. */
  found: number | undefined
}

/** On a terminal what was wrong is asked for again; a script gets the error. */
async function signIn(context: Context, withKey: boolean, profiles: readonly Known[]): Promise<SignedIn> {
  const given =
    context.flags.baseUrl ?? (environment().SURVEYCTL_BASE_URL || undefined) ?? (withKey ? ownAddress(context, profiles) : undefined)
  let base_url = given === undefined ? await askAddress(context, knownAddresses(context, profiles)) : readBaseUrl(given)
  for (;;) {
    // The key goes nowhere that nobody saw.
    if (withKey) context.show.note(`Trying the key at ${base_url}`)
    const api_key = withKey ? readKey(await context.ask.readText('-')) : await askKey(context, base_url)
    try {
      return { base_url, api_key, found: await findWorkspace(context, { base_url, api_key }) }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const failure = explained(error, base_url)
      if (withKey || !['auth', 'unavailable', 'refused', 'not_found'].includes(error.kind)) throw failure
      context.show.warn(failure.message)
      if (error.kind !== 'auth') {
        if (failure.facts.hint) context.show.note(failure.facts.hint)
        if (given !== undefined) throw failure
        base_url = await askAddress(context, [])
      }
    }
  }
}

/** What a failure means at the moment of signing in. */
function explained(error: CommandError, base_url: string): CommandError {
  const { kind, facts } = error
  if (kind === 'auth')
    return new CommandError('auth', `${base_url} refused this API key`, {
      ...facts,
      hint: 'A key is issued in the account cabinet, and works until it is revoked there',
    })
  if (kind === 'interrupted' || kind === 'usage') return error
  const what = kind === 'not_found' ? 'it answers, but not as this service does' : error.message.replace(/^List surveys: /, '')
  const full = new URL(base_url).pathname === '/' ? `${base_url}/api/v3` : 'https://host/api/v3'
  return new CommandError(kind, `Cannot sign in at ${base_url}: ${what}`, {
    ...facts,
    hint: `The base URL is the address of the service with the path of its API, e.g. ${full}`,
  })
}

const other = 'Another address'

async function askAddress(context: Context, known: readonly string[]): Promise<string> {
  const chosen = known.length > 0 ? await context.ask.choose('Service to sign in to', '--base-url', [...known, other]) : other
  if (chosen !== other) return chosen
  const text = await context.ask.value('Base URL of the service (https://…)', '--base-url', { problem: (typed) => addressProblem(typed) })
  return readBaseUrl(text)
}

function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return `"${text}" is not an address; it looks like https://host/api/v3`
  return ['https:', 'http:'].includes(new URL(text).protocol) ? undefined : 'The base URL must start with https://'
}

function readBaseUrl(text: string): string {
  const problem = addressProblem(text.trim())
  if (problem) throw usageError(problem)
  return text.trim().replace(/\/+$/, '')
}

function keyProblem(text: string): string | undefined {
  if (text.trim() === '') return 'The API key is empty'
  return /[\s\p{Cc}]/u.test(text.trim()) ? 'The API key must be one word' : undefined
}

function readKey(text: string): string {
  const problem = keyProblem(text)
  if (problem) throw usageError(problem)
  return text.trim()
}

const askKey = async (context: Context, base_url: string): Promise<string> =>
  readKey(
    await context.ask.value(`API key for ${base_url} (from the account cabinet)`, '--with-key', { secret: true, problem: keyProblem }),
  )

/** The account id stands in every survey; without one it stays unknown. */
async function findWorkspace(context: Context, connection: { base_url: string; api_key: string }): Promise<number | undefined> {
  const client = await context.settings.connect(connection)
  const [first] = await client.call(listQuizzes, { limit: 1 })
  return first && (await client.call(viewQuiz, { id: first.id })).workspace_id
}

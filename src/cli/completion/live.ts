/** Names from the service for completion: stored for a minute, and none when it can't be reached quickly. */
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { listQuizzes } from '../../contract/surveys/quiz.ts'
import type { Settings } from '../../settings/index.ts'
import type { SettingsReader } from '../session/settings.ts'
import type { Candidate, Live } from './complete.ts'
import { readState, writeState } from '../../system/state-file.ts'
import { isObject } from '../../text/is-object.ts'

const storedMillis = 60_000
const fetchMillis = 1000

interface Names {
  surveys: Candidate[]
  folders: Candidate[]
}
const noNames: Names = { surveys: [], folders: [] }

const areNames = (value: unknown): value is Names => isObject(value) && isList(value.surveys) && isList(value.folders)
const isList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => isObject(each) && typeof each.value === 'string')

const isStored = (value: unknown): value is { at: number; known: Names } =>
  isObject(value) && typeof value.at === 'number' && areNames(value.known)

async function fetchNames(baseUrl: string, apiKey: string): Promise<Names> {
  const { createClient } = await import('../../client/index.ts')
  const client = createClient({ baseUrl, apiKey, signal: AbortSignal.timeout(fetchMillis) })
  const rows = await client.call(listQuizzes, { sort: 'updated_at' }).finally(() => client.close())
  const folders = new Map(rows.flatMap(({ folder }) => (folder ? [[folder.id, folder.name ?? ''] as const] : [])))
  return {
    surveys: rows.map(({ id, name }) => ({ value: String(id), about: name ?? '' })),
    folders: [...folders].map(([id, name]) => ({ value: String(id), about: name })),
  }
}

type Resolve = () => Settings

async function namesFor(resolve: Resolve): Promise<Names> {
  try {
    const settings = resolve()
    const [baseUrl, apiKey] = [settings.value('base_url'), settings.value('api_key')]
    if (!baseUrl || !apiKey) return noNames
    const name = `${createHash('sha256').update(`${baseUrl} ${apiKey}`).digest('hex').slice(0, 16)}.json`
    const file = settings.cacheDir && join(settings.cacheDir, name)
    const stored = readState(file, isStored)
    if (stored && Date.now() - stored.at < storedMillis && stored.at <= Date.now()) return stored.known
    const fetched = await fetchNames(baseUrl, apiKey)
    writeState(file, { at: Date.now(), known: fetched })
    return fetched
  } catch {
    return noNames
  }
}

/** What is known of the profile that is named, or of the usual one. */
export function liveOf(profile: string | undefined, reader: SettingsReader): Live {
  const resolve: Resolve = () => reader.under(profile === undefined ? {} : { profile })
  return {
    surveys: async () => (await namesFor(resolve)).surveys,
    folders: async () => (await namesFor(resolve)).folders,
    profiles: async () => resolve().profiles.map((value) => ({ value })),
    // `auth` stores the key, and where it lies.
    settingKeys: () =>
      resolve()
        .keys.filter(({ name }) => name !== 'api_key' && name !== 'keychain')
        .map(({ name, about, choices }) => ({ value: name, about, ...(choices && { choices }) })),
  }
}

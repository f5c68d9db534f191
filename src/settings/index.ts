/** What holds for this run: flag, environment, `.surveyctl.json` of this folder or a parent, profile. */
import { dirname } from 'node:path'
import { CommandError, usageError } from '../errors.ts'
import { foreignOwner, trustHint } from '../system/ownership.ts'
import { keepSecret } from '../text/secrets.ts'
import { codeOf } from '../system/error-code.ts'
import { readSmallFile, reasonOf } from '../system/small-file.ts'
import { fileName, readSettingsFile } from './file.ts'
import { readSetting, settingKeys, type Key, type SettingKey, type SettingValues } from './keys.ts'
import { below, ownPlace, pathOf, whyNothingIsStored } from './paths.ts'
import { isObject } from '../text/is-object.ts'
import { toCopy } from '../text/to-copy.ts'
import { jsonOf } from '../text/json-of.ts'

export interface Settings {
  /** Name of the profile in use. */
  profile: string
  /** What names a profile for this run, the one that wins first: flag, environment, `.surveyctl.json`. */
  namedProfiles: readonly { name: string; origin: string }[]
  profiles: string[]
  /** The settings file. */
  path: string
  /** Made where it isn't there; a failure where nothing can be stored. */
  readonly stateDir: string
  /** Why no setting can be stored. */
  readonly whyClosed: string | undefined
  /** Undefined where nothing can be stored: then everything is only slower. */
  readonly cacheDir: string | undefined
  keys: readonly SettingKey[]
  warnings: string[]
  value: <K extends Key>(key: K) => SettingValues[K]
  /** Where the value comes from, in words: `default` when nobody said anything, `unset` when there is none either. */
  origin: (key: Key) => string
}

export interface Sources {
  flags: { profile?: string | undefined; baseUrl?: string | undefined; workspace?: number | undefined }
  env: NodeJS.ProcessEnv
  /** Where `.surveyctl.json` is looked for; empty: nowhere. */
  cwd: string
  /** What the pipe held that `SURVEYCTL_API_KEY_FILE` names: it can be read once. */
  pipedKey?: () => string | undefined
}

export const projectFileName = '.surveyctl.json'

interface Found {
  value: SettingValues[Key]
  origin: string
}

/** Known even when what is in it is broken. */
export const settingsPath = (env: NodeJS.ProcessEnv): string => below(pathOf('config', env), fileName)

export function resolveSettings({ flags, env, cwd, pipedKey }: Sources): Settings {
  const { file, warnings } = readSettingsFile(pathOf('config', env))
  const project = ownProject(cwd === '' ? undefined : readProject(cwd), { flags, env }, warnings)
  const namedProfiles = [
    { name: flags.profile, origin: '--profile' },
    { name: env.SURVEYCTL_PROFILE || undefined, origin: 'SURVEYCTL_PROFILE' },
    { name: project?.profile, origin: project?.path ?? '' },
  ].filter((named): named is { name: string; origin: string } => named.name !== undefined)
  const profile = namedProfiles[0]?.name ?? file.current ?? 'default'
  const stored = file.profiles?.[profile]
  const find = (key: Key): Found | undefined =>
    fromFlags(key, flags) ??
    fromEnvironment(key, env, pipedKey?.()) ??
    fromProject(key, project) ??
    fromProfile(key, stored, profile) ??
    byDefault(key)
  const found = new Map<Key, Found | undefined>()
  const look = (key: Key): Found | undefined => {
    if (!found.has(key)) found.set(key, find(key))
    const value = found.get(key)
    if (key === 'api_key' && typeof value?.value === 'string') keepSecret(value.value)
    return value
  }
  return {
    profile,
    namedProfiles,
    profiles: Object.keys(file.profiles ?? {}),
    path: settingsPath(env),
    get stateDir() {
      return ownPlace('state', env)
    },
    get whyClosed() {
      return whyNothingIsStored('config', env)
    },
    get cacheDir() {
      return cachePlace(env)
    },
    keys: settingKeys,
    warnings,
    // What each key finds was read as that key's: a map of all of them can't say so.
    value: <K extends Key>(key: K) => look(key)?.value as SettingValues[K],
    origin: (key) => look(key)?.origin ?? 'unset',
  }
}

function cachePlace(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return ownPlace('cache', env)
  } catch {
    return undefined
  }
}

function fromFlags(key: Key, flags: Sources['flags']): Found | undefined {
  const value =
    key === 'base_url'
      ? flags.baseUrl && readSetting('base_url', flags.baseUrl, '--base-url')
      : key === 'workspace'
        ? flags.workspace
        : undefined
  return value ? { value, origin: 'flag' } : undefined
}

const variables: Partial<Record<Key, string>> = {
  base_url: 'SURVEYCTL_BASE_URL',
  api_key: 'SURVEYCTL_API_KEY',
  workspace: 'SURVEYCTL_WORKSPACE',
  output: 'SURVEYCTL_OUTPUT',
  key_command: 'SURVEYCTL_KEY_COMMAND',
}

function fromEnvironment(key: Key, env: NodeJS.ProcessEnv, pipedKey: string | undefined): Found | undefined {
  const variable = variables[key]
  const text = variable && env[variable]
  if (text) return { value: readSetting(key, text, variable), origin: `environment ${variable}` }
  if (key !== 'api_key' || !env.SURVEYCTL_API_KEY_FILE) return undefined
  return { value: readKeyFile(env.SURVEYCTL_API_KEY_FILE, pipedKey), origin: 'environment SURVEYCTL_API_KEY_FILE' }
}

export const unreadableKey = (path: string, reason: string): CommandError =>
  new CommandError('auth', `Cannot read the key file ${path}: ${reason}`, { hint: 'The path comes from SURVEYCTL_API_KEY_FILE' })

function readKeyFile(path: string, piped: string | undefined): string {
  let key: string
  try {
    const text = piped ?? readSmallFile(path)?.text
    if (text === undefined) throw new Error('there is no such file')
    key = text.trim()
  } catch (error) {
    throw unreadableKey(path, reasonOf(error))
  }
  if (key === '') throw new CommandError('auth', `The key file ${path} is empty`)
  return key
}

interface Project {
  path: string
  profile?: string
  workspace?: number
}

/** The nearest `.surveyctl.json` upwards. It is shared with others, so a secret in it is refused. */
function readProject(cwd: string): Project | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = below(folder, projectFileName)
    const text = readProjectFile(path)
    if (text !== undefined) return parseProject(text, path)
    if (dirname(folder) === folder) return undefined
  }
}

/** Another user's file is not used, and refused where it would choose the service or the account. */
function ownProject(project: Project | undefined, { flags, env }: Omit<Sources, 'cwd'>, warnings: string[]): Project | undefined {
  const owner = project && foreignOwner(project.path, env)
  if (!project || owner === undefined) return project
  const whose = `${project.path} belongs to another user (${owner})`
  const profile = flags.profile ?? env.SURVEYCTL_PROFILE
  const address = (flags.baseUrl ?? env.SURVEYCTL_BASE_URL) && (flags.workspace ?? env.SURVEYCTL_WORKSPACE)
  if (!profile && !address)
    throw new CommandError('refused', `${whose} and would choose where this command works`, {
      hint: `To do without it, name the profile: --profile NAME. ${trustHint(project.path)}`,
    })
  warnings.push(`${whose}, and is not used`)
  return undefined
}

function readProjectFile(path: string): string | undefined {
  try {
    return readSmallFile(path)?.text
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined
    throw usageError(`Cannot read ${path}: ${reasonOf(error)}`)
  }
}

function parseProject(text: string, path: string): Project {
  const data = jsonOf(text)
  if (data === undefined) throw usageError(`${path} is not valid JSON`)
  if (!isObject(data)) throw usageError(`${path} must hold an object`)
  const wrong = Object.keys(data).filter((key) => key !== 'profile' && key !== 'workspace')
  if (wrong.length > 0)
    throw usageError(
      `${path} may hold profile and workspace only, not ${wrong.join(', ')}`,
      'Keys and addresses belong to a profile: surveyctl auth login',
    )
  const { profile, workspace } = data
  if (profile !== undefined && typeof profile !== 'string') throw usageError(`${path}: profile must be a text`)
  return {
    path,
    ...(profile !== undefined && { profile }),
    ...(workspace !== undefined && {
      workspace: readSetting('workspace', typeof workspace === 'object' ? '' : String(workspace), `${path}: workspace`),
    }),
  }
}

const fromProject = (key: Key, project: Project | undefined): Found | undefined =>
  key === 'workspace' && project?.workspace !== undefined ? { value: project.workspace, origin: project.path } : undefined

/** Hand-edited values are judged like any other. */
function fromProfile(key: Key, stored: SettingValues | undefined, profile: string): Found | undefined {
  const value: unknown = stored?.[key]
  if (value === undefined) return undefined
  const hint =
    key === 'api_key' ? 'To sign in again: surveyctl auth login' : toCopy`To remove it: surveyctl config unset ${key} --profile ${profile}`
  // In the file it may be a list of words, which is taken as it is.
  if (key === 'key_command' && areWords(value)) return { value, origin: `profile ${profile}` }
  const text = typeof value === 'object' || (key === 'api_key' && typeof value !== 'string') ? '' : String(value)
  return { value: readSetting(key, text, `${key} of profile ${profile}`, hint), origin: `profile ${profile}` }
}

const areWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')

function byDefault(key: Key): Found | undefined {
  const value = settingKeys.find(({ name }) => name === key)?.default
  return value === undefined ? undefined : { value, origin: 'default' }
}

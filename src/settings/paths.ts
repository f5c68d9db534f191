/** Where settings, journals and caches are kept: the system's places, or one folder of the user's choice. */
import { accessSync, constants, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { CommandError } from '../errors.ts'
import { codeOf } from '../system/error-code.ts'
import { homeFolder } from '../system/home.ts'
import { makeFolder } from '../system/make-folder.ts'
import { environment } from '../system/environment.ts'

type Kind = 'config' | 'state' | 'cache'

const variables: Record<Kind, string> = { config: 'XDG_CONFIG_HOME', state: 'XDG_STATE_HOME', cache: 'XDG_CACHE_HOME' }
const usual: Record<Kind, string> = { config: '.config', state: '.local/state', cache: '.cache' }

/** Where nothing is, for who has no home: a user id in a container that stands in no list of users. */
const noHome = `${sep}nonexistent`

const home = (env: NodeJS.ProcessEnv): string => homeFolder(env) ?? noHome

/** A path below a folder. Not `join`: it reads each character, which V8 takes for work worth optimising, as the process ends. */
export const below = (folder: string, ...names: readonly string[]): string =>
  [folder.endsWith(sep) ? folder.slice(0, -1) : folder, ...names].join(sep)

export function pathOf(kind: Kind, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const own = env.SURVEYCTL_CONFIG_DIR
  if (own) return kind === 'config' ? own : below(own, kind)
  if (platform === 'win32') {
    return kind === 'config'
      ? below(env.APPDATA ?? below(home(env), 'AppData', 'Roaming'), 'surveyctl')
      : below(env.LOCALAPPDATA ?? below(home(env), 'AppData', 'Local'), 'surveyctl', kind)
  }
  const given = env[variables[kind]]
  return below(given?.startsWith('/') ? given : below(home(env), usual[kind]), 'surveyctl')
}

/**
 * The same folder, made where it isn't there, and one that can be written to. No home is made, and nothing in the home of somebody
 * else, as root could: a folder that the user names is the user's own choice.
 */
export function ownPlace(kind: Kind, env: NodeJS.ProcessEnv = environment()): string {
  const path = pathOf(kind, env)
  try {
    const problem = env.SURVEYCTL_CONFIG_DIR ? undefined : problemOf(path, env)
    if (problem !== undefined) throw new Error(problem)
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) makeFolder(path, 0o700)
    accessSync(path, constants.W_OK)
    return path
  } catch (error) {
    throw new CommandError('refused', `Nothing can be stored in ${path}: ${reasonOf(error)}`, {
      code: codeOf(error) || undefined,
      hint: 'SURVEYCTL_CONFIG_DIR names another folder',
      cause: error,
    })
  }
}

/** Why nothing can be stored there, found out without making anything. */
export function whyNothingIsStored(kind: Kind, env: NodeJS.ProcessEnv = environment()): string | undefined {
  const path = pathOf(kind, env)
  try {
    const problem = env.SURVEYCTL_CONFIG_DIR ? undefined : problemOf(path, env)
    if (problem === undefined) accessSync(nearest(path), constants.W_OK)
    return problem
  } catch (error) {
    return reasonOf(error)
  }
}

const reasonOf = (error: unknown): string => reasons.get(codeOf(error)) ?? (error instanceof Error ? error.message : '')

const reasons = new Map(
  Object.entries<string>({
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'its file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'it is not a folder',
    EEXIST: 'it is not a folder',
  }),
)

function problemOf(path: string, env: NodeJS.ProcessEnv): string | undefined {
  const folder = home(env)
  const isBelow = path.startsWith(below(folder, ''))
  // One that is named so is none either, but is named.
  if (isBelow && homeFolder(env) === undefined) return 'there is no home folder (HOME is not set)'
  if (isBelow && !statSync(folder, { throwIfNoEntry: false })) return `there is no folder ${folder}`
  const [owner, own] = [ownerOf(path), process.geteuid?.()]
  return own === undefined || owner === 0 || owner === own ? undefined : `it belongs to another user (${owner})`
}

/** The folder, or the nearest one that is there. */
const nearest = (path: string): string => (statSync(path, { throwIfNoEntry: false }) ? path : nearest(dirname(path)))
const ownerOf = (path: string): number => statSync(nearest(path)).uid

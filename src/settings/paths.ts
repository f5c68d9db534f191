/** Where settings, journals and caches are kept: the system's places, or one folder of the user's choice. */
import { sep } from 'node:path'

type Kind = 'config' | 'state' | 'cache'

const variables: Record<Kind, string> = { config: 'XDG_CONFIG_HOME', state: 'XDG_STATE_HOME', cache: 'XDG_CACHE_HOME' }
const usual: Record<Kind, string> = { config: '.config', state: '.local/state', cache: '.cache' }

// `homedir()` asks the same variables first; to load `node:os` for it takes longer than all the rest here.
const home = (env: NodeJS.ProcessEnv): string =>
  (process.platform === 'win32' ? env.USERPROFILE : env.HOME) || process.getBuiltinModule('node:os').homedir()

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

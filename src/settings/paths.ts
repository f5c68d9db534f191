/** Where settings, journals and caches are kept: the system's places, or one folder of the user's choice. */
import { join } from 'node:path'

type Kind = 'config' | 'state' | 'cache'

const variables: Record<Kind, string> = { config: 'XDG_CONFIG_HOME', state: 'XDG_STATE_HOME', cache: 'XDG_CACHE_HOME' }
const usual: Record<Kind, string> = { config: '.config', state: '.local/state', cache: '.cache' }

// `homedir()` asks the same variables first; to load `node:os` for it takes longer than all the rest here.
const home = (env: NodeJS.ProcessEnv): string =>
  (process.platform === 'win32' ? env.USERPROFILE : env.HOME) || process.getBuiltinModule('node:os').homedir()

export function pathOf(kind: Kind, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const own = env.SURVEYCTL_CONFIG_DIR
  if (own) return kind === 'config' ? own : join(own, kind)
  if (platform === 'win32') {
    return kind === 'config'
      ? join(env.APPDATA ?? join(home(env), 'AppData', 'Roaming'), 'surveyctl')
      : join(env.LOCALAPPDATA ?? join(home(env), 'AppData', 'Local'), 'surveyctl', kind)
  }
  const given = env[variables[kind]]
  return join(given?.startsWith('/') ? given : join(home(env), usual[kind]), 'surveyctl')
}

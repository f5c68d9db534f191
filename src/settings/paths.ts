/** Where settings, journals and caches are kept: the system's places, or one folder of the user's choice. */
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Paths {
  config: string
  state: string
  cache: string
}

export function paths(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): Paths {
  const own = env.SURVEYCTL_CONFIG_DIR
  if (own) return { config: own, state: join(own, 'state'), cache: join(own, 'cache') }
  if (platform === 'win32') {
    const roaming = join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'surveyctl')
    const local = join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'surveyctl')
    return { config: roaming, state: join(local, 'state'), cache: join(local, 'cache') }
  }
  const at = (given: string | undefined, ...usual: string[]): string =>
    join(given?.startsWith('/') ? given : join(homedir(), ...usual), 'surveyctl')
  return {
    config: at(env.XDG_CONFIG_HOME, '.config'),
    state: at(env.XDG_STATE_HOME, '.local', 'state'),
    cache: at(env.XDG_CACHE_HOME, '.cache'),
  }
}

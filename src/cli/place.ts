/** Files that are shipped beside the program. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { settingsPath } from '../settings/index.ts'
import { environment } from '../system/environment.ts'

/** The package's own folder, from the source tree as from the bundle. */
function packageFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

/** Of this program. */
export const version: string = packageJson.version

export const readPackaged = (path: string): string => readFileSync(join(packageFolder(), path), 'utf8')

/** Where the settings are kept, also when what stands there is broken. */
export const settingsFile = (): string => settingsPath(environment())

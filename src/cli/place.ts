/** Which program this is, and where it keeps its settings. */
import packageJson from '../../package.json' with { type: 'json' }
import { settingsPath } from '../settings/index.ts'
import { environment } from '../system/environment.ts'

/** Of this program. */
export const version: string = packageJson.version

/** Where the settings are kept, also when what stands there is broken. */
export const settingsFile = (): string => settingsPath(environment())

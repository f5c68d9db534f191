import { isObject } from '../text/is-object.ts'
import type { Settings } from './survey.ts'

/** Settings as the service shows them, taken for those that are known here: whoever reads one checks its value. */
export const settingsIn = (shown: unknown): Partial<Settings> | undefined => (isObject(shown) ? (shown as Partial<Settings>) : undefined)

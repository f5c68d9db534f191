/** Files of other systems as people have them, where the folder of them is there. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** TEST_SHARED names it where the checkout has it not beside it. */
const folder = join(process.env.TEST_SHARED || join(import.meta.dirname, '..', '..', '..', 'shared'), 'samples')

/** Why tests with them are skipped; empty where they run. */
export const noSamples = existsSync(folder) ? '' : ' (no ../shared/samples here)'

/** `FORMAT/FILE`; without the folder one name, for the test that is skipped. */
export const samples = noSamples
  ? ['files of other systems']
  : readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.includes('/') && !name.endsWith('/'))
      .toSorted()

export const samplePath = (name: string): string => join(folder, name)

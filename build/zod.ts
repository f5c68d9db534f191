/**
 * A trick with a price (build/README.md): zod stands in a file of its own, which is loaded when something is first checked. That
 * takes the processor time of "not signed in" from 1.53 times bare node's to 1.44.
 * To take it out: remove `zodOnUse` and `zodEntry` from rolldown.config.ts, and this file.
 *
 * Schemas are made when they are needed, between two lines of code that don't wait: so it is loaded by `require`, of which
 * the bundler knows nothing. A contract that no longer takes zod from src/contract/core/zod.ts fails the build.
 */
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const source = join(import.meta.dirname, '..', 'src', 'contract', 'core', 'zod.ts')
const user = join(source, '..', 'schema.ts')
const standIn = '\0zod-on-use'
const file = './zod.cjs'

/** The further file to bundle. */
export const zodEntry = { zod: source }

export const zodOnUse = (): Plugin => {
  let isUsed = false
  return {
    name: 'zod-on-use',
    resolveId(id, importer) {
      if (id === file) return { id, external: true }
      if (id !== './zod.ts' || importer !== user) return undefined
      isUsed = true
      return standIn
    },
    load: (id) => (id === standIn ? { code: `export const zod = () => require('${file}').zod()`, moduleType: 'js' } : undefined),
    buildEnd(error) {
      if (!error && !isUsed) throw new Error(`${user} no longer takes zod from ${source}`)
    },
  }
}

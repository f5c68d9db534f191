/** zod stands in a file of its own, `zod.cjs`, that is loaded when something is first checked. */
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const source = join(import.meta.dirname, '..', 'src', 'contract', 'zod.ts')
const standIn = '\0zod-on-use'
const file = './zod.cjs'

/** The further file to bundle. */
export const zodEntry = { zod: source }

export const zodOnUse = (): Plugin => ({
  name: 'zod-on-use',
  resolveId(id, importer) {
    if (id === file) return { id, external: true }
    return id === './zod.ts' && importer?.endsWith('schema.ts') ? standIn : undefined
  },
  load: (id) => (id === standIn ? { code: `export const zod = () => require('${file}').zod()`, moduleType: 'js' } : undefined),
})

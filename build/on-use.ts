/**
 * Modules that cost milliseconds and are seldom needed stand in files of their own, which are loaded on the first call:
 * `zod.ts` exports `zod()`, which gives all that is in it. From the sources they are imported like any other.
 */
import { basename, join } from 'node:path'
import type { Plugin } from 'rolldown'

const source = join(import.meta.dirname, '..', 'src')
const modules = [join(source, 'contract', 'core', 'zod.ts'), join(source, 'output', 'unicode.ts')]

const nameOf = (path: string): string => basename(path, '.ts')
const fileOf = (path: string): string => `./${nameOf(path)}.cjs`

/** The further files to bundle. */
export const usedLater = Object.fromEntries(modules.map((path) => [nameOf(path), path]))

const prefix = '\0on-use:'

export const loadOnUse = (): Plugin => ({
  name: 'load-on-use',
  resolveId(id, importer) {
    if (importer?.startsWith(prefix)) return { id, external: true }
    const path = importer && id.startsWith('./') ? join(importer, '..', id) : ''
    return modules.includes(path) ? prefix + path : undefined
  },
  load(id) {
    if (!id.startsWith(prefix)) return undefined
    const path = id.slice(prefix.length)
    return { code: `let it\nexport const ${nameOf(path)} = () => (it ??= require('${fileOf(path)}').${nameOf(path)}())`, moduleType: 'js' }
  },
})

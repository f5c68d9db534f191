/**
 * The launcher enters at `start`, which loads `main`: the wiring, in one file with what is always loaded with it. If that
 * exported anything, the entry would become a file in front of that one, which costs a quarter of a millisecond.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'rolldown'

export const entry = { start: 'src/start.ts', main: 'src/main.ts' }

/** By themselves, and not by `load` of src/code-cache.ts. */
export const loadedByNode = ['start.cjs', 'assets/jq-worker.cjs']

export const oneEntry = (): Plugin => ({
  name: 'one-entry',
  generateBundle(_, bundle) {
    for (const name of Object.keys(entry)) {
      const file = bundle[`${name}.cjs`]
      if (file?.type !== 'chunk' || file.moduleIds.length < 2) this.error(`src/${name}.ts is no longer in one file with what it loads`)
    }
  },
})

const placeholder = '%BUILD%'

/** Tells src/code-cache.ts which program it belongs to. */
export const markBuild = (): Plugin => ({
  name: 'mark-build',
  generateBundle(_, bundle) {
    const hash = createHash('sha256')
    for (const file of Object.values(bundle)) if (file.type === 'chunk') hash.update(file.fileName).update(file.code)
    const start = bundle['start.cjs']
    if (start?.type !== 'chunk' || !start.code.includes(placeholder)) return this.error('src/code-cache.ts is no longer in start.cjs')
    start.code = start.code.replace(placeholder, hash.digest('hex').slice(0, 16))
  },
})

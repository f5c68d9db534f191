/**
 * The wiring stands in one file with what is always loaded with it. If it exported anything, the entry would become a
 * file in front of that one, which costs half a millisecond.
 */
import type { Plugin } from 'rolldown'

export const entry = { main: 'src/main.ts' }

export const oneEntry = (): Plugin => ({
  name: 'one-entry',
  generateBundle(_, bundle) {
    const main = bundle['main.cjs']
    if (main?.type !== 'chunk' || main.moduleIds.length < 2) this.error('src/main.ts is no longer in one file with what it loads')
  },
})

/** The wiring stands in one file with what is always loaded with it; the entry in front of that would cost half a millisecond. */
import type { Plugin } from 'rolldown'

export const entry = { entry: 'src/main.ts' }

export const withoutEntry = (): Plugin => ({
  name: 'without-entry',
  generateBundle(_, bundle) {
    if (!('main.cjs' in bundle)) this.error('There is no main.cjs, which the launcher loads')
    delete bundle['entry.cjs']
  },
})

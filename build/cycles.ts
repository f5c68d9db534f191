/** Fails the build when chunks require each other: what one takes from the other isn't there yet while it loads. */
import type { OutputBundle, Plugin } from 'rolldown'

function cycleFrom(name: string, bundle: OutputBundle, path: readonly string[], done: Set<string>): readonly string[] | undefined {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
  if (done.has(name)) return undefined
  const file = bundle[name]
  for (const next of file?.type === 'chunk' ? file.imports : []) {
    const cycle = cycleFrom(next, bundle, [...path, name], done)
    if (cycle) return cycle
  }
  done.add(name)
  return undefined
}

export const refuseCycles = (): Plugin => ({
  name: 'refuse-cycles',
  generateBundle(_, bundle) {
    const done = new Set<string>()
    for (const name of Object.keys(bundle)) {
      const cycle = cycleFrom(name, bundle, [], done)
      if (cycle) this.error(`Chunks require each other: ${cycle.join(' -> ')}`)
    }
  },
})

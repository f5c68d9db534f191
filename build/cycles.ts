/**
 * Fails the build when chunks require each other, as what one takes from the other isn't there yet while it loads; and when a
 * thread requires `main.cjs`, and so loads what it has no use for.
 */
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

function reachable(name: string, bundle: OutputBundle, found = new Set<string>()): Set<string> {
  const file = bundle[name]
  if (found.has(name) || file?.type !== 'chunk') return found
  found.add(name)
  for (const next of [...file.imports, ...file.dynamicImports]) reachable(next, bundle, found)
  return found
}

const [program, threads] = ['main.cjs', ['document-thread.cjs', 'assets/jq-worker.cjs']] as const

export const refuseCycles = (): Plugin => ({
  name: 'refuse-cycles',
  generateBundle(_, bundle) {
    const done = new Set<string>()
    for (const name of Object.keys(bundle)) {
      const cycle = cycleFrom(name, bundle, [], done)
      if (cycle) this.error(`Chunks require each other: ${cycle.join(' -> ')}`)
    }
    for (const thread of threads) {
      if (bundle[thread]?.type !== 'chunk') this.error(`There is no ${thread}`)
      if (reachable(thread, bundle).has(program)) this.error(`${thread} requires ${program}`)
    }
  },
})

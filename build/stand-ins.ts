/**
 * Stand-ins (build/README.md) for modules that take long to load: what a library asks for and nothing here reaches; and zod, which
 * is loaded when something is first checked, by `require` as that is between two lines of code that don't wait.
 * One that is no longer asked for fails the build.
 */
import type { Plugin } from 'rolldown'

/** By who asks for it. */
const standIns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/contract/core/schema.ts': { './zod.ts': `export const zod = () => require('./zod.cjs').zod()` },
  // Its subcommands may be programs of their own.
  'node_modules/commander': { 'node:child_process': 'module.exports = {}' },
  'node_modules/undici': {
    // Node's own, when it is loaded, warns on standard error of NO_COLOR beside FORCE_COLOR.
    'node:assert': `module.exports = (value, message) => { if (!value) throw new Error(message ?? 'undici is not as it should be') }`,
    'node:http': 'module.exports = { IncomingMessage: class {}, maxHeaderSize: 16384 }',
    './client-h2.js': `module.exports = () => { throw new Error('HTTP/2 is not part of this build') }`,
  },
}

/** What stands in for zod is an entry of its own. */
export const zodEntry = { zod: 'src/contract/core/zod.ts' }
const prefix = '\0stand-in:'
const rows = Object.entries(standIns).flatMap(([importer, modules]) =>
  Object.entries(modules).map(([source, code]) => ({ importer, source, code })),
)

export const loadLess = (): Plugin => {
  const missing = new Set(rows)
  return {
    name: 'load-less',
    resolveId(source, importer) {
      if (source === './zod.cjs') return { id: source, external: true }
      const row = rows.find((one) => one.source === source && importer?.replaceAll('\\', '/').includes(`/${one.importer}`))
      if (!row) return undefined
      missing.delete(row)
      return `${prefix}${rows.indexOf(row)}`
    },
    load: (id) => (id.startsWith(prefix) ? { code: rows[Number(id.slice(prefix.length))]!.code, moduleType: 'js' } : undefined),
    buildEnd(error) {
      if (!error && missing.size > 0)
        throw new Error(`No longer asked for: ${[...missing].map(({ importer, source }) => `${source} by ${importer}`).join(', ')}`)
    },
  }
}

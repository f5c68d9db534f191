/**
 * Stand-ins (build/README.md) for modules that take long to load: what a library asks for and nothing here reaches; and zod, which
 * is loaded when something is first checked, by `require` as that is between two lines of code that don't wait.
 * One that is no longer asked for fails the build.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'

/** What is read of the single executable's own parts; a file elsewhere. */
const wasm = `const fs = require('node:fs')
const { getRawAsset, isSea } = require('node:sea')
module.exports = { ...fs, readFileSync: (path, ...rest) => (isSea() ? Buffer.from(getRawAsset('dist/assets/jq.wasm')) : fs.readFileSync(path, ...rest)) }`

/** By who asks for it. */
const standIns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/contract/core/schema.ts': { './zod.ts': `export const zod = () => require('./zod.cjs').zod()` },
  // Its subcommands may be programs of their own.
  'node_modules/commander': { 'node:child_process': 'module.exports = {}' },
  'node_modules/jq-web': { fs: wasm },
  'node_modules/undici': {
    // Node's own, when it is loaded, warns on standard error of NO_COLOR beside FORCE_COLOR.
    'node:assert': `module.exports = (value, message) => { if (!value) throw new Error(message ?? 'undici is not as it should be') }`,
    'node:http': 'module.exports = { IncomingMessage: class {}, maxHeaderSize: 16384 }',
    './client-h2.js': `module.exports = () => { throw new Error('HTTP/2 is not part of this build') }`,
  },
  // Its validator of schemas, for which `src/mcp/server.ts` gives another.
  'node_modules/@modelcontextprotocol/server': {
    '@modelcontextprotocol/server/_shims': `import process from 'node:process'
      export { process }
      export class DefaultJsonSchemaValidator {}`,
  },
}

/**
 * The protocol gets a zod of its own: with ours it would share a file that every command loads, of three times the size.
 */
export const ownZod = (): Plugin => ({
  name: 'own-zod',
  async resolveId(source, importer) {
    if (!importer || !/[/\\]node_modules[/\\]@modelcontextprotocol[/\\]|\?own$/.test(importer)) return undefined
    const found = await this.resolve(source, importer.replace(/\?own$/, ''), { skipSelf: true })
    return found && /[/\\]node_modules[/\\]zod[/\\]/.test(found.id) ? { id: `${found.id}?own`, moduleSideEffects: false } : undefined
  },
  load: (id) => (id.endsWith('?own') ? readFileSync(id.slice(0, -'?own'.length), 'utf8') : undefined),
})

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

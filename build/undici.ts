/**
 * Bundles of undici only the pool that the client works with, at a quarter of the time that the whole takes to load:
 * no fetch, caches, mocks or WebSockets, no HTTP/2, none of Node's own modules that they need.
 * Another export fails the build, and so does an undici whose sources have changed too much.
 */
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const folder = join(import.meta.dirname, '..', 'node_modules', 'undici', 'lib')

const entry = `export { default as Pool } from ${JSON.stringify(join(folder, 'dispatcher/pool.js'))}`

/** What stands in for a module that undici requires; none of it is reached without HTTP/2 or FormData. */
const standIns: Record<string, string> = {
  'node:assert': `
    function assert(value, message) { if (!value) throw new Error(message || 'Assertion failed in undici') }
    assert.ok = assert
    assert.strictEqual = assert.equal = (a, b, message) => assert(a === b, message)
    module.exports = assert
  `,
  'node:http': 'module.exports = { IncomingMessage: class IncomingMessage {}, maxHeaderSize: 16384 }',
  './client-h2.js': `module.exports = () => { throw new Error('HTTP/2 is not part of this build') }`,
  '../web/fetch/body.js': `exports.extractBody = () => { throw new Error('FormData is not part of this build') }`,
  '../web/fetch/formdata': '',
  '../web/webidl': 'exports.webidl = { is: { FormData: () => false } }',
  // The other HTTP parser, which has to be asked for by a variable of the environment.
  './parser-h1.js': 'exports.getMiloEnabled = () => false',
}

/** Without HTTP/2 it must never be offered to a server either. */
const edits: Record<string, [from: string, to: string]> = {
  'core/connect.js': ['allowH2 = allowH2 != null ? allowH2 : true', 'allowH2 = false'],
}

const prefix = '\0undici:'

export const slimUndici = (): Plugin => ({
  name: 'slim-undici',
  resolveId(source, importer) {
    if (source === 'undici') return `${prefix}entry`
    return importer?.startsWith(folder) && source in standIns ? `${prefix}${source}` : undefined
  },
  load(id) {
    if (!id.startsWith(prefix)) return undefined
    const name = id.slice(prefix.length)
    return name === 'entry' ? entry : { code: standIns[name]!, moduleType: 'js' }
  },
  transform(code, id) {
    const edit = Object.entries(edits).find(([path]) => id === join(folder, path))?.[1]
    if (!edit) return undefined
    if (!code.includes(edit[0])) throw new Error(`undici has changed: ${id} no longer has "${edit[0]}"`)
    return code.replace(...edit)
  },
})

/**
 * Bundles of undici only the pool that the client works with, at a quarter of the time that the whole takes to load:
 * no fetch, caches, mocks or WebSockets, no HTTP/2, none of Node's own modules that they need.
 * Another export fails the build, and so does an undici whose sources have changed too much.
 */
import { readFileSync } from 'node:fs'
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
  // A tree of all well-known header names is grown as it is loaded, to save lower-casing some of them.
  './tree': 'exports.tree = { lookup: () => undefined }',
}

/** The HTTP parser, for processors with and without vectors. As text it would be half of what is read at each start. */
const parsers = ['llhttp_simd-wasm.js', 'llhttp-wasm.js']

const parserFile = (name: string): string => `assets/${name.replace('-wasm.js', '.wasm')}`

function parserBytes(name: string): Buffer {
  const base64 = /wasmBase64 = '([^']+)'/.exec(readFileSync(join(folder, 'llhttp', name), 'utf8'))?.[1]
  if (!base64) throw new Error(`undici has changed: ${name} holds no WebAssembly`)
  return Buffer.from(base64, 'base64')
}

const readParser = (name: string): string =>
  `module.exports = require('node:fs').readFileSync(require('node:path').join(__dirname, '${parserFile(name)}'))`

const edits: Record<string, [from: string, to: string]> = {
  // Without HTTP/2 it must never be offered to a server either.
  'core/connect.js': ['allowH2 = allowH2 != null ? allowH2 : true', 'allowH2 = false'],
}

const prefix = '\0undici:'

export const slimUndici = (): Plugin => ({
  name: 'slim-undici',
  buildStart() {
    for (const name of parsers) this.emitFile({ type: 'asset', fileName: parserFile(name), source: parserBytes(name) })
  },
  resolveId(source, importer) {
    if (source === 'undici') return `${prefix}entry`
    const parser = importer?.startsWith(folder) && parsers.find((name) => source === `../llhttp/${name}`)
    if (parser) return `${prefix}${parser}`
    return importer?.startsWith(folder) && source in standIns ? `${prefix}${source}` : undefined
  },
  load(id) {
    if (!id.startsWith(prefix)) return undefined
    const name = id.slice(prefix.length)
    if (parsers.includes(name)) return { code: readParser(name), moduleType: 'js' }
    return name === 'entry' ? entry : { code: standIns[name]!, moduleType: 'js' }
  },
  transform(code, id) {
    const edit = Object.entries(edits).find(([path]) => id === join(folder, path))?.[1]
    if (!edit) return undefined
    if (!code.includes(edit[0])) throw new Error(`undici has changed: ${id} no longer has "${edit[0]}"`)
    return code.replace(...edit)
  },
})

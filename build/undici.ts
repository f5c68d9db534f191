/**
 * A trick with a price (build/README.md): of undici only the client of one connection and its connector are bundled, which takes a list of 100 from 2.87 times `curl | jq`
 * to 1.77. To take it out: remove `slimUndici` from rolldown.config.ts, and this file.
 *
 * No fetch, caches, mocks or WebSockets, no HTTP/2, none of Node's own modules that they need. Another export fails the build,
 * and so does an undici in which anything named here is no longer what it was.
 */
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type { Plugin } from 'rolldown'

const folder = realpathSync(join(import.meta.dirname, '..', 'node_modules', 'undici', 'lib'))

const exported = (name: string, path: string): string => `export { default as ${name} } from ${JSON.stringify(join(folder, path))}\n`

const entry = exported('Client', 'dispatcher/client.js') + exported('buildConnector', 'core/connect.js')

/** Of the parser's tables, which are put together as they are loaded, those that are asked for. */
function parserConstants(): string {
  const path = join(folder, 'dispatcher', 'client-h1.js')
  const names = new Set(Array.from(readFileSync(path, 'utf8').matchAll(/\bconstants\.(\w+)/g), ([, name]) => name!))
  const tables = createRequire(path)('../llhttp/constants.js') as Record<string, object>
  if (names.size === 0) throw new Error('undici has changed: it asks for no constants of its parser')
  return Array.from(names, (name) => `exports.${name} = ${JSON.stringify(tables[name])}\n`).join('')
}

/** In place of undici's diagnostics channels, whose making takes time at each start, and to which nothing here subscribes. */
function silentChannels(): string {
  const code = readFileSync(join(folder, 'core', 'diagnostics.js'), 'utf8')
  const names = Array.from(code.matchAll(/(\w+): diagnosticsChannel\.channel\(/g), ([, name]) => name!)
  if (names.length === 0) throw new Error('undici has changed: it has no channels for diagnostics')
  return `const silent = { hasSubscribers: false }; exports.channels = { ${names.map((name) => `${name}: silent`).join()} }`
}

const channels = silentChannels()

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
  '../llhttp/constants.js': parserConstants(),
  './diagnostics.js': channels,
  '../core/diagnostics.js': channels,
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

/**
 * What src/client/read-buffer.ts relies on: the parser reads the socket when it is said to be readable. And transport.ts: a reset
 * is known by its code alone, and a handler hears of what has been sent.
 */
const reliedOn: Record<string, readonly string[]> = {
  'dispatcher/client-h1.js': [
    "util.addListener(socket, 'readable', onHttpSocketReadable)",
    'const chunk = this.socket.read()',
    "err.code === 'ECONNRESET' && parser.statusCode && !parser.shouldKeepAlive",
    'request.onBodySent(chunk)',
  ],
  'core/request.js': ['return this[kHandler].onBodySent(chunk)'],
}

const prefix = '\0undici:'

/** All that is replaced, edited or relied on, until the bundler has met it. */
const expectations = (): Set<string> => new Set([...parsers, ...Object.keys(standIns), ...Object.keys(edits), ...Object.keys(reliedOn)])

function edited(path: string, code: string): string | undefined {
  const edit = edits[path]
  for (const text of [...(edit ? [edit[0]] : []), ...(reliedOn[path] ?? [])]) {
    if (!code.includes(text)) throw new Error(`undici has changed: ${path} no longer has "${text}"`)
  }
  return edit && code.replace(...edit)
}

export const slimUndici = (): Plugin => {
  const missing = expectations()
  const standInFor = (source: string, importer: string | undefined): string | undefined => {
    if (source === 'undici') return 'entry'
    if (!importer?.startsWith(folder)) return undefined
    return parsers.find((name) => source === `../llhttp/${name}`) ?? (source in standIns ? source : undefined)
  }
  return {
    name: 'slim-undici',
    buildStart() {
      for (const name of parsers) this.emitFile({ type: 'asset', fileName: parserFile(name), source: parserBytes(name) })
    },
    resolveId(source, importer) {
      const name = standInFor(source, importer)
      if (name !== undefined) missing.delete(name)
      return name === undefined ? undefined : `${prefix}${name}`
    },
    load(id) {
      if (!id.startsWith(prefix)) return undefined
      const name = id.slice(prefix.length)
      if (parsers.includes(name)) return { code: readParser(name), moduleType: 'js' }
      return name === 'entry' ? entry : { code: standIns[name]!, moduleType: 'js' }
    },
    transform: {
      filter: { id: /node_modules[\\/]undici[\\/]/ },
      handler(code, id) {
        const path = relative(folder, id).replaceAll('\\', '/')
        missing.delete(path)
        return edited(path, code)
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`undici has changed: it no longer asks for ${[...missing].join(', ')}`)
    },
  }
}

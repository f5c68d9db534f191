/** What a start loads: nothing that only some commands need. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
afterAll(() => sandbox.close())

const dist = join(launcher, '..', '..', 'dist')
const watcher = join(freshFolder(), 'watcher.cjs')
writeFileSync(
  watcher,
  `const Module = require('node:module'), fs = require('node:fs'), { _load } = Module, { getBuiltinModule } = process
  const seen = new Set(), see = (name) => seen.add(name.replace('node:', ''))
  Module._load = function (name) { see(name); return _load.apply(this, arguments) }
  process.getBuiltinModule = (name) => { see(name); return getBuiltinModule(name) }
  const inner = () => process.moduleLoadList.filter((name) => /^NativeModule /.test(name)).map((name) => name.replace('NativeModule ', 'inner:'))
  process.on('exit', () => fs.appendFileSync(process.env.LOADED, JSON.stringify([...seen, ...Object.keys(require.cache), ...inner()])))`,
)

interface Loaded {
  /** Our files, without what tells their content: \`main\`, \`quiz\`. */
  ours: string[]
  builtin: string[]
  /** Node's own files, whoever asked for them. */
  inner: string[]
  /** All their code. */
  code: string
}

async function loadedBy(args: readonly string[], signedIn: boolean): Promise<Loaded> {
  const list = join(freshFolder(), 'loaded.json')
  const env = environment({
    ...(signedIn && { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, workspace: sandbox.workspaceId }),
    env: { LOADED: list },
  })
  await execa(process.execPath, ['--require', watcher, launcher, ...args], { env, extendEnv: false, reject: false })
  const names = JSON.parse(readFileSync(list, 'utf8')) as string[]
  const files = names.filter((name) => name.startsWith(dist) && name.endsWith('.cjs'))
  return {
    ours: files.map((file) => basename(file).replace(/(-[\w-]{8})?\.cjs$/, '')).toSorted(),
    builtin: names.filter((name) => !name.includes(':') && (!name.includes('/') || name === 'fs/promises')).toSorted(),
    inner: names.filter((name) => name.startsWith('inner:')).map((name) => name.slice('inner:'.length)),
    code: files.map((file) => readFileSync(file, 'utf8')).join('\n'),
  }
}

/** What tells the code of libraries that must not be among it. */
const signs = {
  prompts: /inquirer/,
  spinner: /dots12/,
  'the sandbox': /node:sqlite/,
  'widths of text': /Tangut/,
  zod: /ZodMiniType/,
  'pages of help': /KEY:=JSON gives/,
  PostgreSQL: /SCRAM-SHA-256/,
}

/** Characters of code. What is added to every start belongs into a file of its own, or is worth raising one of these. */
const most = { help: 50_000, groupHelp: 92_000, notSignedIn: 190_000, list: 330_000 }

describe('a start loads', () => {
  it('nothing for --version', async () => {
    const { ours, builtin } = await loadedBy(['--version'], false)
    expect([ours, builtin]).toEqual([[], ['fs']])
  })
  it('the wiring for help, and the group for its help', async () => {
    const [root, group] = await Promise.all([loadedBy(['--help'], false), loadedBy(['quiz', '--help'], false)])
    expect(root.ours).toEqual(['compile-cache', 'main'])
    expect([root.code.length < most.help, group.code.length < most.groupHelp], `${root.code.length}, ${group.code.length}`).toEqual([
      true,
      true,
    ])
    expect(group.ours).toEqual(['compile-cache', 'main', 'quiz', 'rolldown-runtime'])
  })
  it('no client for who is not signed in', async () => {
    const { ours, builtin, code } = await loadedBy(['quiz', 'list'], false)
    expect(code.length).toBeLessThan(most.notSignedIn)
    expect(ours).toEqual(['command', 'compile-cache', 'main', 'quiz', 'rolldown-runtime'])
    expect(builtin).not.toContain('net')
  })
  it('no group for a mistyped command', async () => {
    const { ours } = await loadedBy(['quizz'], false)
    expect(ours).toEqual(['command', 'compile-cache', 'main', 'rolldown-runtime', 'suggest'])
  })
  it('the client and no more for quiz list', async () => {
    const { ours, builtin, inner, code } = await loadedBy(['quiz', 'list'], true)
    expect(code.length).toBeLessThan(most.list)
    // What the first look at the global `performance` loads, with nine more.
    expect([inner.includes('net'), inner.includes('perf_hooks')]).toEqual([true, false])
    expect(ours).toEqual(['client', 'command', 'compile-cache', 'main', 'quiz', 'rolldown-runtime'])
    for (const module of ['http', 'https', 'tls', 'crypto', 'child_process', 'readline', 'worker_threads', 'zlib', 'fs/promises'])
      expect(builtin, module).not.toContain(module)
    const all = readdirSync(dist).map((name) => (name.endsWith('.cjs') ? readFileSync(join(dist, name), 'utf8') : ''))
    for (const [what, sign] of Object.entries(signs)) {
      expect([what, sign.test(code), all.some((text) => sign.test(text))]).toEqual([what, false, true])
    }
  })
  it('other groups and the sandbox with the commands that are theirs', async () => {
    const [webhook, started] = await Promise.all([
      loadedBy(['webhook', 'list', '42'], true),
      loadedBy(['sandbox', 'run', '--', 'true'], false),
    ])
    expect(webhook.ours).toContain('webhook')
    expect(started.ours).toEqual(expect.arrayContaining(['sandbox', 'start']))
  })
  it('nothing that answers requests or writes files for a sandbox that is asked nothing', async () => {
    const { ours, builtin, inner } = await loadedBy(['sandbox', 'run', '--seed', 'demo', '--', 'true'], false)
    for (const part of ['listener', 'word-xml', 'xlsx', 'zip']) {
      expect(ours, part).not.toContain(part)
      expect(readdirSync(dist).some((name) => name.startsWith(`${part}-`))).toBe(true)
    }
    for (const module of ['https', 'http2', 'worker_threads', 'zlib']) expect(builtin, module).not.toContain(module)
    // What the first look at the global `Request` or `Response` loads.
    expect(inner).not.toContain('internal/deps/undici/undici')
  })
})

/** Functions of our files that the second start compiles, in all and of the client. */
async function compiledBy(line: readonly string[], signedIn: boolean): Promise<{ all: number; client: number }> {
  const folder = freshFolder()
  const log = join(folder, 'functions.log')
  const env = environment({
    ...(signedIn && { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, workspace: sandbox.workspaceId }),
    env: { XDG_CACHE_HOME: folder, LOCALAPPDATA: folder },
  })
  const flags = ['--log-function-events', '--no-logfile-per-isolate', `--logfile=${log}`]
  for (let run = 0; run < 2; run++) await execa(process.execPath, [...flags, launcher, ...line], { env, extendEnv: false, reject: false })
  const events = readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => line.split(','))
  const files = new Map(
    events.flatMap(([kind, id, path]) => {
      const file = kind === 'script-details' && /(main|command|client)[\w-]*\.cjs$/.exec(path ?? '')?.[1]
      return file ? [[id, file]] : []
    }),
  )
  const compiled = events.flatMap(([kind, event, id]) => (kind === 'function' && event === 'interpreter' ? (files.get(id) ?? []) : []))
  expect(files.size).toBe(signedIn ? 3 : 2)
  return { all: compiled.length, client: compiled.filter((file) => file === 'client').length }
}

describe('a start compiles', () => {
  // The others come from Node's compile cache, where build/eager.ts has put them: without it there are 245, and 228 of the client.
  // Node 22 heeds the brackets around a function, and not those around an arrow.
  const isOld = process.versions.node.startsWith('22.')
  it('few functions that it has compiled before', async () => {
    expect((await compiledBy(['quiz', 'list'], false)).all).toBeLessThan(isOld ? 150 : 30)
  })
  it('few of the client', async () => {
    expect((await compiledBy(['quiz', 'list'], true)).client).toBeLessThan(isOld ? 220 : 58)
  })
})

/** What a start loads: nothing that only some commands need. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loaders } from '../../src/commands/index.ts'
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
  'the sandbox': /CREATE TABLE/i,
  'widths of text': /Tangut/,
  zod: /ZodMiniType/,
  'tools for assistants': /elicitation\/create/,
  'pages of help': /KEY:=JSON gives/,
  PostgreSQL: /SCRAM-SHA-256/,
}

/** Characters of code. What is added to every start belongs into a file of its own, or is worth raising one of these. */
const most = { help: 60_000, groupHelp: 110_000, notSignedIn: 205_000, list: 600_000, zod: 40_000 }

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
  it('no more for the help of any group: nothing that runs a command', async () => {
    // Not `crypto`, which the ids of questions are made with: 3 ms.
    const heavy = ['child_process', 'http', 'net', 'sqlite', 'stream', 'tls', 'zlib']
    const found = await Promise.all(
      [...loaders().keys()].map(async (name) => {
        const { builtin } = await loadedBy([name, '--help'], false)
        return [name, ...builtin.filter((each) => heavy.includes(each))]
      }),
    )
    expect(found.filter(({ length }) => length > 1)).toEqual([])
  })
  it('no client for who is not signed in', async () => {
    const { ours, builtin, inner, code } = await loadedBy(['quiz', 'list'], false)
    expect(code.length).toBeLessThan(most.notSignedIn)
    expect(ours).toEqual(['command', 'compile-cache', 'main', 'quiz', 'rolldown-runtime'])
    expect(builtin).not.toContain('net')
    expect(inner).not.toContain('internal/abort_controller')
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
  it('zod for what is checked, and not the one of the protocol of assistants', async () => {
    const { ours, code } = await loadedBy(['folder', 'create', 'Ours', '--dry-run'], true)
    expect(ours).toContain('zod')
    expect(signs.zod.test(code)).toBe(true)
    expect(signs['tools for assistants'].test(code)).toBe(false)
    expect(readFileSync(join(dist, 'zod.cjs'), 'utf8').length).toBeLessThan(most.zod)
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

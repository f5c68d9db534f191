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
  process.on('exit', () => fs.appendFileSync(process.env.LOADED, JSON.stringify([...seen, ...Object.keys(require.cache)])))`,
)

interface Loaded {
  /** Our files, without what tells their content: \`main\`, \`quiz\`. */
  ours: string[]
  builtin: string[]
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
    builtin: names.filter((name) => !name.includes('/') || name === 'fs/promises').toSorted(),
    code: files.map((file) => readFileSync(file, 'utf8')).join('\n'),
  }
}

/** What tells the code of libraries that must not be among it. */
const signs = {
  prompts: /inquirer/,
  spinner: /dots12/,
  'the sandbox': /node:sqlite/,
  'widths of text': /Tangut/,
  'pages of help': /KEY:=JSON gives/,
  PostgreSQL: /SCRAM-SHA-256/,
}

describe('a start loads', () => {
  it('nothing for --version', async () => {
    const { ours, builtin } = await loadedBy(['--version'], false)
    expect([ours, builtin]).toEqual([[], ['fs']])
  })
  it('the wiring for help, and the group for its help', async () => {
    const [root, group] = await Promise.all([loadedBy(['--help'], false), loadedBy(['quiz', '--help'], false)])
    expect(root.ours).toEqual(['compile-cache', 'main'])
    expect(group.ours).toEqual(['compile-cache', 'main', 'quiz', 'rolldown-runtime'])
  })
  it('no client for who is not signed in', async () => {
    const { ours, builtin } = await loadedBy(['quiz', 'list'], false)
    expect(ours).toEqual(['command', 'compile-cache', 'main', 'quiz', 'rolldown-runtime'])
    expect(builtin).not.toContain('net')
  })
  it('no group for a mistyped command', async () => {
    const { ours } = await loadedBy(['quizz'], false)
    expect(ours).toEqual(['command', 'compile-cache', 'main', 'meant', 'rolldown-runtime'])
  })
  it('the client and no more for quiz list', async () => {
    const { ours, builtin, code } = await loadedBy(['quiz', 'list'], true)
    expect(ours).toEqual(['advice', 'client', 'command', 'compile-cache', 'main', 'quiz', 'rolldown-runtime', 'rows'])
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
})

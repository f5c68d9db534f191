import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeEach, describe, expect, it } from 'vitest'
import { resolveSettings } from '../../src/settings/index.ts'
import { freshFolder } from '../support/program.ts'

const store = new URL('../../src/settings/store.ts', import.meta.url).href
let folder: string
beforeEach(() => {
  folder = join(freshFolder(), 'settings')
})

/** Runs `code` on the store in a process of its own. */
const run = (code: string) =>
  execa(process.execPath, ['--input-type=module', '-e', `const store = await import(${JSON.stringify(store)}); ${code}`], {
    env: { SURVEYCTL_CONFIG_DIR: folder },
    reject: false,
  })
const stored = () => JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))

it('keeps all of a hundred changes made at once', async () => {
  const writers = await Promise.all(
    Array.from({ length: 10 }, (_, writer) =>
      run(`await Promise.all(Array.from({ length: 10 }, (_, i) => store.setSetting('p${writer}-' + i, 'workspace', '7')))`),
    ),
  )
  expect(writers.map(({ stderr }) => stderr)).toEqual(writers.map(() => ''))
  expect(Object.keys(stored().profiles).length).toBe(100)
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'config.json')).mode & 0o777]).toEqual([0o700, 0o600])
  expect(readdirSync(folder)).toEqual(['config.json'])
})

describe('profiles', () => {
  it('are saved, switched and removed', async () => {
    const { stdout } = await run(`
      await store.saveProfile('a', { base_url: 'https://a.example', api_key: 'k' })
      await store.saveProfile('b', { workspace: 2 })
      const switched = [await store.switchProfile('b'), await store.switchProfile('none')]
      const before = (await store.listProfiles()).map(({ name }) => name)
      const removed = [await store.removeProfile('b'), await store.removeProfile('b')]
      console.log(JSON.stringify({ switched, before, removed }))
    `)
    expect(JSON.parse(stdout)).toEqual({ switched: [true, false], before: ['a', 'b'], removed: [true, false] })
    expect(stored()).toEqual({ current: 'a', profiles: { a: { base_url: 'https://a.example', api_key: 'k' } } })
  })
  it('keep what this version does not know', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ later: 1, profiles: { 'a.b': { colour: 'red' } } }), { mode: 0o600 })
    await run(`await store.setSetting('a.b', 'workspace', '7')`)
    expect(stored()).toEqual({ later: 1, profiles: { 'a.b': { colour: 'red', workspace: 7 } } })
  })
})

describe('what is refused', () => {
  it.each([
    ['workspace', 'x'],
    ['workspace', '0'],
    ['read_only', 'yes'],
    ['timeout', '-1'],
    ['timeout', 'Infinity'],
    ['concurrency', '65'],
    ['base_url', 'host'],
    ['output', 'xml'],
  ])('%s = %s', async (key, value) => {
    const { exitCode, stdout } = await run(
      `await store.setSetting('a', '${key}', '${value}').catch((error) => console.log(error.kind, error.message))`,
    )
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^usage ${key} must be .*, not "${value}"$`))])
    expect(existsSync(join(folder, 'config.json'))).toBe(false)
  })
  it('a folder that is none', async () => {
    writeFileSync(folder, '')
    const { stdout } = await run(
      `await store.setSetting('a', 'workspace', '7').catch((error) => console.log(error.exitCode, error.message))`,
    )
    expect(stdout).toBe(`1 Nothing can be stored in ${folder}: it is not a folder`)
  })
  it('to write over a broken file', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'config.json'), '{', { mode: 0o600 })
    const { stdout } = await run(
      `await store.setSetting('a', 'workspace', '7').catch((error) => console.log(error.exitCode, error.message))`,
    )
    expect([stdout, readFileSync(join(folder, 'config.json'), 'utf8')]).toEqual([
      `1 The settings in ${join(folder, 'config.json')} are broken`,
      '{',
    ])
  })
  it('a value of the wrong type in the file, when it is used', () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles: { default: { workspace: 'seven', timeout: '5' } } }), {
      mode: 0o600,
    })
    const settings = resolveSettings({ flags: {}, env: { SURVEYCTL_CONFIG_DIR: folder }, cwd: folder })
    expect(settings.value('timeout')).toBe(5)
    expect(() => settings.value('workspace')).toThrow(/workspace of profile default must be a number above 0, not "seven"/)
  })
})

it('says what holds by default', () => {
  const settings = resolveSettings({ flags: {}, env: { SURVEYCTL_CONFIG_DIR: folder }, cwd: freshFolder() })
  expect(settings.keys.map(({ name }) => [name, settings.value(name), settings.origin(name)])).toEqual([
    ['base_url', undefined, 'unset'],
    ['api_key', undefined, 'unset'],
    ['key_command', undefined, 'unset'],
    ['keychain', false, 'default'],
    ['workspace', undefined, 'unset'],
    ['output', undefined, 'unset'],
    ['lang', undefined, 'unset'],
    ['timeout', 60, 'default'],
    ['concurrency', 8, 'default'],
    ['read_only', false, 'default'],
    ['protected', false, 'default'],
    ['allow_http', false, 'default'],
  ])
})

import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeEach, describe, expect, it } from 'vitest'
import { resolveSettings } from '../../src/settings/index.ts'
import { freshFolder, launcher } from '../support/program.ts'

let folder: string
let cwd: string
beforeEach(() => {
  folder = freshFolder()
  cwd = freshFolder()
})

const resolve = ({ env = {}, flags = {} }: { env?: Record<string, string>; flags?: object } = {}) =>
  resolveSettings({ flags, env: { SURVEYCTL_CONFIG_DIR: folder, ...env }, cwd })
const store = (data: unknown, mode = 0o600): void =>
  writeFileSync(join(folder, 'config.json'), typeof data === 'string' ? data : JSON.stringify(data), { mode })
const twoProfiles = {
  current: 'a',
  profiles: { a: { base_url: 'https://a.example', workspace: 1, api_key: 'ka' }, b: { base_url: 'https://b.example' } },
}

describe('where a value comes from', () => {
  it.each([
    [{}, 'https://a.example', 'profile a'],
    [{ env: { SURVEYCTL_PROFILE: 'b' } }, 'https://b.example', 'profile b'],
    [{ env: { SURVEYCTL_PROFILE: 'b' }, flags: { profile: 'a' } }, 'https://a.example', 'profile a'],
    [{ env: { SURVEYCTL_BASE_URL: 'https://e.example/' } }, 'https://e.example', 'environment SURVEYCTL_BASE_URL'],
    [{ env: { SURVEYCTL_BASE_URL: 'https://e.example' }, flags: { baseUrl: 'https://f.example' } }, 'https://f.example', 'flag'],
    [{ flags: { profile: 'none' } }, undefined, 'unset'],
  ])('%j', (given, value, origin) => {
    store(twoProfiles)
    expect([resolve(given).value('base_url'), resolve(given).origin('base_url')]).toEqual([value, origin])
  })

  it('reads profile and workspace from the nearest .surveyctl.json', () => {
    store(twoProfiles)
    writeFileSync(join(cwd, '.surveyctl.json'), '{"profile": "b", "workspace": 9}')
    cwd = join(cwd, 'below')
    mkdirSync(cwd)
    expect([resolve().profile, resolve().value('workspace')]).toEqual(['b', 9])
  })

  it('takes a key from a file', () => {
    writeFileSync(join(cwd, 'key'), 'secret\n')
    expect(resolve({ env: { SURVEYCTL_API_KEY_FILE: join(cwd, 'key') } }).value('api_key')).toBe('secret')
  })
})

describe('what is refused', () => {
  it.each(['{', '[]', '{"profiles": 3}', '{"profiles": {"a": 1}}', ''])('a settings file of %j', (text) => {
    store(text)
    expect(() => resolve()).toThrow(/are broken/)
  })
  it('a secret in .surveyctl.json', () => {
    writeFileSync(join(cwd, '.surveyctl.json'), '{"api_key": "x"}')
    expect(() => resolve()).toThrow(/may hold profile and workspace only, not api_key/)
  })
  it('a value out of form', () =>
    expect(() => resolve({ env: { SURVEYCTL_WORKSPACE: 'x' } }).value('workspace')).toThrow(/SURVEYCTL_WORKSPACE must be a number/))
  it('a missing key file', () =>
    expect(() => resolve({ env: { SURVEYCTL_API_KEY_FILE: join(cwd, 'none') } }).value('api_key')).toThrow(/no such file/))
})

it('reports a file that others can read', () => {
  store(twoProfiles)
  expect(resolve().warnings).toEqual([])
  chmodSync(join(folder, 'config.json'), 0o644)
  expect(resolve().warnings).toEqual([expect.stringContaining('Others can read')])
})

it('keeps each of many changes made at once, in a file for the owner only', async () => {
  const keys = Array.from({ length: 24 }, (_, index) => `p${index}`)
  await Promise.all(
    keys.map((profile) =>
      execa(process.execPath, [launcher, 'config', 'set', 'workspace', '7', '--profile', profile], {
        env: { SURVEYCTL_CONFIG_DIR: folder },
      }),
    ),
  )
  const { profiles } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
  expect(Object.keys(profiles).sort()).toEqual(keys.sort())
  expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600)
})

/** A .surveyctl.json or surveyctl.yaml of another user: whose it is x where it stands x what else is named x reads and writes. */
import { chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { hostile, json, whole, type Hostile } from './hostile.ts'
import { apiKey, watched } from './watched.ts'

let mine: Hostile
let theirs: Hostile
let config: string
let top: string

const answer = (data: unknown) => (socket: { write: (bytes: Buffer) => unknown }) => socket.write(whole(json(data)))

beforeEach(async () => {
  mine = await hostile(answer({ status: true, folder_id: 5, data: [] }))
  theirs = await hostile(answer({ status: true, folder_id: 5, data: [] }))
  config = freshFolder()
  const profile = (base_url: string) => ({ base_url, api_key: apiKey, workspace: 1 })
  const settings = { current: 'mine', profiles: { mine: profile(mine.url), other: profile(theirs.url) } }
  writeFileSync(join(config, 'config.json'), JSON.stringify(settings), { mode: 0o600 })
  top = freshFolder()
})
afterEach(() => {
  mine.close()
  theirs.close()
})

const stranger = 54321
const env = () => ({ SURVEYCTL_CONFIG_DIR: config, SURVEYCTL_API_KEY: '', SURVEYCTL_WORKSPACE: '', SURVEYCTL_BASE_URL: '', SUDO_UID: '' })
const read = ['folder', 'list', '--json']
const write = ['folder', 'create', 'x']

/** Puts the file into the folder above the one that is worked in, or into that one itself. */
function place(whose: 'mine' | 'a stranger’s' | 'a link of a stranger', where: 'here' | 'above', name: string, content: string): string {
  const cwd = join(top, 'below')
  mkdirSync(cwd)
  const path = join(where === 'here' ? cwd : top, name)
  if (whose === 'a link of a stranger') {
    writeFileSync(join(config, 'kept.json'), content)
    symlinkSync(join(config, 'kept.json'), path)
    lchownSync(path, stranger, stranger)
  } else writeFileSync(path, content)
  if (whose === 'a stranger’s') chownSync(path, stranger, stranger)
  return cwd
}

const isRoot = process.geteuid?.() === 0

describe.runIf(isRoot)('.surveyctl.json (seen as root, who may give files away)', () => {
  const choice = '{"profile":"other","workspace":9}'
  describe.each(['a stranger’s', 'a link of a stranger'] as const)('%s', (whose) => {
    it.each(['here', 'above'] as const)('%s is refused, for reads and writes', async (where) => {
      const cwd = place(whose, where, '.surveyctl.json', choice)
      for (const args of [read, write, ['config', 'list'], [...write, '--dry-run']]) {
        const { exitCode, stderr } = await watched(args, { env: env(), cwd })
        expect([exitCode, stderr], args.join(' ')).toEqual([
          1,
          expect.stringMatching(/belongs to another user \(54321\)[\s\S]*--profile NAME[\s\S]*SURVEYCTL_TRUST=/),
        ])
      }
      expect([mine.asked.length, theirs.asked.length]).toEqual([0, 0])
    })
    it.each([
      ['by flag', ['--profile', 'mine'], {}],
      ['by variable', [], { SURVEYCTL_PROFILE: 'mine' }],
    ])('is passed over where the profile is named %s', async (_, flags, more) => {
      const cwd = place(whose, 'above', '.surveyctl.json', choice)
      const { exitCode, stderr } = await watched([...write, ...flags], { env: { ...env(), ...more }, cwd })
      expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^! .*belongs to another user \(54321\), and is not used\n$/)])
      expect([mine.asked.length > 0, theirs.asked.length, mine.asked.some(({ path }) => path.includes('/9'))]).toEqual([true, 0, false])
    })
    it('is passed over where address and account are named', async () => {
      const cwd = place(whose, 'above', '.surveyctl.json', choice)
      const named = { SURVEYCTL_BASE_URL: mine.url, SURVEYCTL_WORKSPACE: '1', SURVEYCTL_API_KEY: apiKey }
      expect((await watched(write, { env: { ...env(), ...named }, cwd })).exitCode).toBe(0)
      expect([mine.asked.length, theirs.asked.length]).toEqual([1, 0])
    })
    it('counts where its folder is trusted, and nowhere else', async () => {
      const cwd = place(whose, 'above', '.surveyctl.json', choice)
      for (const SURVEYCTL_TRUST of [`${top}x`, join(top, 'below'), '', ':'])
        expect((await watched(write, { env: { ...env(), SURVEYCTL_TRUST }, cwd })).exitCode, SURVEYCTL_TRUST).toBe(1)
      for (const SURVEYCTL_TRUST of [top, `/nowhere:${top}/`, '/'])
        expect((await watched(write, { env: { ...env(), SURVEYCTL_TRUST }, cwd })).exitCode, SURVEYCTL_TRUST).toBe(0)
      expect([mine.asked.length, theirs.asked.length]).toEqual([0, 3])
    })
  })
  it('of the person who became root by sudo counts', async () => {
    const cwd = place('a stranger’s', 'above', '.surveyctl.json', choice)
    expect((await watched(write, { env: { ...env(), SUDO_UID: String(stranger) }, cwd })).exitCode).toBe(0)
    expect(theirs.asked.length).toBe(1)
  })
  it('of a nearer folder counts when it is one’s own', async () => {
    const cwd = place('mine', 'here', '.surveyctl.json', choice)
    writeFileSync(join(top, '.surveyctl.json'), '{"profile":"mine"}')
    chownSync(join(top, '.surveyctl.json'), stranger, stranger)
    expect((await watched(write, { env: env(), cwd })).exitCode).toBe(0)
    expect(theirs.asked.length).toBe(1)
  })
})

describe.runIf(isRoot)('surveyctl.yaml (seen as root)', () => {
  const yaml = 'format: 1\nid: 6f2b9c1e-58a4-4d0e-9d3b-0a7c51e2f801\nenvironments:\n  live: { profile: other }\n'
  it.each(['a stranger’s', 'a link of a stranger'] as const)('%s is refused by all commands of projects', async (whose) => {
    const cwd = place(whose, 'above', 'surveyctl.yaml', yaml)
    for (const verb of ['plan', 'apply', 'check', 'status', 'pull'])
      expect((await watched(['project', verb], { env: env(), cwd })).exitCode, verb).not.toBe(0)
    expect([mine.asked.length, theirs.asked.length]).toEqual([0, 0])
  })
  it('counts where its folder is trusted', async () => {
    const cwd = place('a stranger’s', 'above', 'surveyctl.yaml', yaml)
    expect((await watched(['project', 'plan'], { env: { ...env(), SURVEYCTL_TRUST: top }, cwd })).exitCode).toBe(0)
  })
})

it('one’s own counts', async () => {
  const cwd = place('mine', 'above', '.surveyctl.json', '{"profile":"other"}')
  expect((await watched(write, { env: env(), cwd })).exitCode).toBe(0)
  expect([mine.asked.length, theirs.asked.length]).toEqual([0, 1])
})

/**
 * Every command in homes that can't be written, can't be entered, aren't there or belong to somebody else: what needs no memory
 * does what it does at home, what does need it says which variable helps, and nothing is made where nothing may be.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loaders } from '../../src/commands/index.ts'
import { freshFolder } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { nobodyElse, somebody as oneOther } from '../support/somebody.ts'
import { patience, runAll, type End, type Home } from './every.ts'
import { full } from './killed.ts'
import { count } from './ledger.ts'
import { shell } from './watched.ts'

/** What these say is what the home lets them know, or what could not be pulled before. */
const otherwise = /^(doctor|project (env add|rename-key))\b/

/** Two users that stand in no list. */
const [somebody, another] = [oneOther.uid, oneOther.uid + 1]

function owned(folder: string, uid: number, mode: number): string {
  mkdirSync(folder, { recursive: true })
  chownSync(folder, uid, uid)
  chmodSync(folder, mode)
  return folder
}

/** Why commands can't be run as somebody else here. */
const why = nobodyElse ?? (spawnSync('unshare', ['-m', 'true']).status === 0 ? undefined : 'no mounts of its own')

/** A home below a folder that everybody may enter; `made`: what a home that nothing may be made in is made of. */
interface Case extends Home {
  name: string
  untouched?: string
}

function cases(top: string): Case[] {
  const of = (name: string, uid: number, mode: number): string => owned(join(top, name), uid, mode)
  const nothing = join(top, 'none')
  const [own, sealed, users, closed] = [
    of('own', somebody, 0o755),
    of('sealed', somebody, 0o755),
    of('users', somebody, 0o755),
    of('closed', another, 0o700),
  ]
  owned(join(own, '.cache'), 0, 0o700)
  const [plain, config] = [of('plain', 0, 0o755), of('config', 0, 0o755)]
  const without = ['SURVEYCTL_CONFIG_DIR', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME']
  // What Node compiles it keeps for each user: the user's runs share it, as the others' do.
  const compiled = of('compiled', somebody, 0o700)
  const all: Case[] = [
    { name: 'on a read-only file system', without, env: { HOME: sealed }, before: `mount -t tmpfs -o ro none ${sealed}` },
    { name: 'of a user id without name and HOME', uid: somebody, without: [...without, 'HOME'] },
    { name: "that isn't the user's to write", uid: somebody, without, env: { HOME: plain }, untouched: plain },
    { name: "that isn't there", without, env: { HOME: nothing }, untouched: nothing },
    { name: "whose .cache can't be entered", uid: somebody, without, env: { HOME: own } },
    { name: 'of a user, as root', without, env: { HOME: users }, untouched: users },
    { name: 'of somebody else, closed', uid: somebody, without, env: { HOME: closed }, untouched: closed },
    { name: 'with a folder of settings that is read-only', uid: somebody, env: { SURVEYCTL_CONFIG_DIR: config }, untouched: config },
  ]
  return all.map((one) => (one.uid === undefined ? one : { ...one, env: { ...one.env, NODE_COMPILE_CACHE: compiled } }))
}

const nouns = [...loaders().keys()]
const storing = ['auth', 'config', 'doctor', 'project', 'promo']
/**
 * Groups that are tried together: in the first three homes those that mostly store something, and an eleventh of the others; in the rest
 * those of the settings. With SURVEYCTL_FULL=1 each home meets all.
 */
const mixed = [0, 1, 2].map((part) => nouns.filter((noun, index) => storing.includes(noun) || index % 11 === part))
const parts = full ? [nouns] : [...mixed, ['auth', 'config', 'doctor', 'promo']]

/** What these do is to store something, or to say how the settings are. */
const memory = /^(auth (login|switch|logout)|config (set|unset)|promo import|account restore|quiz undo|project|doctor)\b/

describe.skipIf(why !== undefined)(`a home (needs root, mounts and a checkout that others may enter; here: ${why ?? 'all'})`, () => {
  let sandbox: RunningSandbox
  /** By part. */
  const usual: (readonly End[])[] = []
  const top = owned(freshFolder(), 0, 0o755)
  const run = async (home: Home, every: readonly string[]) => {
    await sandbox.restore()
    const env = { ...sandbox.signedIn, ...sandbox.env, ...home.env }
    return runAll(sandbox.baseUrl, 1, { every, key: sandbox.apiKey, home: { ...home, env } })
  }
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo' })
    for (const part of parts) usual.push((await run({}, part)).ends)
  }, patience)
  afterAll(() => sandbox.close())

  it('that is as it should be: their commands run there', () => {
    const [all, left] = [usual.flat(), usual.flat().filter(({ exitCode }) => exitCode < 0)]
    expect(left.map(({ line }) => line).toSorted()).toEqual(['quiz edit', 'quiz generate', 'sandbox run', 'sandbox start'])
    expect(new Set(all.map(({ line }) => line)).size).toBeGreaterThan(full ? 250 : 100)
  })

  it.each(cases(top).map((home, turn) => ({ ...home, part: Math.min(turn, parts.length - 1) })))(
    '$name',
    async ({ name: _, untouched, part, ...home }) => {
      const { ends, bugs } = await run(home, parts[part]!)
      count({ faults: ends.length, traces: bugs.length })
      expect(bugs).toEqual([])
      const others = ends.filter(({ exitCode }, place) => exitCode !== usual[part]![place]?.exitCode)
      expect(others.filter(({ line }) => !memory.test(line))).toEqual([])
      const told = others.filter(({ line, exitCode }) => exitCode > 0 && !otherwise.test(line))
      for (const { message, hint } of told) expect(`${message} ${hint}`).toMatch(/SURVEYCTL_CONFIG_DIR/)
      if (untouched !== undefined) expect(existsSync(untouched) ? readdirSync(untouched) : []).toEqual([])
    },
    patience,
  )
})

it.each([
  ['is named and is not there', { HOME: '/nonexistent' }, 'there is no folder /nonexistent'],
  ['is named and is not there, below another', { HOME: '/not/here' }, 'there is no folder /not/here'],
])('a home that %s is told as that', async (_, env, reason) => {
  const { exitCode, stderr } = await shell('surveyctl config set timeout 5', {
    env: { SURVEYCTL_CONFIG_DIR: '', XDG_CONFIG_HOME: '', ...env },
  })
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${reason}\n`)])
})

it('what would only be looked up there is not spoken of', async () => {
  const env = { SURVEYCTL_CONFIG_DIR: '', XDG_STATE_HOME: '', XDG_CONFIG_HOME: '', HOME: '/nonexistent' }
  const sandbox = await startSandbox({ seed: 'demo' })
  for (const line of ['answer stats 42 2', 'answer list 42 --limit 1', 'export codebook 42 -o -']) {
    const { exitCode, stderr } = await shell(`surveyctl ${line}`, { env: { ...sandbox.signedIn, ...env } })
    expect([line, exitCode, stderr]).toEqual([line, 0, ''])
  }
  const { stdout } = await shell('surveyctl doctor', { env: { ...sandbox.signedIn, ...env } })
  expect(stdout).toMatch(
    /settings\tnothing can be stored in \S+: there is no folder \/nonexistent\tSURVEYCTL_CONFIG_DIR names another folder/,
  )
  await sandbox.close()
})

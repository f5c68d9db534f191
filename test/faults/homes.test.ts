/**
 * Every command in homes that can't be written, can't be entered, aren't there or belong to somebody else: what needs no memory
 * does what it does at home, what does need it says which variable helps, and nothing is made where nothing may be.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { nobodyElse, somebody as oneOther } from '../support/somebody.ts'
import { patience, runAll, type End, type Home } from './every.ts'
import { count } from './ledger.ts'
import { shell } from './watched.ts'

/** What these say is what the home lets them know, or what could not be pulled before. */
const otherwise = /^(doctor|project env add)\b/

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
  return [
    { name: 'on a read-only file system', without, env: { HOME: sealed }, before: `mount -t tmpfs -o ro none ${sealed}` },
    { name: 'of a user id without name and HOME', uid: somebody, without: [...without, 'HOME'] },
    { name: "that isn't the user's to write", uid: somebody, without, env: { HOME: plain }, untouched: plain },
    { name: "that isn't there", without, env: { HOME: nothing }, untouched: nothing },
    { name: "whose .cache can't be entered", uid: somebody, without, env: { HOME: own } },
    { name: 'of a user, as root', without, env: { HOME: users }, untouched: users },
    { name: 'of somebody else, closed', uid: somebody, without, env: { HOME: closed }, untouched: closed },
    { name: 'with a folder of settings that is read-only', uid: somebody, env: { SURVEYCTL_CONFIG_DIR: config }, untouched: config },
  ]
}

/** What these do is to store something, or to say how the settings are. */
const memory = /^(auth (login|switch|logout)|config (set|unset)|promo import|account restore|quiz undo|project|doctor)\b/

describe.skipIf(why !== undefined)(`a home (needs root, mounts and a checkout that others may enter; here: ${why ?? 'all'})`, () => {
  let sandbox: RunningSandbox
  let usual: readonly End[]
  const top = owned(freshFolder(), 0, 0o755)
  const run = async (home: Home) => {
    await sandbox.restore()
    const env = { ...sandbox.signedIn, ...sandbox.env, ...home.env }
    return runAll(sandbox.baseUrl, 1, { every: true, key: sandbox.apiKey, home: { ...home, env } })
  }
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo' })
    usual = (await run({})).ends
  }, patience)
  afterAll(() => sandbox.close())

  it('that is as it should be: all commands run there', () => {
    expect(usual.filter(({ exitCode }) => exitCode < 0).map(({ line }) => line)).toEqual([
      'quiz generate',
      'quiz edit',
      'sandbox start',
      'sandbox run',
    ])
    expect(usual.length).toBeGreaterThan(250)
  })

  it.each(cases(top))(
    '$name',
    async ({ name: _, untouched, ...home }) => {
      const { ends, bugs } = await run(home)
      count({ faults: ends.length, traces: bugs.length })
      expect(bugs).toEqual([])
      const other = ends.filter(({ line, exitCode }, place) => exitCode !== usual[place]?.exitCode && !memory.test(line))
      expect(other).toEqual([])
      const told = ends.filter(({ line, exitCode }, place) => exitCode > 0 && exitCode !== usual[place]?.exitCode && !otherwise.test(line))
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

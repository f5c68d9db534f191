/** Files that are written when the work is over: what can't be written is found out before the first request, or told with what was done. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { doomed } from './killed.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
  writeFileSync(join(cwd, 'file'), '')
  mkdirSync(join(cwd, 'folder'))
  writeFileSync(join(cwd, 'codes.txt'), 'A-1\n')
})
afterAll(() => sandbox.close())

const cwd = freshFolder()
const run = (args: readonly string[]) =>
  doomed(args, {
    baseUrl: sandbox.baseUrl,
    config: freshFolder(),
    cwd,
    env: { SURVEYCTL_API_KEY: sandbox.apiKey, SURVEYCTL_WORKSPACE: String(sandbox.workspaceId) },
  })

/** The file's place comes last. */
const writers = [
  ['quiz archive 43 44 --failures'],
  ['quiz publish 43 44 --failures'],
  ['promo import 42 codes.txt --name Late --failures'],
  ['quiz check 42 --sarif'],
  ['quiz check 42 --junit'],
  ['answer stats 42 --html'],
  ['quiz export 42 -o'],
  ['export csv 42 -o'],
  ['qr build 42 -o'],
] as const

describe.each(writers)('%s', (words) => {
  it.each([
    ['in a folder that there is not', 'nowhere/f'],
    ['below a file', 'file/f'],
    ['that is a folder', words.endsWith('-o') ? 'nowhere/folder' : 'folder'],
  ])('a file %s is found out before anything is sent', async (_, place) => {
    const asked = sandbox.requests.length
    const { code, stderr } = await run([...words.split(' '), place])
    expect([code === 0, sandbox.requests.slice(asked), stderr]).toEqual([false, [], expect.stringMatching(/✗/)])
    expect(readdirSync(cwd).toSorted()).toEqual(['codes.txt', 'file', 'folder'])
  })
})

it.each([
  ['quiz archive 43 44 999999 --failures', 9, /2 of 3 done, 1 failed/],
  ['quiz check 42 --fail-on never --sarif', 1, /1 survey: /],
  ['quiz check 42 --fail-on never --junit', 1, /1 survey: /],
] as const)('%s on a full disk: what was done is told, and the exit code says the rest', async (words, expected, told) => {
  const { code, stdout, stderr } = await run([...words.split(' '), '/dev/full'])
  expect([code, stdout + stderr, stderr]).toEqual([expected, expect.stringMatching(told), expect.stringMatching(/is full/)])
})

it('results that a full disk does not take end no bulk work: all of it is done, and told', async () => {
  const { exitCode, stderr } = await execa('bash', ['-c', `"${process.execPath}" "${launcher}" quiz unarchive 43 44 > /dev/full`], {
    env: environment({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, workspace: sandbox.workspaceId }),
    extendEnv: false,
    reject: false,
  })
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/2 of 2 done[^]*✗/)])
})

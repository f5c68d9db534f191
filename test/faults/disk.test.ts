/** A disk that is full, or can't be written: nothing is half done, and what is the matter is said. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { journalRows } from '../support/journal.ts'
import { freshFolder } from '../support/program.ts'
import { hostile, json, whole, type Hostile } from './hostile.ts'
import { doomed } from './killed.ts'
import { count } from './ledger.ts'
import { clear, fill, noDisks, readOnlyDisk, smallDisk, unmountAll } from './small-disk.ts'
import { expectTold, shell, watched } from './watched.ts'

const large = Buffer.alloc(3 * 2 ** 20, 'answer\n')
let service: Hostile
beforeAll(async () => {
  service = await hostile((socket, { method, path }) => {
    if (path.includes('/csv'))
      return socket.write(
        whole({ status: 200, headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' }, body: large }),
      )
    return socket.write(
      whole(
        method === 'GET' && /\/quiz(\?|$)/.test(path)
          ? json(Array.from({ length: 4999 }, (_, id) => ({ id, name: 'x'.repeat(50) })))
          : json({ id: 1, status: true }),
      ),
    )
  })
})
afterAll(() => service.close())
afterEach(() => void service.asked.splice(0))

describe.skipIf(noDisks)(`on a small disk${noDisks ? ` (${noDisks})` : ''}`, () => {
  let disk: string
  beforeAll(() => {
    disk = smallDisk(2 ** 20)
    return unmountAll
  })
  afterEach(() => {
    for (const name of readdirSync(disk)) if (name === 'ballast') clear(disk)
  })

  it('a download that does not fit leaves nothing', async () => {
    const outcome = await watched(['export', 'csv', '42', '-o', join(disk, 'a.csv'), '--quiet'], { baseUrl: service.url })
    count({ partial: readdirSync(disk).length })
    expect([outcome.exitCode, outcome.stderr, readdirSync(disk)]).toEqual([1, expect.stringMatching(/^✗ The disk of .* is full/), []])
    expectTold(outcome, false)
  })
  it('a download over a file that is there leaves the file', async () => {
    writeFileSync(join(disk, 'a.csv'), 'old')
    const outcome = await watched(['export', 'csv', '42', '-o', join(disk, 'a.csv'), '--force', '--json', '--quiet'], {
      baseUrl: service.url,
    })
    const now = readFileSync(join(disk, 'a.csv'), 'utf8')
    count({ partial: Number(now !== 'old') })
    expect([outcome.exitCode, outcome.error.code, now]).toEqual([1, 'ENOSPC', 'old'])
    expect(readdirSync(disk)).toEqual(['a.csv'])
  })
  it('settings stay as they were', async () => {
    const config = join(disk, 'settings')
    mkdirSync(config)
    expect((await doomed(['config', 'set', 'timeout', '5'], { config })).code).toBe(0)
    const before = readFileSync(join(config, 'config.json'), 'utf8')
    fill(disk)
    for (const args of [
      ['config', 'set', 'timeout', '6'],
      ['config', 'unset', 'timeout'],
      ['auth', 'logout', '--yes'],
    ]) {
      const { code, stderr } = await doomed(args, { config })
      expect([args[1], code, stderr]).toEqual([args[1], 1, expect.stringMatching(/disk is full/)])
    }
    expect(readFileSync(join(config, 'config.json'), 'utf8')).toBe(before)
    clear(disk)
    expect([(await doomed(['config', 'set', 'timeout', '6'], { config })).code, readdirSync(config)]).toEqual([0, ['config.json']])
  })
  it('bulk work ends where its journal ends', async () => {
    const config = join(disk, 'bulk')
    mkdirSync(config)
    const ids = Array.from({ length: 300 }, (_, index) => index + 1).join('\n')
    // A little is free, so that it begins.
    fill(disk, 180 * 1024)
    const { code, stderr } = await doomed(['quiz', 'delete', '-', '--yes'], { config, baseUrl: service.url, input: ids, env: {} })
    const sent = new Set(service.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => /\d+$/.exec(path)![0]))
    clear(disk)
    const noted = new Set(journalRows(config).flatMap(({ item, state }) => (state === null ? [] : [item])))
    const unknown = [...sent].filter((id) => !noted.has(id))
    count({ lost: unknown.length })
    expect([code, stderr.includes('✗'), unknown, sent.size > 0 && sent.size < 300], stderr.slice(-500)).toEqual([1, true, [], true])
  })
})

describe.skipIf(noDisks)(`on a disk that cannot be written${noDisks ? ` (${noDisks})` : ''}`, () => {
  let disk: string
  beforeAll(() => {
    disk = readOnlyDisk((folder) => {
      mkdirSync(join(folder, 'settings'))
      writeFileSync(join(folder, 'settings', 'config.json'), '{}', { mode: 0o600 })
    })
    return unmountAll
  })
  it.each([
    ['a download', ['export', 'csv', '42', '-o', 'DISK/a.csv'], 1, /is not writable/],
    ['a download into a folder of its own', ['export', 'csv', '42', '-o', 'DISK/new/'], 1, /read-only/],
    ['a setting', ['config', 'set', 'timeout', '5'], 1, /Nothing can be stored in .*: its file system is read-only/],
    ['bulk work', ['quiz', 'delete', '1', '2', '3', '--yes'], 1, /read-only/],
  ])('%s is refused, and nothing is sent', async (_, args, exitCode, message) => {
    const outcome = await watched(
      args.map((word) => word.replace('DISK', disk)),
      { baseUrl: service.url, env: { SURVEYCTL_CONFIG_DIR: join(disk, 'settings') } },
    )
    expect([outcome.exitCode, outcome.stderr]).toEqual([exitCode, expect.stringMatching(message)])
    expect(service.asked.filter(({ method }) => method !== 'GET')).toEqual([])
    expectTold(outcome, false)
  })
  it('reading goes on', async () => {
    const { exitCode } = await watched(['quiz', 'view', '1'], {
      baseUrl: service.url,
      env: { SURVEYCTL_CONFIG_DIR: join(disk, 'settings') },
    })
    expect(exitCode).toBe(0)
  })
})

describe.skipIf(!existsSync('/dev/full'))('a standard output that is full', () => {
  it.each(['quiz list', 'quiz list --json', 'quiz view 1', 'export csv 42 -o -', 'quiz rename 1 x', '--help', 'quiz list --jq .'])(
    'surveyctl %s',
    async (args) => {
      const { exitCode, stderr } = await shell(`surveyctl ${args} > /dev/full`, { baseUrl: service.url })
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/Cannot write to standard output: no space left on device/)])
    },
  )
})

it('a file that grows beyond what the system allows', async () => {
  const cwd = freshFolder()
  const { exitCode, stderr } = await shell('ulimit -f 100; surveyctl export csv 42 -o a.csv --quiet', { baseUrl: service.url, cwd })
  count({ partial: readdirSync(cwd).length })
  expect([exitCode, stderr, readdirSync(cwd)]).toEqual([1, expect.stringMatching(/too large/), []])
})

/** A sync does what was asked, and nothing else: what it writes, what it leaves alone, and what it says of both. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const sync = (...args: string[]) => served.run(['answer', 'sync', ...args])
const fresh = (): string => join(freshFolder(), 'answers')

it('a report that fails is only a help: the answers come in, and the next sync reads it', async () => {
  const folder = fresh()
  await served.control('fault add', { pattern: 'POST /quiz/*/report', status: 500 })
  const { exitCode, stdout, stderr } = await sync('42', folder, '--to', 'csv')
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('353 new')])
  expect(stderr).toMatch(/^Survey 42: its report could not be read, so options of older publications may be missing\. .*\n$/)
  await served.control('fault clear')
  const asked = served.sandbox.requests.length
  expect((await sync('42', folder)).stderr).toBe('')
  expect(served.sandbox.requests.slice(asked)).toContain('POST /api/v3/quiz/42/report')
})

/** Every file of a folder with its bytes. */
const filesOf = (folder: string): [path: string, text: string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted()
    .map((path) => [path, readFileSync(join(folder, path), 'latin1')])

describe('what is written', () => {
  const linesIn = (folder: string, file: string): number => readFileSync(join(folder, file), 'utf8').trim().split('\n').length
  const destinationsOf = async (folder: string): Promise<any[]> => (await sync('status', folder, '--json')).json.destinations
  const answer = (): Promise<unknown> => served.control('answer', { quiz: 42, count: 1 })

  it('grows by --to, is what --only says, and shrinks by --stop, which says what becomes of the files', async () => {
    const folder = fresh()
    expect((await sync('42', folder, '--to', 'csv')).exitCode).toBe(0)
    expect((await sync('42', folder, '--to', 'sqlite,changes')).stderr).toBe('')
    await answer()
    expect((await sync('42', folder)).exitCode).toBe(0)
    expect([linesIn(folder, 'csv/wide.csv'), linesIn(folder, 'changes.ndjson')]).toEqual([355, 354])
    const stopped = await sync('42', folder, '--stop', 'csv')
    expect([stopped.exitCode, stopped.stderr]).toEqual([0, 'Survey 42: no longer written: csv (csv/wide.csv stays as it is)\n'])
    await answer()
    const only = await sync('42', folder, '--only', 'ndjson', '--json')
    expect(only.json).toMatchObject({
      destinations: [{ to: 'ndjson', answers: 355, behind: false }],
      ended: [
        { to: 'sqlite', files: 'answers.sqlite' },
        { to: 'changes', files: 'changes.ndjson' },
      ],
    })
    expect([linesIn(folder, 'csv/wide.csv'), linesIn(folder, 'changes.ndjson')]).toEqual([355, 354])
    expect((await sync('42', folder, '--to', 'csv')).exitCode).toBe(0)
    expect(linesIn(folder, 'csv/wide.csv')).toBe(356)
  })

  it('is said with its time, its answers and whether it is behind', async () => {
    const folder = fresh()
    await sync('42', folder, '--to', 'csv,sqlite')
    const [csv, sqlite] = await destinationsOf(folder)
    expect(csv).toEqual({ to: 'csv', files: 'csv/wide.csv', written_at: expect.stringMatching(/^2.*Z$/), answers: 353, behind: false })
    expect(sqlite).toMatchObject({ to: 'sqlite', behind: false })
    expect((await sync('status', folder)).stdout).toMatch(/destinations\tcsv \(csv\/wide.csv\): 353 answers at 2.*Z, up to date/)
  })

  it.each([
    [['--stop', 'csv'], 'does not write csv'],
    [['--stop', 'postgres'], 'does not write a database'],
    [['--to', 'csv', '--only', 'csv'], 'Give --to, which adds, or --only'],
    [['--schema', 'spring'], '--schema is of a database that the same line names'],
  ])('refuses %j before anything is asked', async (args, message) => {
    const folder = fresh()
    await sync('42', folder, '--to', 'ndjson')
    const asked = served.sandbox.requests.length
    const { exitCode, stderr } = await sync('42', folder, ...args)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(served.sandbox.requests.slice(asked)).toEqual([])
  })

  it('has no database that never worked: it is tried before an answer is read, and the next sync does without', async () => {
    const folder = fresh()
    await sync('42', folder, '--to', 'csv')
    const asked = served.sandbox.requests.length
    const { exitCode, stderr } = await sync('42', folder, '--to', 'postgres://app@127.0.0.1:1/answers')
    expect([exitCode, stderr]).toEqual([8, expect.stringContaining("PostgreSQL can't be reached")])
    expect(served.sandbox.requests.slice(asked)).toEqual([])
    expect((await sync('42', folder)).exitCode).toBe(0)
    expect(await destinationsOf(folder)).toHaveLength(1)
  })
})

describe('files of somebody else', () => {
  it('keep their folder to themselves', async () => {
    const folder = fresh()
    mkdirSync(folder)
    writeFileSync(join(folder, 'README.md'), '# Mine\n')
    const { exitCode, stderr } = await sync('42', folder)
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`${folder} is not empty, and no folder of synced answers: it has README.md`),
    ])
    expect(filesOf(folder)).toEqual([['README.md', '# Mine\n']])
  })

  it('in a synced folder are never replaced, removed or changed', async () => {
    const folder = fresh()
    await sync('42', folder, '--to', 'ndjson')
    const [month] = readdirSync(join(folder, 'ndjson'))
    mkdirSync(join(folder, 'csv'))
    mkdirSync(join(folder, 'parquet'))
    const mine = ['csv/wide.csv', 'answers.sqlite', 'changes.ndjson', 'parquet/mine.txt', `ndjson/${month}/mine.txt`, 'README.md']
    for (const path of mine) writeFileSync(join(folder, path), 'mine')
    const { exitCode, stderr } = await sync('42', folder, '--to', 'csv,sqlite,changes,parquet')
    expect(exitCode).toBe(2)
    for (const path of ['csv/wide.csv', 'answers.sqlite', 'changes.ndjson', 'parquet'])
      expect(stderr).toContain(`${join(folder, path)} is there, and surveyctl did not make it`)
    expect((await sync('42', folder, '--rewrite')).exitCode).toBe(0)
    for (const path of mine) expect([path, readFileSync(join(folder, path), 'utf8')]).toEqual([path, 'mine'])
  })

  it('are a database of that name, too', async () => {
    const folder = fresh()
    mkdirSync(folder)
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(join(folder, 'store.sqlite'))
    database.exec('create table mine (id)')
    database.close()
    const before = filesOf(folder)
    const { exitCode, stderr } = await sync('42', folder)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('was not made by surveyctl')])
    expect(filesOf(folder)).toEqual(before)
  })

  it('but a folder whose store was lost is filled again', async () => {
    const folder = fresh()
    await sync('42', folder, '--to', 'csv,ndjson')
    const { rmSync } = await import('node:fs')
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `store.sqlite${ending}`), { force: true })
    const { exitCode, stdout } = await sync('42', folder)
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('353 new')])
  })
})

it('changes.ndjson and what says the same as before are not touched when nothing is new', async () => {
  const folder = fresh()
  await sync('42', folder, '--to', 'changes,csv,ndjson')
  const times = (): [string, number][] =>
    filesOf(folder)
      .filter(([path]) => !/^(store|answers\.json)/.test(path))
      .map(([path]) => [path, statSync(join(folder, path)).mtimeMs])
  const before = times()
  expect((await sync('42', folder)).exitCode).toBe(0)
  expect(times()).toEqual(before)
})

describe('a database is told by its flag', () => {
  it('whose port takes connections and never says anything: not for ever, and nothing is begun', async () => {
    const open = new Set<Socket>()
    const server = createServer((socket) => void open.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const asked = served.sandbox.requests.length
    const folder = fresh()
    const { exitCode, stderr } = await sync('42', folder, '--to', `postgres://app@127.0.0.1:${port}/x`)
    expect([exitCode, stderr.split('\n')[0]]).toEqual([8, `✗ Nothing answers within 10 s at x on 127.0.0.1:${port}`])
    expect(served.sandbox.requests.slice(asked)).toEqual([])
    // The service, too: its port is the same.
    const env = { SURVEYCTL_BASE_URL: `http://127.0.0.1:${port}/api/v3` }
    const service = await served.run('answer sync 42 answers --timeout 1', { env, cwd: freshFolder() })
    expect([service.exitCode, service.stderr]).toEqual([8, expect.stringContaining('did not answer in time')])
    for (const socket of open) socket.destroy()
    server.close()
  })

  it.each(['postgres://app@h/%zz', 'postgres://%zz@h/d', 'postgres://app@%zz/d'])('%s', async (url) => {
    const { exitCode, stderr } = await sync('42', fresh(), '--to', url)
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^✗ --to/)])
  })

  it.each([
    ['HTTP/1.1 400 Bad Request\r\n\r\n', ''],
    ['SSH-2.0-OpenSSH_9.2\r\n', '?sslmode=disable'],
    ['N', ''],
    ['R\0\0\0\u0003x', '?sslmode=disable'],
  ])('whose port says %j', async (said, more) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(said))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { exitCode, stderr } = await sync('42', fresh(), '--to', `postgres://app@127.0.0.1:${port}/answers${more}`)
    server.close()
    expect([exitCode, stderr]).toEqual([8, expect.not.stringMatching(/bug/i)])
    expect(stderr).toContain(`127.0.0.1:${port}`)
  })
})

it.skipIf(!hasPty)('a long sync shows how far it is, and the time that is left', async () => {
  await served.control('answer', { quiz: 42, count: 1000 })
  await served.control('fault add', { pattern: 'GET /quiz/*/answers', delay: 600 })
  const { sandbox } = served
  const args = ['answer', 'sync', '42', fresh(), '--to', 'csv']
  const { screen, exitCode } = await onTerminal(args, { baseUrl: sandbox.baseUrl, env: { SURVEYCTL_API_KEY: sandbox.apiKey } })
  expect([exitCode, screen]).toEqual([0, expect.any(String)])
  expect(screen).toMatch(/Survey 42: reading .*\d+ of 1353.* s left/)
  expect(screen).toMatch(/Synced survey 42/)
})

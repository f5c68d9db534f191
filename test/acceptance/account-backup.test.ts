/** Backups of the whole account: what they hold, what they don't and why, and how damage is found. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { excluded, excludedMailings, isStored, mailingSections } from '../../src/account/backup/reads.ts'
import { mailingSections as allMailings } from '../../src/contract/integrations/mailing.ts'
import { isWrite } from '../../src/contract/core/operation.ts'
import { operationsByGroup } from '../../src/contract/operations.ts'
import { backups } from '../support/backed-up.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const backUp = backups(served)
const manifestIn = (dir: string): any => JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'))
const sums = (dir: string): Record<string, string> =>
  Object.fromEntries(Object.entries<{ sha256: string }>(manifestIn(dir).files).map(([path, { sha256 }]) => [path, sha256]))

/** With a picture, which a question shows, and a header's value, which nobody may see. */
async function backedUp(name = 'monday', flags = '--answers --media'): Promise<{ at: string; dir: string }> {
  const at = freshFolder()
  await backUp(`account backup ${name} ${flags}`, at)
  return { at, dir: join(at, name) }
}

async function withPicture(): Promise<string> {
  const [id] = [43]
  const picture = join(import.meta.dirname, '..', 'support', 'examples', 'photo.png')
  const uploaded = await served.run(['media', 'upload', String(id), picture, '--type', 'image', '--json'])
  expect(uploaded.exitCode, uploaded.stderr).toBe(0)
  const { widgets } = (await served.sandbox.request('GET', `/quiz/${id}`)).body
  const first = widgets.ids.find((each: string) => widgets.entities[each].type !== 'welcome')
  widgets.entities[first].multimedia = { type: 'img', imgUrl: uploaded.json.url }
  expect((await served.sandbox.request('POST', `/quiz/${id}/save`, widgets)).status).toBe(200)
  return uploaded.json.url
}

it('keeps every read of the contract, or says why not', () => {
  const reads = operationsByGroup().flatMap(({ operations }) => operations.filter((operation) => !isWrite(operation)))
  expect(reads.filter((read) => isStored(read) === excluded.has(read.id)).map(({ id }) => id)).toEqual([])
  const ids = new Set(reads.map(({ id }) => id))
  expect([...excluded.keys()].filter((id) => !ids.has(id))).toEqual([])
  expect([...mailingSections, ...Object.keys(excludedMailings)].sort()).toEqual([...allMailings].sort())
  for (const why of [...excluded.values(), ...Object.values(excludedMailings)]) expect(why.length).toBeGreaterThan(10)
})

it('holds answers as they came, for nobody else to read, and no secret', async () => {
  await served.run(['webhook', 'add', '42', 'https://example.org/hook', '--title', 'Secret', '--header', 'X-Token: do-not-tell'])
  const { dir } = await backedUp()
  const requests = served.sandbox.requests.filter((line) => !line.startsWith('GET ') && !/\/(report|print)$/.test(line))
  expect(requests.filter((line) => !line.includes('/webhooks'))).toEqual([])
  const quiz = readFileSync(join(dir, 'surveys/42/quiz.json'), 'utf8')
  expect(JSON.parse(quiz)).toEqual((await served.sandbox.request('GET', '/quiz/42')).body)
  const answers = readFileSync(join(dir, 'surveys/42/answers.ndjson'), 'utf8').trimEnd().split('\n')
  expect(answers).toHaveLength((await served.sandbox.request('GET', '/quiz/42/answers?limit=1')).body.total)
  const mask = process.platform === 'win32' ? 0 : 0o077
  for (const path of ['.', 'surveys', ...Object.keys(sums(dir)), 'manifest.json']) {
    expect(statSync(join(dir, path)).mode & mask, path).toBe(0)
    if (!statSync(join(dir, path)).isFile()) continue
    const text = readFileSync(join(dir, path), 'utf8')
    for (const secret of ['do-not-tell', served.sandbox.apiKey]) expect(text.includes(secret), path).toBe(false)
  }
  const { exitCode, stderr } = await served.run(['account', 'backup', dir])
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('--from')])
})

it('takes what has not changed from an earlier backup, and asks for answers that are new', async () => {
  await withPicture()
  const { at, dir } = await backedUp()
  await served.control('answer', { quiz: 42, count: 3, seed: 7 })
  const before = served.sandbox.requests.length
  expect((await served.run('account backup tuesday --answers --media --from monday', { cwd: at })).exitCode).toBe(0)
  const asked = served.sandbox.requests.slice(before)
  expect(
    asked.filter((line) => /\/files\//.test(line)),
    'media are not read again',
  ).toEqual([])
  const lists = Object.keys(sums(dir)).filter((path) => /^promo\/\d+\.json$/.test(path))
  expect(
    asked.filter((line) => /\/promo\/codes/.test(line)),
    'of each list its numbers, and the codes of the one that answers were given codes of',
  ).toHaveLength(lists.length + 1)
  expect((await served.run('account backup full --answers --media', { cwd: at })).exitCode).toBe(0)
  const [increment, full] = [sums(join(at, 'tuesday')), sums(join(at, 'full'))]
  const changing = (path: string): boolean => /report\.json|answers\.zip|print\.html/.test(path)
  expect(Object.keys(increment).filter((path) => !changing(path) && increment[path] !== full[path])).toEqual([])
  const same = Object.keys(increment).find((path) => path.startsWith('media/'))!
  expect(statSync(join(at, 'tuesday', same)).ino).toBe(statSync(join(dir, same)).ino)
  expect((await served.run('account verify tuesday', { cwd: at })).exitCode).toBe(0)
})

it('names what a right keeps from being read, and is partial without --allow-gaps', async () => {
  const participant = served.as(await served.sandbox.participant({ integrations: 'forbidden' }, { all: true }))
  const at = freshFolder()
  const gaps = await participant('account backup mine --json', { cwd: at })
  expect(gaps.exitCode).toBe(9)
  expect(gaps.json.gaps).toContainEqual(expect.objectContaining({ what: 'surveys/42/emails.json', operation: 'email.view' }))
  expect((await participant('account backup again --allow-gaps', { cwd: at })).exitCode).toBe(0)
  expect((await served.run('account verify mine', { cwd: at })).exitCode).toBe(0)
})

it('goes on where the service failed, and reads nothing twice', async () => {
  const at = freshFolder()
  await served.control('fault add', { pattern: 'GET /quiz/44/payment', status: 500, code: 'broken' })
  const broken = await served.run('account backup monday', { cwd: at })
  expect(broken.exitCode).toBe(8)
  expect(existsSync(join(at, 'monday', 'manifest.json'))).toBe(false)
  expect((await served.run('account verify monday', { cwd: at })).exitCode).toBe(2)
  await served.control('fault clear')
  const before = served.sandbox.requests.length
  expect((await served.run('account backup monday', { cwd: at })).exitCode).toBe(0)
  expect(served.sandbox.requests.slice(before).filter((line) => line.endsWith('/quiz/42/emails'))).toEqual([])
  expect((await served.run('account backup other', { cwd: at })).exitCode).toBe(0)
  const [gone, whole] = [sums(join(at, 'monday')), sums(join(at, 'other'))]
  expect(Object.keys(gone)).toEqual(Object.keys(whole))
  const other = await served.run('account backup monday', { cwd: at })
  expect(other.exitCode).toBe(1)
})

it('says which surveys were changed while they were read', async () => {
  let edits = 0
  const { store } = served.sandbox.service
  served.sandbox.onRequest(({ method, path }) => {
    if (edits === 3 || method !== 'GET' || !path.endsWith('/quiz/43/qr-code')) return
    store.run('update quiz set updated_at = ? where id = 43', new Date(Date.now() + ++edits * 1000).toISOString())
  })
  const { exitCode, json, stderr } = await served.run('account backup torn --json', { cwd: freshFolder() })
  expect([exitCode, json?.torn], stderr).toEqual([9, [43]])
  expect(edits).toBe(3)
})

describe('damage', () => {
  const path = 'surveys/42/quiz.json'
  const editManifest = (dir: string, edit: (manifest: any) => void): void => {
    const manifest = manifestIn(dir)
    edit(manifest)
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest))
  }
  const flip = (file: string): void => {
    const bytes = readFileSync(file)
    bytes[20]! ^= 1
    writeFileSync(file, bytes)
  }
  const mediumOf = (dir: string): string => join('media', readdirSync(join(dir, 'media'))[0]!)
  const damages: [string, (dir: string) => void, number, RegExp][] = [
    ['a flipped bit', (dir) => flip(join(dir, path)), 1, /quiz\.json was changed/],
    [
      'a file that was cut off',
      (dir) => writeFileSync(join(dir, path), readFileSync(join(dir, path)).subarray(0, 9)),
      1,
      /quiz\.json has 9 bytes/,
    ],
    ['a file with more at its end', (dir) => appendFileSync(join(dir, path), ' '), 1, /quiz\.json has \d+ bytes, and had/],
    ['a missing file', (dir) => rmSync(join(dir, path)), 1, /quiz\.json is missing/],
    ['a missing folder', (dir) => rmSync(join(dir, 'surveys/42'), { recursive: true }), 1, /surveys\/42\/emails\.json is missing/],
    ['a file too many', (dir) => writeFileSync(join(dir, 'surveys/extra.json'), '{}'), 1, /extra\.json is in no list/],
    ['a missing medium', (dir) => rmSync(join(dir, mediumOf(dir))), 1, /media\/.* is missing/],
    ['a medium that no list has', (dir) => editManifest(dir, (manifest) => (manifest.addresses = {})), 1, /which the backup does not hold/],
    [
      'two files in each other’s place',
      (dir) => {
        renameSync(join(dir, 'surveys/42/quiz.json'), join(dir, 'x'))
        renameSync(join(dir, 'surveys/43/quiz.json'), join(dir, 'surveys/42/quiz.json'))
        renameSync(join(dir, 'x'), join(dir, 'surveys/43/quiz.json'))
      },
      1,
      /surveys\/42\/quiz\.json has/,
    ],
    [
      'a count that is wrong',
      (dir) => editManifest(dir, (manifest) => manifest.counts.answers++),
      1,
      /counts 391 answers, and the files hold 390/,
    ],
    [
      'a link in a file’s place',
      (dir) => {
        rmSync(join(dir, path))
        symlinkSync('/etc/hostname', join(dir, path))
      },
      1,
      /quiz\.json is not a plain file/,
    ],
    [
      'a manifest that was cut off',
      (dir) => writeFileSync(join(dir, 'manifest.json'), readFileSync(join(dir, 'manifest.json')).subarray(0, 300)),
      2,
      /manifest\.json is not a manifest/,
    ],
    ['another format', (dir) => editManifest(dir, (manifest) => (manifest.format = 2)), 2, /of format 2/],
    [
      'a path that leads out',
      (dir) => editManifest(dir, (manifest) => (manifest.files['../../etc/passwd'] = manifest.files[path])),
      2,
      /not a path of a backup/,
    ],
  ]

  it('is found, each kind with its file', async () => {
    await withPicture()
    const { dir } = await backedUp()
    const copies = freshFolder()
    for (const [index, [name, damage, code, told]] of damages.entries()) {
      const copy = join(copies, String(index))
      cpSync(dir, copy, { recursive: true })
      damage(copy)
      const { exitCode, stderr } = await served.run(['account', 'verify', copy])
      expect([name, exitCode, stderr]).toEqual([name, code, expect.stringMatching(told)])
    }
    expect((await served.run(['account', 'verify', dir])).exitCode).toBe(0)
  })

  it('is not begun in a folder that holds other things', async () => {
    const at = freshFolder()
    mkdirSync(join(at, 'mine'))
    writeFileSync(join(at, 'mine', 'letter.txt'), 'Dear')
    expect(await served.run('account backup mine', { cwd: at })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is not empty'),
    })
    expect(readdirSync(join(at, 'mine'))).toEqual(['letter.txt'])
    expect(await served.run('account backup thursday --from nothere', { cwd: at })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('There is no folder nothere'),
    })
    expect(readdirSync(at)).toEqual(['mine'])
    for (const line of ['backup mine/letter.txt', 'backup thursday --from mine/letter.txt', 'verify mine/letter.txt'])
      expect(await served.run(`account ${line}`, { cwd: at }), line).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('mine/letter.txt is not a folder'),
      })
    writeFileSync(join(at, 'mine', 'manifest.json'), '')
    expect(await served.run('account backup mine', { cwd: at })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cut off') })
  })
})

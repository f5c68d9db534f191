/** Promo codes: lists, codes, and the surveys that hand them out. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const lists = async (): Promise<any[]> => (await run('promo list 42 --all --json')).json
const codesOf = async (list: number): Promise<string[]> =>
  (await run(`promo codes 42 --list ${list} --all --order asc --fields code`)).stdout.split('\n').slice(0, -1)
const attachedTo = async (list: number): Promise<number[]> =>
  (await run(`promo pinned 42 --list ${list} --all --json`)).json
    .filter(({ attach }: any) => attach)
    .map(({ id }: any) => id)
    .sort()

it('makes a list, fills it, renames it and deletes it', async () => {
  expect((await run(['promo', 'create', '42', 'June letter', 'JUNE-1', ' JUNE-2 ', 'JUNE-1'])).stdout).toBe(
    'Created promo list 3 "June letter" with 2 codes; left out: 1 given twice\n',
  )
  const file = join(freshFolder(), 'codes.txt')
  writeFileSync(file, 'JUNE-2\r\nJUNE-3\r\n\r\n')
  expect((await run(['promo', 'add', '42', '--list', '3', '--codes-file', file, 'JUNE-4'])).stdout).toBe(
    'Added 2 codes to promo list 3; 1 was there already\n',
  )
  expect(await codesOf(3)).toEqual(['JUNE-1', 'JUNE-2', 'JUNE-3', 'JUNE-4'])
  expect((await run(['promo', 'rename', '42', '3', 'June'])).stdout).toBe('Renamed promo list 3 to "June"\n')
  expect(await lists()).toContainEqual(expect.objectContaining({ id: 3, name: 'June', codes_count: 4, quizzes_count: 0 }))
  expect(await run('promo delete 42 3')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  expect((await run('promo delete 42 3 --yes')).exitCode).toBe(0)
  expect((await lists()).map(({ id }) => id).sort()).toEqual([1, 2])
})

it('keeps codes of any characters, in their order', async () => {
  const { body } = await served.sandbox.request('POST', '/quiz/42/promo/list', {
    name: 'Odd',
    codes: ['z', 'a\u0000b', '\uD800x', '😀', 'a'],
  })
  const stored = await served.sandbox.request('GET', `/quiz/42/promo/codes?list_id=${body.list_id}&sort=id&order=asc`)
  expect(stored.body.data.map(({ code }: { code: string }) => code)).toEqual(['z', 'a\u0000b', '\uFFFDx', '😀', 'a'])
})

it('counts characters of a code, not their bytes or halves', async () => {
  const add = (code: string) => served.sandbox.request('POST', '/quiz/42/promo/codes', { list_id: 2, codes: [code] })
  expect((await add('😀'.repeat(255))).status).toBe(200)
  expect((await add('😀'.repeat(256))).body).toMatchObject({ errors: { 'codes.0': expect.anything() } })
})

it('sends more than a thousand codes in parts', async () => {
  const codes = Array.from({ length: 2500 }, (_, index) => `PART-${index}`)
  expect((await run(['promo', 'add', '42', '--list', '2', '--codes-file', '-'], { input: codes.join('\n') })).stdout).toBe(
    'Added 2500 codes to promo list 2\n',
  )
  expect((await codesOf(2)).slice(100)).toEqual(codes)
  const tooMany = await run(['promo', 'create', '42', 'Large', '--codes-file', '-'], { input: codes.join('\n') })
  expect([tooMany.exitCode, tooMany.stderr]).toEqual([2, expect.stringMatching(/at most 1000[^]*promo import/)])
})

it('finds lists and codes', async () => {
  expect((await run('promo list 42 --search WINTER --json')).json.map(({ id }: any) => id)).toEqual([2])
  expect((await run('promo list 42 --sort name --order asc --fields name')).stdout).toBe('Spring letter\nWinter letter\n')
  expect((await run('promo codes 42 --list 1 --used --all --json')).json).toHaveLength(20)
  expect((await run('promo codes 42 --list 1 --unused --search 0499 --json')).json).toMatchObject([{ code: 'SPRING-0499', used: false }])
  expect((await run('promo codes 42 --list 1 --limit 2 --offset 1 --order asc --sort name --fields code')).stdout).toBe(
    'SPRING-0002\nSPRING-0003\n',
  )
  expect((await run('promo codes 42 --json')).json).toHaveLength(500)
  expect((await run('promo codes 43 --json')).json).toEqual([])
})

it('says that filters need a list', async () => {
  expect(await run('promo codes 42 --used')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--list') })
  expect(await run('promo codes 42 --limit 3')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--list') })
  expect(await run('promo codes 42 --list 1 --used --unused')).toMatchObject({ exitCode: 2 })
  expect(await run('promo codes 42 --list x')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--list') })
})

it('removes codes, one or many', async () => {
  const [first, second, third] = (await run('promo codes 42 --list 2 --limit 3 --json')).json.map(({ id }: any) => id)
  expect(await run(`promo remove 42 ${first}`)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') })
  expect((await run(`promo remove 42 ${first} ${second} --yes`)).stdout).toBe('Removed 2 codes\n')
  const some = await run(`promo remove 42 ${second} ${third} --yes --json`)
  expect([some.exitCode, some.json.removed]).toEqual([9, [third]])
  const none = await run(`promo remove 42 ${first} --yes --json`)
  expect([none.exitCode, none.error.code]).toEqual([5, 'not_found'])
  expect(await run('promo remove 42 abc --yes')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CODE_ID') })
})

it('attaches and detaches; a survey has one list at most', async () => {
  expect((await run('promo attach 42 --list 2 --to 43,Partners')).stdout).toBe('Attached promo list 2 to surveys 43, 46\n')
  expect(await attachedTo(2)).toEqual([43, 46])
  await run('promo attach 42 --list 1 --to 46')
  expect([await attachedTo(1), await attachedTo(2)]).toEqual([[42, 46], [43]])
  await run('promo detach 42 --from 46')
  expect(await attachedTo(1)).toEqual([42])
  expect((await run('promo pinned 42 --list 1 --search spring --json')).json).toEqual([
    { id: 42, name: 'Spring', attach: true, current: true },
  ])
})

it('brings a list to exactly these surveys, in one step', async () => {
  const { stdout } = await run('promo sync 42 --list 1 --to 43,44')
  expect(stdout).toBe('Promo list 1: attached surveys 43, 44, detached survey 42\n')
  expect([await attachedTo(1), await attachedTo(2)]).toEqual([[43, 44], []])
  expect((await run('promo sync 42 --list 1 --to 43,44 --json')).json).toMatchObject({ attached: [], detached: [] })
  const broken = await run('promo sync 42 --list 1 --to 42,999 --json')
  expect([broken.exitCode, broken.error.code, broken.error.details.unknown]).toEqual([5, 'quiz_not_found', [999]])
  expect(await attachedTo(1)).toEqual([43, 44])
  expect((await run(['promo', 'sync', '42', '--list', '1', '--to', ''])).stdout).toBe(
    'Promo list 1: attached no survey, detached surveys 43, 44\n',
  )
  expect(await attachedTo(1)).toEqual([])
})

it('hands codes out to those who answer', async () => {
  await run('promo attach 42 --list 1 --to 42')
  const before = (await run('promo codes 42 --list 1 --used --all --json')).json.length
  await served.control('answer', { quiz: 42, count: 3 })
  expect((await run('promo codes 42 --list 1 --used --all --json')).json).toHaveLength(before + 3)
})

it("knows nothing of another account's lists", async () => {
  const other = await served.control('account add')
  const there = served.as(other.api_key)
  const { json: mine } = await there(`quiz create --folder ${other.folder_id} --json`)
  for (const command of [
    `rename ${mine.id} 1 X`,
    `delete ${mine.id} 1 --yes`,
    `codes ${mine.id} --list 1`,
    `add ${mine.id} --list 1 X`,
    `attach ${mine.id} --list 1 --to ${mine.id}`,
    `sync ${mine.id} --list 1 --to ${mine.id}`,
    `pinned ${mine.id} --list 1`,
    `remove ${mine.id} 1 --yes`,
  ]) {
    const { exitCode, error } = await there(`promo ${command} --json`)
    expect([command, exitCode, error?.code]).toEqual([command, 5, 'not_found'])
  }
  expect((await there(`promo list ${mine.id} --json`)).json).toEqual([])
  expect((await there('promo list 42 --json')).error.code).toBe('quiz_not_found')
  const foreign = await there(`promo detach ${mine.id} --from 42 --json`)
  expect([foreign.exitCode, foreign.error.code]).toEqual([5, 'quiz_not_found'])
})

it('is told what is wrong before anything is sent', async () => {
  expect(await run(['promo', 'create', '42', 'Empty'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CODE is missing') })
  expect(await run(['promo', 'create', '42', '', 'A'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('NAME must be not empty'),
  })
  expect(await run('promo sync 42 --list 1')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--to is required') })
  expect(await run(['promo', 'attach', '42', '--list', '1', '--to', ''])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--to names no survey'),
  })
  expect(await run('promo list 42 --sort size')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('id, updated_at, name') })
})

/** Answers of a backup: all of them, each once and as it was written, whatever happens to the list meanwhile. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { examples } from '../../src/model/question/registry.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('empty')
let survey = 0

beforeEach(async () => {
  const { sandbox } = served
  const { id } = (await sandbox.request('POST', '/quiz', { folder_id: sandbox.folderId })).body
  survey = id
  const rating = { ...examples.rating, title: 'Overall' }
  const entities = { welcome: examples.welcome, [randomUUID()]: rating, submit: examples.submit }
  await sandbox.request('POST', `/quiz/${id}/save`, { ids: Object.keys(entities), entities })
  await sandbox.request('POST', `/quiz/${id}/publish`, {})
  // Of three pages.
  await served.control('answer', { quiz: id, count: 2300, days: 100, seed: 3 })
})

const ids = (dir: string): number[] =>
  readFileSync(join(dir, `surveys/${survey}/answers.ndjson`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id)

/** By when they were begun. */
const listed = (): number[] =>
  served.sandbox.service.store
    .all<{ id: number }>('select id from answer where quiz_id = ? and is_deleted = 0 order by date_start, id', survey)
    .map(({ id }) => id)

let [asked, readings] = [0, 0]
const isPage = (line: string): boolean => line.includes(`/quiz/${survey}/answers?`)

/** Does something once so many pages of answers were asked for. */
function meanwhile(nth: number, work: () => void): void {
  let seen = 0
  served.sandbox.onRequest(({ method, path }) => {
    if (isPage(`${method} ${path}`) && ++seen === nth) work()
  })
}

async function backedUp(): Promise<number[]> {
  const dir = join(freshFolder(), 'copy')
  const before = served.sandbox.requests.length
  const { exitCode, stderr } = await served.run(['account', 'backup', dir, '--answers'])
  asked = served.sandbox.requests.slice(before).filter(isPage).length
  readings = served.sandbox.requests.slice(before).filter((line) => line.endsWith(`/quiz/${survey}/emails`)).length
  expect(exitCode, stderr).toBe(0)
  expect((await served.run(['account', 'verify', dir])).exitCode).toBe(0)
  return ids(dir)
}

it('are those that were there at last, though some were deleted while they were read', async () => {
  const { store } = served.sandbox.service
  const early = listed().slice(10, 15)
  meanwhile(2, () => early.forEach((id) => store.run('delete from answer where id = ?', id)))
  const kept = await backedUp()
  expect(new Set(kept).size).toBe(kept.length)
  expect(listed().filter((id) => !kept.includes(id))).toEqual([])
  expect(asked, 'the list is not read again').toBe(4)
})

it('miss none that was begun before others, and came after them', async () => {
  const { store } = served.sandbox.service
  const late = listed().at(-1)!
  meanwhile(2, () =>
    store.run(
      'update answer set date_start = (select date_start from answer where quiz_id = ? order by date_start limit 1 offset 1900) where id = ?',
      survey,
      late,
    ),
  )
  const kept = await backedUp()
  expect(kept).toContain(late)
  expect(new Set(kept)).toEqual(new Set(listed()))
  expect(readings, 'the survey is not read again').toBe(1)
})

it('are all there, once, where those of one moment come in another order each time', async () => {
  served.sandbox.service.store.run('update answer set date_start = substr(date_start, 1, 13) || ? where quiz_id = ?', ':00:00.000Z', survey)
  await served.control('fault add', { pattern: 'GET /quiz/*/answers', shuffle: true })
  expect((await backedUp()).sort((a, b) => a - b)).toEqual(listed().sort((a, b) => a - b))
})

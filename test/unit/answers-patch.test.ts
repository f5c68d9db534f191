/** A month's NDJSON, made of the lines that it had and of the few that changed, is what writing all of it anew makes. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ndjson } from '../../src/answers/derive/ndjson.ts'
import { writePartitions } from '../../src/answers/derive/partitions.ts'
import { patch } from '../../src/answers/derive/patch.ts'
import { temporaryOf } from '../../src/answers/derive/draft.ts'
import type { Derivation } from '../../src/answers/derive/work.ts'
import { emptyDictionary, type KnownQuestion } from '../../src/answers/dictionary/shape.ts'
import { Store } from '../../src/answers/store/store.ts'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'

const rows = 120
/** With so many rows, few enough to be worth it. */
const mostChanges = 4
const month = '1970-01'
const bounds = [0, Date.UTC(1970, 1)] as const

const question = (n: number): KnownQuestion => ({
  n,
  id: `q${n}`,
  key: `said_${n}`,
  type: 'input',
  kind: 'text',
  title: `Question ${n}`,
  options: [],
  rows: [],
  order: n,
  since: 1,
  until: null,
})

let store: Store
let folder: string

const work = (sync: number, folder: string, questions = 1): Derivation => {
  const dictionary = { ...emptyDictionary(1), questions: Array.from({ length: questions }, (_, index) => question(index + 1)) }
  return { store, dictionary, folder, values: 'labels', sync, rewrite: false, signal: new AbortController().signal }
}
const fileIn = (folder: string): string => join(folder, 'ndjson', `month=${month}`, 'part-0.ndjson')

const put = (id: number, start: number, said: string, sync: number): void =>
  store.put({ id, start, end: null, state: 1, body: JSON.stringify([[1, said]]) }, null, sync)

/** Written in run 1; many begin at the same moment, and some at none. */
async function write(): Promise<void> {
  folder = freshFolder()
  store = await Store.open(join(folder, 'store.sqlite'))
  store.write(() => {
    for (let id = 0; id < rows; id++) put(id, (id % 40) * 60_000, `Grüße ${'x'.repeat(id % 7 === 0 ? 9000 : id)}`, 1)
  })
  await writePartitions(work(1, folder), [ndjson])
}
beforeEach(write)
afterEach(() => store.close())

const patched = async (given: Derivation): Promise<string | undefined> =>
  (await patch(given, month, fileIn(folder), bounds)) ? readFileSync(temporaryOf(fileIn(folder)), 'utf8') : undefined

async function whole(given: Derivation): Promise<string> {
  const other = freshFolder()
  await writePartitions({ ...given, folder: other, rewrite: true }, [ndjson])
  return readFileSync(fileIn(other), 'utf8')
}

const change = fc.record({
  how: fc.constantFrom('edit', 'add', 'bury', 'move'),
  id: fc.integer({ min: 0, max: rows - 1 }),
  minute: fc.integer({ min: 0, max: 41 }),
  said: fc.string({ unit: 'binary', maxLength: 9 }),
})
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

const apply = ({ how, id, minute, said }: Change, nth: number): void => {
  const { start } = store.find(id)!
  if (how === 'bury') store.markDeleted(id, start, 2)
  else if (how === 'edit') put(id, start, said, 2)
  else put(how === 'add' ? rows + nth : id, minute * 60_000, said, 2)
}

it('whatever few answers were edited, deleted or came', async () => {
  const check = async (changes: readonly Change[]): Promise<void> => {
    store.close()
    await write()
    const starts = changes.map(({ id }) => store.find(id)!.start)
    changes.forEach(apply)
    const given = work(2, folder)
    const hasMoved = changes.some(({ how, id }, nth) => how === 'move' && store.find(id)!.start !== starts[nth])
    const text = await patched(given)
    if (!hasMoved) expect(text).toBeDefined()
    await writePartitions(given, [ndjson])
    const expected = await whole(given)
    if (text !== undefined) expect(text).toBe(expected)
    expect(readFileSync(fileIn(folder), 'utf8')).toBe(expected)
  }
  await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: mostChanges - 1 }), check), { numRuns: 25 })
}, 60_000)

const damages: [name: string, damage: () => void][] = [
  ['is longer than it was written', () => appendFileSync(fileIn(folder), '{}\n')],
  ['holds something else', () => writeFileSync(fileIn(folder), readFileSync(fileIn(folder), 'utf8').replaceAll('"id"', '"no"'))],
  ['is not there', () => writeFileSync(fileIn(folder), '')],
]

it.each(damages)('is written anew where the file %s', async (_, damage) => {
  put(60, 20 * 60_000, 'edited', 2)
  damage()
  expect(await patched(work(2, folder))).toBeUndefined()
})

it('is written anew where a question has come, and where an answer has another begin', async () => {
  put(60, 20 * 60_000, 'edited', 2)
  expect(await patched(work(2, folder, 2))).toBeUndefined()
  expect(await patched(work(2, folder))).toBeDefined()
  put(60, 21 * 60_000, 'moved', 2)
  expect(await patched(work(2, folder))).toBeUndefined()
})

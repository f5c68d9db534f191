/** One answer leaves a folder and databases, and what was looked through is said: for who has to show it. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CommandError } from '../../errors.ts'
import type { Service } from '../../service.ts'
import { partFiles } from '../derive/partitions.ts'
import { parseBody, parseNetwork } from '../dictionary/shape.ts'
import type { FoundInDatabase } from '../postgres/find-answer.ts'
import type { Whose } from '../store/notes.ts'
import { Store } from '../store/store.ts'
import type { Database } from './destinations.ts'
import { syncDirect } from './direct.ts'
import { needSynced, openFolder } from './folder.ts'
import { readManifest } from './manifest.ts'
import { syncFolder, type Wanted } from './sync.ts'

export interface Forgotten {
  quiz: number
  answer: number
  /** Files and tables. */
  looked_through: string[]
  removed_from: string[]
  still_in: string[]
  /** When its deletion was seen. */
  deleted_at: string | null
  not_ours: string[]
}

const shortestNeedle = 6
const mostNeedles = 20
const chunkBytes = 2 ** 20

export async function forgetInDatabase(
  service: Service,
  whose: Whose,
  database: Database,
  answer: number,
  wanted: Wanted,
): Promise<Forgotten> {
  const { findInDatabase } = await import('../postgres/find-answer.ts')
  const before = await findInDatabase(database, answer, service.signal)
  await syncDirect(service, whose, database, wanted)
  return withDatabases(service, [[database, before]], {
    quiz: whose.quiz,
    answer,
    looked_through: [],
    removed_from: [],
    still_in: [],
    deleted_at: null,
    not_ours: [],
  })
}

export async function forgetInFolder(service: Service, whose: Whose, folder: string, answer: number, wanted: Wanted): Promise<Forgotten> {
  needSynced(folder)
  const databases = readManifest(folder)?.databases ?? []
  const [needles, before] = [needlesOf(folder, whose.quiz, answer), stateOf(folder)]
  const held = holding(folder, needles)
  const { findInDatabase } = await import('../postgres/find-answer.ts')
  const looked: [Database, FoundInDatabase][] = []
  for (const database of databases) looked.push([database, await findInDatabase(database, answer, service.signal)])
  await syncFolder(service, { ...whose, folder }, wanted)
  const row = read(folder, whose.quiz, (store) => store.find(answer))
  if (!row) throw unknown(whose.quiz, answer)
  if (row.gone === null) throw stillThere(whose.quiz, answer)
  const [after, still] = [stateOf(folder), holding(folder, needles)]
  const month = new Date(row.start).toISOString().slice(0, -17)
  // Compressed: what it holds can't be looked for, but that it was written again can.
  const compressed = [...before.compressed].filter(([path]) => path.includes(`month=${month}`))
  const rewritten = compressed.filter(([path, hash]) => after.compressed.get(path) !== hash).map(([path]) => path)
  const isParquet = readManifest(folder)?.formats.includes('parquet') ?? false
  const seen = read(folder, whose.quiz, (store) => store.number('select began from sync where n = ?', row.gone!))
  return withDatabases(service, looked, {
    quiz: whose.quiz,
    answer,
    looked_through: after.files.map((path) => join(folder, path)),
    removed_from: [...held.filter((path) => !still.includes(path)), ...rewritten].map((path) => join(folder, path)),
    still_in: [...still, ...(isParquet ? [] : [...after.compressed.keys()].filter((path) => path.includes(`month=${month}`)))].map((path) =>
      join(folder, path),
    ),
    deleted_at: new Date(seen).toISOString(),
    not_ours: ['Backups and copies of the folder, and what others made of its files'],
  })
}

const unknown = (quiz: number, answer: number): CommandError =>
  new CommandError('not_found', `Answer ${answer} of survey ${quiz} was never there`, { hint: 'Its id stands in: surveyctl answer list' })

const stillThere = (quiz: number, answer: number): CommandError =>
  new CommandError('refused', `The service still has answer ${answer} of survey ${quiz}: the next sync would bring it back`, {
    hint: 'Delete it there first, then try again',
  })

/** Adds what databases had before, and have now. */
async function withDatabases(
  { signal }: Service,
  before: readonly [Database, FoundInDatabase][],
  forgotten: Forgotten,
): Promise<Forgotten> {
  const { quiz, answer } = forgotten
  if (before.length === 0) return forgotten
  const { findInDatabase } = await import('../postgres/find-answer.ts')
  for (const [database, earlier] of before) {
    const now = await findInDatabase(database, answer, signal)
    if (now.deleted_at === null && now.still_in.length === 0) throw unknown(quiz, answer)
    if (now.deleted_at === null) throw stillThere(quiz, answer)
    forgotten.looked_through.push(...now.tables)
    forgotten.removed_from.push(...earlier.still_in.filter((name) => !now.still_in.includes(name)))
    forgotten.still_in.push(...now.still_in)
    forgotten.deleted_at ??= now.deleted_at
    forgotten.not_ours.push(
      `Pages of ${database.url}: vacuum (full) of these tables overwrites them, as ${earlier.tables.join(', ')}; its write-ahead log turns over by itself`,
      `Backups, replicas, and what others made of schema ${database.schema}`,
    )
  }
  return forgotten
}

function read<Result>(folder: string, quiz: number, look: (store: Store) => Result): Result {
  const store = openFolder(folder, quiz)
  try {
    return look(store)
  } finally {
    store.close()
  }
}

/** Texts that only this answer says. None where it is gone already. */
const needlesOf = (folder: string, quiz: number, answer: number): Buffer[] =>
  read(folder, quiz, (store) => {
    const row = store.find(answer)
    if (!row || row.gone !== null) return []
    const texts = [...textsIn(parseBody(row.body)), ...parseNetwork(row.net)].flatMap((text) => text?.split(/["\\;,\p{Cc}]+/u) ?? [])
    const known = JSON.stringify(store.dictionary(quiz))
    const others = 'select exists (select 1 from answer where id <> ? and gone is null and (instr(body, ?) > 0 or instr(net, ?) > 0))'
    const own = [...new Set(texts.map((text) => text.trim()))].filter((text) => text.length >= shortestNeedle && !known.includes(text))
    return own
      .toSorted((one, other) => other.length - one.length)
      .filter((text) => store.number(others, answer, text, text) === 0)
      .slice(0, mostNeedles)
      .map((text) => Buffer.from(text))
  })

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsIn(inner)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted()

const holding = (folder: string, needles: readonly Buffer[]): string[] =>
  filesIn(folder).filter((path) => holds(join(folder, path), needles))

function holds(path: string, needles: readonly Buffer[]): boolean {
  const overlap = Math.max(0, ...needles.map(({ length }) => length))
  if (overlap === 0) return false
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(chunkBytes + overlap)
  try {
    for (let at = 0, filled = 0; ;) {
      const count = readSync(file, chunk, filled, chunk.length - filled, at)
      const text = chunk.subarray(0, filled + count)
      if (needles.some((needle) => text.includes(needle))) return true
      if (count === 0) return false
      at += count
      filled = Math.min(overlap, text.length)
      text.copy(chunk, 0, text.length - filled)
    }
  } finally {
    closeSync(file)
  }
}

/** Files, and those whose bytes are compressed with what they are now. */
function stateOf(folder: string): { files: string[]; compressed: Map<string, string> } {
  const store = Store.open(join(folder, 'store.sqlite'), { readOnly: true })
  const parts = partFiles(store, folder, 'parquet').filter((path) => existsSync(path))
  store.close()
  const hash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
  return { files: filesIn(folder), compressed: new Map(parts.map((path) => [relative(folder, path), hash(path)])) }
}

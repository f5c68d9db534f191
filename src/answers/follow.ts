/** The answers of a survey as they come: each once, and from where an earlier run stopped. */
import { listAnswers, type AnswerRow } from '../contract/answers/answer.ts'
import type { Input } from '../contract/core/operation.ts'
import { asHelp, type Service } from '../service.ts'
import { poll } from '../system/poll.ts'
import { readState, writeState } from '../system/state-file.ts'
import { momentOf } from '../text/moment.ts'
import { isObject } from '../text/is-object.ts'
import { isFarEnough, lateness, maxPageRows } from './sync/lateness.ts'

export type FollowQuery = Pick<Input<typeof listAnswers>, 'id' | 'is_complete'>
type Followed = Pick<Service, 'rows' | 'call' | 'note' | 'signal' | 'stateFile'>

const shownAtFirst = 10
/** Milliseconds between two readings of the newest answers, and between two that go as far back as a sync does. */
const [readEvery, readFurtherEvery] = [2000, 60_000]
/** How many answers that were shown before end a reading, and one that goes further back. */
const [enough, enoughFurther] = [100, maxPageRows]

/** How far the answers were shown: all up to `floor`, and of those after it the ones in `seen`, by id with their times. `latest`: the latest time. */
class Position {
  #seen: Map<number, number>
  floor: number
  latest: number

  constructor({ floor, latest, seen }: StoredPosition) {
    this.#seen = new Map(seen)
    this.floor = floor
    this.latest = latest
  }

  has = (id: number): boolean => this.#seen.has(id)

  add(id: number, time: number): void {
    this.#seen.set(id, time)
    this.latest = Math.max(this.latest, time)
  }

  /** Raises the floor: no answer comes later than `lateness` after its time. */
  raiseFloor(): void {
    this.floor = Math.max(this.floor, this.latest - lateness)
    for (const [id, time] of this.#seen) if (time <= this.floor) this.#seen.delete(id)
  }

  toJSON(): StoredPosition {
    return { floor: this.floor, latest: this.latest, seen: [...this.#seen] }
  }
}

interface StoredPosition {
  floor: number
  latest: number
  seen: (readonly [id: number, time: number])[]
}

const isStoredPosition = (value: unknown): value is StoredPosition =>
  isObject(value) &&
  typeof value.floor === 'number' &&
  typeof value.latest === 'number' &&
  Array.isArray(value.seen) &&
  value.seen.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'number'))

const startingAt = (moment: number): StoredPosition => ({ floor: moment - 1, latest: moment, seen: [] })

/**
 * Without `from`, the latest answers, then each new one. With a moment, all since then; with `last`, all since the latest run that
 * gave `from` stopped, or all where there was none. A batch is stored as shown once the next one is asked for.
 */
export async function* followAnswers(service: Followed, query: FollowQuery, from?: number | 'last'): AsyncGenerator<AnswerRow[]> {
  const list = listOf(service, query)
  if (from === undefined) {
    const { position, rows } = await latestOf(list)
    yield rows
    return yield* newAnswers(service, list, position)
  }
  const path = service.stateFile(
    `${query.id}.followed-${query.is_complete === undefined ? 'all' : query.is_complete ? 'complete' : 'incomplete'}.json`,
  )
  const stored = from === 'last' ? readState(path, isStoredPosition) : undefined
  if (from === 'last' && !stored) service.note('No earlier run with --since is known: it begins with the first answer')
  const position = new Position(stored ?? startingAt(from === 'last' ? 0 : from))
  const store = storing(service, path, position)
  for await (const rows of missed(list, position)) {
    yield rows
    await store()
  }
  await store()
  for await (const rows of newAnswers(service, list, position)) {
    yield rows
    await store()
  }
}

/** Stores the position; where that fails, that is noted once and not tried again. */
function storing(service: Followed, path: string | undefined, position: Position): () => Promise<void> {
  let fails = false
  return async () => {
    if (fails) return
    fails = (await asHelp(service, 'Where it stopped', () => writeState(path, position) ?? true)) === undefined
  }
}

interface List {
  timeOf: (row: AnswerRow) => number
  rows: (order: 'asc' | 'desc', offset?: number, limit?: number) => ReturnType<Followed['rows']> & AsyncIterable<AnswerRow[]>
}

/** Completed answers are new when they end, all others when they begin. */
function listOf({ rows }: Followed, query: FollowQuery): List {
  const sort = query.is_complete === true ? 'date_end' : 'date_start'
  return {
    timeOf: (row) => momentOf(row[sort]) ?? 0,
    rows: (order, offset = 0, limit) => rows(listAnswers, { ...query, sort, order, offset }, limit === undefined ? {} : { limit }),
  }
}

/** The latest answers, in the order in which they came; those before them count as shown. */
async function latestOf({ rows: read, timeOf }: List): Promise<{ position: Position; rows: AnswerRow[] }> {
  const position = new Position(startingAt(0))
  const first: AnswerRow[] = []
  let count = 0
  for await (const rows of read('desc')) {
    for (const row of rows) {
      const time = timeOf(row)
      if (count >= shownAtFirst && isFarEnough(time, position.latest, count, enoughFurther)) {
        position.floor = time
        return { position, rows: first.toReversed() }
      }
      if (count++ < shownAtFirst) first.push(row)
      position.add(row.id, time)
    }
  }
  return { position, rows: first.toReversed() }
}

/** Those that came since, oldest first. */
async function* missed({ rows: read, timeOf }: List, position: Position): AsyncGenerator<AnswerRow[]> {
  const { floor } = position
  for await (const rows of read('asc', await firstAfter(floor, read, timeOf))) {
    const found = rows.filter((row) => timeOf(row) > floor && !position.has(row.id))
    for (const row of found) position.add(row.id, timeOf(row))
    position.raiseFloor()
    if (found.length > 0) yield found
  }
}

/** The offset of the first answer after a moment. */
async function firstAfter(moment: number, read: List['rows'], timeOf: List['timeOf']): Promise<number> {
  if (moment <= 0) return 0
  const at = async (offset: number): Promise<{ total: number | undefined; time: number | undefined }> => {
    const rows = read('asc', offset, 1)
    for await (const [row] of rows) return { total: rows.total, time: row && timeOf(row) }
    return { total: rows.total, time: undefined }
  }
  let [low, high] = [0, (await at(0)).total ?? 0]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { time = Infinity } = await at(middle)
    if (time > moment) high = middle
    else low = middle + 1
  }
  return low
}

/** Each new answer, until it is interrupted. */
async function* newAnswers(service: Followed, list: List, position: Position): AsyncGenerator<AnswerRow[]> {
  let furtherAt = 0
  const read = async (): Promise<AnswerRow[] | undefined> => {
    const isFurther = Date.now() >= furtherAt
    if (isFurther) furtherAt = Date.now() + readFurtherEvery
    const found = await notShown(list, position, isFurther ? enoughFurther : enough)
    return found.length > 0 ? found.reverse() : undefined
  }
  for (;;) {
    position.raiseFloor()
    const found = await poll(service, read, { every: readEvery })
    for (const row of found) position.add(row.id, list.timeOf(row))
    yield found
  }
}

/** Newest first, back to where `mostKnown` that were shown have been met. */
async function notShown({ rows: read, timeOf }: List, position: Position, mostKnown: number): Promise<AnswerRow[]> {
  const found: AnswerRow[] = []
  let count = 0
  for await (const rows of read('desc')) {
    for (const row of rows) {
      const time = timeOf(row)
      if (time <= position.floor || isFarEnough(time, position.latest, count, mostKnown)) return found
      if (position.has(row.id)) count++
      else found.push(row)
    }
  }
  return found
}

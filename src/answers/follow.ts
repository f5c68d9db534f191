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
const lookEvery = 2000
/** Answers that are known, after which a look goes no further back; once a minute it goes as far as a sync does. */
const known = { mostly: 100, fully: maxPageRows }
const fullyEvery = 60_000

/** What was shown: of the answers after `floor` those in `seen`, of those before nothing more is to be told. */
class Place {
  #seen: Map<number, number>
  floor: number
  latest: number

  constructor({ floor, latest, seen }: Kept) {
    this.#seen = new Map(seen)
    this.floor = floor
    this.latest = latest
  }

  has = (id: number): boolean => this.#seen.has(id)

  take(id: number, time: number): void {
    this.#seen.set(id, time)
    this.latest = Math.max(this.latest, time)
  }

  /** Of what lies further back than answers may be late nothing need be known. */
  forget(): void {
    this.floor = Math.max(this.floor, this.latest - lateness)
    for (const [id, time] of this.#seen) if (time <= this.floor) this.#seen.delete(id)
  }

  toJSON(): Kept {
    return { floor: this.floor, latest: this.latest, seen: [...this.#seen] }
  }
}

interface Kept {
  floor: number
  latest: number
  seen: (readonly [id: number, time: number])[]
}

const isKept = (value: unknown): value is Kept =>
  isObject(value) &&
  typeof value.floor === 'number' &&
  typeof value.latest === 'number' &&
  Array.isArray(value.seen) &&
  value.seen.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'number'))

const since = (moment: number): Kept => ({ floor: moment - 1, latest: moment, seen: [] })

/**
 * From the latest answers on; or from a moment; or from where the run before stopped that said from where, which is the first
 * answer if there was none. What was given is stored as shown once the next is asked for.
 */
export async function* followAnswers(service: Followed, query: FollowQuery, from?: number | 'last'): AsyncGenerator<AnswerRow[]> {
  const list = listOf(service, query)
  if (from === undefined) {
    const { place, rows } = await latestOf(list)
    yield rows
    return yield* news(service, list, place)
  }
  const path = service.stateFile(
    `${query.id}.followed-${query.is_complete === undefined ? 'all' : query.is_complete ? 'complete' : 'incomplete'}.json`,
  )
  const kept = from === 'last' ? readState(path, isKept) : undefined
  if (from === 'last' && !kept) service.note('No earlier run with --since is known: it begins with the first answer')
  const place = new Place(kept ?? since(from === 'last' ? 0 : from))
  const store = storing(service, path, place)
  for await (const rows of missed(list, place)) {
    yield rows
    await store()
  }
  await store()
  for await (const rows of news(service, list, place)) {
    yield rows
    await store()
  }
}

/** Keeps the place; where that fails it is said once. */
function storing(service: Followed, path: string | undefined, place: Place): () => Promise<void> {
  let fails = false
  return async () => {
    if (fails) return
    fails = (await asHelp(service, 'Where it stopped', () => writeState(path, place) ?? true)) === undefined
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
async function latestOf({ rows: read, timeOf }: List): Promise<{ place: Place; rows: AnswerRow[] }> {
  const place = new Place(since(0))
  const first: AnswerRow[] = []
  let count = 0
  for await (const rows of read('desc')) {
    for (const row of rows) {
      const time = timeOf(row)
      if (count >= shownAtFirst && isFarEnough(time, place.latest, count, known.fully)) {
        place.floor = time
        return { place, rows: first.toReversed() }
      }
      if (count++ < shownAtFirst) first.push(row)
      place.take(row.id, time)
    }
  }
  return { place, rows: first.toReversed() }
}

/** Those that came after the place, from the first one on. */
async function* missed({ rows: read, timeOf }: List, place: Place): AsyncGenerator<AnswerRow[]> {
  const { floor } = place
  for await (const rows of read('asc', await firstAfter(floor, read, timeOf))) {
    const found = rows.filter((row) => timeOf(row) > floor && !place.has(row.id))
    for (const row of found) place.take(row.id, timeOf(row))
    place.forget()
    if (found.length > 0) yield found
  }
}

/** Where the first answer after a moment stands. */
async function firstAfter(moment: number, read: List['rows'], timeOf: List['timeOf']): Promise<number> {
  if (moment <= 0) return 0
  const at = async (place: number): Promise<{ total: number | undefined; time: number | undefined }> => {
    const rows = read('asc', place, 1)
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
async function* news(service: Followed, list: List, place: Place): AsyncGenerator<AnswerRow[]> {
  let fullyAt = 0
  const look = async (): Promise<AnswerRow[] | undefined> => {
    const isFull = Date.now() >= fullyAt
    if (isFull) fullyAt = Date.now() + fullyEvery
    const found = await unseen(list, place, isFull ? known.fully : known.mostly)
    return found.length > 0 ? found.reverse() : undefined
  }
  for (;;) {
    place.forget()
    const found = await poll(service, look, { every: lookEvery })
    for (const row of found) place.take(row.id, list.timeOf(row))
    yield found
  }
}

async function unseen({ rows: read, timeOf }: List, place: Place, enough: number): Promise<AnswerRow[]> {
  const found: AnswerRow[] = []
  let count = 0
  for await (const rows of read('desc')) {
    for (const row of rows) {
      const time = timeOf(row)
      if (time <= place.floor || isFarEnough(time, place.latest, count, enough)) return found
      if (place.has(row.id)) count++
      else found.push(row)
    }
  }
  return found
}

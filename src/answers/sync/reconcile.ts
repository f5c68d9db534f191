/**
 * Deleted answers: the list holds fewer rows than are known. Where the first one is missing is found by halves,
 * since up to there the rows here and there stand at the same places.
 */
import type { AnswerRow } from '../../contract/answer.ts'
import { startOf } from '../dictionary/row.ts'
import { Order } from '../store/order.ts'
import { inOrder, readAll, type Work } from './passes.ts'

/** More separate gaps than this are read faster by reading everything. */
const mostGaps = 200
const around = 200
/** So many answers that began at one moment are too many to look at. */
const mostPages = 20

export interface Outcome {
  /** Everything was read again. */
  full: boolean
  /** Whether store and service agree on how many there are. */
  agrees: boolean
}

export async function reconcile(work: Work, end: number): Promise<Outcome> {
  let total = end
  let from = 0
  for (let gaps = 0; work.store.known !== total; gaps++) {
    work.signal.throwIfAborted()
    const order = new Order(work.store)
    const at = gaps < mostGaps ? await firstDifference(work, order, Math.min(from, work.store.known, total), total) : undefined
    const window = at === undefined ? undefined : await windowAt(work, order, at)
    if (!window) {
      const { certain } = await readAll(work)
      return { full: true, agrees: certain }
    }
    const repaired = repair(work, window)
    total = window.total ?? total
    // Nothing was found where something must be: the order of the list is not to be relied upon.
    from = repaired ? window.offset : 0
    if (!repaired) gaps = mostGaps
  }
  return { full: false, agrees: true }
}

/**
 * A place among the answers of the moment at which the first one is missing. Only the last row of a moment tells whether
 * any is missing up to there: all others may be followed by their like.
 */
async function firstDifference({ reader, store }: Work, order: Order, from: number, total: number): Promise<number> {
  let same = from - 1
  let differs = Math.min(store.known, total)
  while (differs - same > 1) {
    const place = lastOfMoment(order, Math.floor((same + differs) / 2), differs)
    if (place <= same) break
    const { rows } = await reader.page({ ...inOrder, offset: place, limit: 1 })
    if (rows.first && startOf(rows.first) === order.at(place)) same = place
    else differs = place
  }
  return differs
}

/** The last place of the moment of `place`, or of the one before it where that lies behind `end`. */
function lastOfMoment(order: Order, place: number, end: number): number {
  const moment = order.at(place)!
  const last = order.before(moment + 1) - 1
  return last < end ? last : order.before(moment) - 1
}

interface Window {
  rows: readonly AnswerRow[]
  offset: number
  total: number | undefined
  /** Begins between which both sides must agree, exclusive. */
  after: number
  before: number
}

/** Rows around a place, with all that began at the same moment. */
async function windowAt({ reader, store }: Work, order: Order, at: number): Promise<Window | undefined> {
  const moment = order.at(Math.min(at, store.known - 1)) ?? Infinity
  const first = Math.max(0, Math.min(at, order.before(moment)) - 1)
  const rows: AnswerRow[] = []
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await reader.page({ ...inOrder, offset: first + rows.length, limit: around })
    rows.push(...page.rows)
    // In a list whose order wanders, a row that comes twice stands in the place of one that doesn't come.
    if (new Set(rows.map(({ id }) => id)).size < rows.length) return undefined
    const total = page.total ?? (page.rows.count === 0 ? first + rows.length : undefined)
    const after = first === 0 || !rows[0] ? -Infinity : startOf(rows[0])
    // A short page alone is no end: a row may have been dropped from it.
    if (total !== undefined && first + rows.length >= total) return { rows, offset: first, total, after, before: Infinity }
    const before = rows.length > 0 ? startOf(rows.at(-1)!) : -Infinity
    if (before > moment && before > after) return { rows, offset: first, total, after, before }
  }
  return undefined
}

/** Whether anything had to be done. */
function repair({ store, ingest }: Work, { rows, after, before }: Window): boolean {
  const there = new Set(rows.map(({ id }) => id))
  const known = store
    .prepared('select id, start from answer where gone is null and start > ? and start < ?')
    .all(Math.max(after, -8.64e15), Math.min(before, 8.64e15)) as { id: number; start: number }[]
  const count = store.known
  const missing = known.filter(({ id }) => !there.has(id))
  ingest.take(rows, () => {
    for (const { id, start } of missing) ingest.bury(id, start)
  })
  return missing.length > 0 || store.known !== count
}

/**
 * Finds deleted answers, where the service lists fewer rows than the store has. A binary search finds the first one that is
 * missing: up to there, the rows of both stand at the same places.
 */
import type { AnswerRow } from '../../contract/answers/answer.ts'
import { startOf } from '../answer-facts.ts'
import { Order } from '../store/order.ts'
import { earliest, latest } from '../store/store.ts'
import { inOrder, readAll, type ReadOutcome, type Work } from './passes.ts'

/** With more separate gaps than this, reading everything is faster. */
const mostGaps = 200
const windowRows = 200
/** Pages to read around a gap at most, where very many answers began at one moment. */
const mostWindowPages = 20

export async function reconcile(work: Work, end: number): Promise<ReadOutcome> {
  let total = end
  let from = 0
  for (let gaps = 0; work.store.count !== total; gaps++) {
    work.signal.throwIfAborted()
    const order = new Order(work.store)
    const at = gaps < mostGaps ? await firstDifference(work, order, Math.min(from, work.store.count, total), total) : undefined
    const window = at === undefined ? undefined : await windowAt(work, order, at)
    if (!window) return readAll(work)
    const repaired = repair(work, window)
    total = window.total ?? total
    from = repaired ? window.offset : 0
    // Nothing was found where something must be: the order of the list can't be relied on, so everything is read.
    if (!repaired) gaps = mostGaps
  }
  return { full: false, agrees: true }
}

/**
 * A place among the answers of the moment at which the first one is missing. Only the last row of a moment tells whether
 * any is missing up to there: behind any other row there may be more that began at the same moment.
 */
async function firstDifference({ reader, store }: Work, order: Order, from: number, total: number): Promise<number> {
  let same = from - 1
  let differs = Math.min(store.count, total)
  while (differs - same > 1) {
    const place = lastOfMoment(order, Math.floor((same + differs) / 2), differs)
    if (place <= same) break
    const { rows } = await reader.page({ ...inOrder, offset: place, limit: 1 })
    if (rows.first && startOf(rows.first) === order.at(place)) same = place
    else differs = place
  }
  return differs
}

/** The last place with the same moment as `place`; or, where that isn't before `end`, the last one of the moment before. */
function lastOfMoment(order: Order, place: number, end: number): number {
  // Each place before the number of answers has one.
  const moment = order.at(place)!
  const last = order.before(moment + 1) - 1
  return last < end ? last : order.before(moment) - 1
}

interface Window {
  rows: readonly AnswerRow[]
  offset: number
  total: number | undefined
  /** Both sides must agree on the answers that began between these two moments, which are themselves excluded. */
  after: number
  before: number
}

/** The service's rows around a place, with all that began at the same moment. */
async function windowAt({ reader, store }: Work, order: Order, at: number): Promise<Window | undefined> {
  const moment = order.at(Math.min(at, store.count - 1)) ?? Infinity
  const first = Math.max(0, Math.min(at, order.before(moment)) - 1)
  const rows: AnswerRow[] = []
  for (let pages = 0; pages < mostWindowPages; pages++) {
    const page = await reader.page({ ...inOrder, offset: first + rows.length, limit: windowRows })
    rows.push(...page.rows)
    // Where the order of the list changes between requests, a row that comes twice takes the place of one that doesn't come.
    if (new Set(rows.map(({ id }) => id)).size < rows.length) return undefined
    const total = page.total ?? (page.rows.count === 0 ? first + rows.length : undefined)
    const after = first === 0 || !rows[0] ? -Infinity : startOf(rows[0])
    // A short page alone doesn't mean the end: the service may have dropped a row from it.
    if (total !== undefined && first + rows.length >= total) return { rows, offset: first, total, after, before: Infinity }
    const last = rows.at(-1)
    const before = last ? startOf(last) : -Infinity
    if (before > moment && before > after) return { rows, offset: first, total, after, before }
  }
  return undefined
}

/** Brings the store in line with the window. Returns whether anything had to be changed. */
function repair({ store, ingest }: Work, { rows, after, before }: Window): boolean {
  const there = new Set(rows.map(({ id }) => id))
  const known = store.all<{ id: number; start: number }>(
    'select id, start from answer where gone is null and start > ? and start < ?',
    Math.max(after, earliest),
    Math.min(before, latest),
  )
  const count = store.count
  const missing = known.filter(({ id }) => !there.has(id))
  ingest.take(rows, () => {
    for (const { id, start } of missing) ingest.markDeleted(id, start)
  })
  return missing.length > 0 || store.count !== count
}

/** The passes of a run that read what is new or has changed. What is known follows from the rows, so each can be resumed. */
import type { AnswerRow } from '../../contract/answer.ts'
import type { Store } from '../store/store.ts'
import { endOf, startOf } from '../dictionary/row.ts'
import type { Ingest } from './ingest.ts'
import { mostRows, type Reader } from './reader.ts'

export interface Work {
  store: Store
  reader: Reader
  ingest: Ingest
  /** Asked between pages. */
  signal: AbortSignal
  progress: (known: number, total: number | undefined) => void
}

export const inOrder = { sort: 'date_start', order: 'asc' } as const

const overlap = 100
const hour = 3_600_000
/** A respondent can come back for so long. */
const openFor = 30 * 24 * hour

const knows =
  (store: Store) =>
  ({ id }: AnswerRow): boolean =>
    store.find(id)?.gone === null

/** New answers stand at the end of the list. Returns how many answers the list has. */
export async function readTail({ store, reader, ingest, signal, progress }: Work): Promise<number> {
  const known = store.known
  const before = ingest.tally.added
  let end = 0
  for await (const { rows, offset, total } of reader.pages(inOrder, Math.max(0, known - overlap), knows(store))) {
    signal.throwIfAborted()
    ingest.take(rows)
    end = total ?? offset + rows.count
    // To count them in the store at each page would take longer, the more there are.
    progress(known + ingest.tally.added - before, total)
  }
  return end
}

/**
 * Completed since: down to the moment until which all of them were known, and an hour more. Where very many are completed
 * in an hour, a thousand known ones in a row are enough.
 */
export async function readFinished({ store, reader, ingest, signal }: Work, mark: number): Promise<void> {
  const pages = reader.pages({ sort: 'date_end', order: 'desc', is_complete: true }, 0, knows(store))
  let known = 0
  for await (const { rows } of pages) {
    signal.throwIfAborted()
    const { added, changed } = ingest.tally
    ingest.take(rows)
    const isNews = ingest.tally.added + ingest.tally.changed > added + changed
    known = isNews ? 0 : known + rows.count
    const oldest = endOf(rows.last ?? { id: 0 }) ?? 0
    if (oldest < mark - hour || (oldest < mark && known >= mostRows)) return
  }
}

/** Incomplete answers go on while their respondents may come back. */
export async function readOpen({ store, reader, ingest, signal }: Work, all: boolean): Promise<void> {
  const latest = store.number('select max(start) from answer where gone is null')
  const pages = reader.pages({ sort: 'date_start', order: 'desc', is_complete: false }, 0, knows(store))
  for await (const { rows } of pages) {
    signal.throwIfAborted()
    ingest.take(rows)
    const oldest = rows.last
    if (!oldest || (!all && startOf(oldest) < latest - openFor)) return
  }
}

/** The end of the answer that was completed last. */
export async function latestEnd({ reader }: Work): Promise<number> {
  const { rows } = await reader.page({ sort: 'date_end', order: 'desc', is_complete: true, offset: 0, limit: 1 })
  return rows.first ? (endOf(rows.first) ?? 0) : 0
}

/**
 * Everything once more: what is not seen is gone, what differs has changed. The list may lose rows at the edges of
 * pages: then it is read once more, in other pages, and nothing is called gone that may only have been skipped.
 */
export async function readAll(work: Work): Promise<{ certain: boolean }> {
  const { store, ingest } = work
  store.database.exec('drop table if exists temp.seen; create temp table seen (id integer primary key)')
  let certain = await readOnce(work)
  if (!certain) certain = await readOnce(work)
  if (certain) {
    const missing = store.prepared('select id, start from answer where gone is null and id not in (select id from temp.seen)').all()
    ingest.take([], () => {
      for (const { id, start } of missing as { id: number; start: number }[]) ingest.bury(id, start)
    })
  }
  store.database.exec('drop table temp.seen')
  return { certain }
}

/** They go by once. */
function* seen(rows: Iterable<AnswerRow>, see: (id: number) => void): Generator<AnswerRow> {
  for (const row of rows) {
    yield row
    see(row.id)
  }
}

/** Whether as many were seen as the list has. */
async function readOnce({ store, reader, ingest, signal, progress }: Work): Promise<boolean> {
  const see = store.database.prepare('insert or ignore into temp.seen values (?)')
  let end = 0
  for await (const { rows, offset, total } of reader.pages(inOrder, 0, knows(store))) {
    signal.throwIfAborted()
    ingest.take(seen(rows, (id) => void see.run(id)))
    end = total ?? offset + rows.count
    progress(offset + rows.count, total)
  }
  return store.number('select count(*) from temp.seen') >= end
}

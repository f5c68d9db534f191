/** The passes of a sync, each of which reads a part of what is new or changed. Where one stopped follows from the store, so each can be resumed. */
import type { AnswerRow } from '../../contract/answers/answer.ts'
import type { Store } from '../store/store.ts'
import { endOf, startOf } from '../answer-facts.ts'
import type { Ingest } from './ingest.ts'
import { isFarEnough, maxPageRows } from './lateness.ts'
import type { Reader } from './reader.ts'

export interface Work {
  store: Store
  reader: Reader
  ingest: Ingest
  /** Checked between pages. */
  signal: AbortSignal
  progress: (known: number, total: number | undefined) => void
}

export interface ReadOutcome {
  /** Everything was read: it was asked for, or the order of the list couldn't be relied on. */
  full: boolean
  /** Whether store and service have the same number of answers. */
  agrees: boolean
}

export const inOrder = { sort: 'date_start', order: 'asc' } as const

/** Known rows that are read again at the end of the list. */
const overlap = 100
/** How long a respondent can come back to an incomplete answer. */
const returnWindow = 30 * 86_400_000

const knows =
  (store: Store) =>
  ({ id }: AnswerRow): boolean =>
    store.find(id)?.gone === null

/** Reads new answers, which stand at the end of the list. Returns how many answers the list has. */
export async function readTail({ store, reader, ingest, signal, progress }: Work): Promise<number> {
  const known = store.count
  const before = ingest.tally.added
  let end = 0
  for await (const { rows, offset, total } of reader.pages(inOrder, Math.max(0, known - overlap), knows(store))) {
    signal.throwIfAborted()
    ingest.take(rows)
    end = total ?? offset + rows.count
    // Not `store.count`: counting the whole store after each page would take longer with every page.
    progress(known + ingest.tally.added - before, total)
  }
  return end
}

/**
 * Reads answers that were completed since `mark`, the latest end that the sync before knew, and of an hour before it. Where
 * very many are completed in an hour, a page full of known ones is enough.
 */
export async function readFinished({ store, reader, ingest, signal }: Work, mark: number): Promise<void> {
  const pages = reader.pages({ sort: 'date_end', order: 'desc', is_complete: true }, 0, knows(store))
  let known = 0
  for await (const { rows } of pages) {
    signal.throwIfAborted()
    const { added, changed } = ingest.tally
    ingest.take(rows)
    const hasNews = ingest.tally.added + ingest.tally.changed > added + changed
    known = hasNews ? 0 : known + rows.count
    const oldest = endOf(rows.last ?? { id: 0 }) ?? 0
    if (isFarEnough(oldest, mark, known, maxPageRows)) return
  }
}

/** Reads incomplete answers, which may go on while their respondents can come back. */
export async function readOpen({ store, reader, ingest, signal }: Work, all: boolean): Promise<void> {
  const latest = store.number('select max(start) from answer where gone is null')
  const pages = reader.pages({ sort: 'date_start', order: 'desc', is_complete: false }, 0, knows(store))
  for await (const { rows } of pages) {
    signal.throwIfAborted()
    ingest.take(rows)
    const oldest = rows.last
    if (!oldest || (!all && startOf(oldest) < latest - returnWindow)) return
  }
}

/** The end of the answer that was completed last. */
export async function latestEnd({ reader }: Work): Promise<number> {
  const { rows } = await reader.page({ sort: 'date_end', order: 'desc', is_complete: true, offset: 0, limit: 1 })
  return rows.first ? (endOf(rows.first) ?? 0) : 0
}

/**
 * Reads everything again: what is no longer listed was deleted, what differs has changed. A list may lose rows between pages.
 * Then it is read once more, in other pages; if rows still lack, none is taken for deleted.
 */
export async function readAll(work: Work): Promise<ReadOutcome> {
  const { store, ingest } = work
  store.exec('drop table if exists temp.seen; create temp table seen (id integer primary key)')
  let certain = await readOnce(work)
  if (!certain) certain = await readOnce(work)
  if (certain) {
    const missing = store.all<{ id: number; start: number }>(
      'select id, start from answer where gone is null and id not in (select id from temp.seen)',
    )
    ingest.take([], () => {
      for (const { id, start } of missing) ingest.markDeleted(id, start)
    })
  }
  store.exec('drop table temp.seen')
  return { full: true, agrees: certain }
}

/** Calls `see` for each row after it was taken. */
function* noting(rows: Iterable<AnswerRow>, see: (id: number) => void): Generator<AnswerRow> {
  for (const row of rows) {
    yield row
    see(row.id)
  }
}

/** Returns whether as many rows were seen as the list has. */
async function readOnce({ store, reader, ingest, signal, progress }: Work): Promise<boolean> {
  let end = 0
  for await (const { rows, offset, total } of reader.pages(inOrder, 0, knows(store))) {
    signal.throwIfAborted()
    ingest.take(noting(rows, (id) => void store.run('insert or ignore into temp.seen values (?)', id)))
    end = total ?? offset + rows.count
    progress(offset + rows.count, total)
  }
  return store.number('select count(*) from temp.seen') >= end
}

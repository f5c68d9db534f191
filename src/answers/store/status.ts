import type { Format } from '../derive/formats.ts'
import { isoTime } from '../dictionary/table.ts'
import { needWhose } from './notes.ts'
import { Store } from './store.ts'

export interface Status {
  quiz_id: number
  base_url: string
  name: string
  answers: number
  deleted: number
  questions: number
  first: string | null
  latest: string | null
  /** When a sync last finished. */
  last_sync: string | null
  /** When one last read everything. */
  last_full: string | null
  /** The latest sync didn't finish: the next one continues it. */
  interrupted: boolean
  syncs: number
  formats: readonly Format[]
  /** The PostgreSQL database that is written as well. */
  database: { url: string; schema: string } | null
  /** Formats that lack answers of the store. */
  stale: string[]
}

export async function statusOf(path: string, formats: readonly Format[], database?: Status['database']): Promise<Status> {
  const store = await Store.open(path, { readOnly: true })
  try {
    const { quiz, base_url } = needWhose(store, path)
    const { name, questions } = store.dictionary(quiz)
    const latest = store.get<{ complete: number }>('select complete from sync order by n desc limit 1')
    const full = store.meta('full')
    return {
      quiz_id: quiz,
      base_url,
      name,
      answers: store.count,
      deleted: store.number('select count(*) from answer where gone is not null'),
      questions: questions.length,
      first: isoTime(store.number('select coalesce(min(start), 0) from answer where gone is null and start > 0') || null),
      latest: isoTime(store.number('select coalesce(max(start), 0) from answer where gone is null') || null),
      last_sync: isoTime(store.number('select coalesce(max(ended), 0) from sync where complete = 1') || null),
      // As the sync wrote it.
      last_full: full === undefined ? null : (JSON.parse(full) as { at: string }).at,
      interrupted: latest?.complete === 0,
      syncs: store.number('select count(*) from sync'),
      formats,
      database: database ?? null,
      stale: [...formats, ...(database ? (['postgres'] as const) : [])].filter((format) => isBehind(store, format)),
    }
  } finally {
    store.close()
  }
}

const isBehind = (store: Store, format: Format | 'postgres'): boolean =>
  format === 'ndjson' || format === 'parquet'
    ? store.number(
        'select count(*) from month where changed > coalesce((select sync from derived where format = ? and part = month), 0)',
        format,
      ) > 0
    : store.number(
        'select (select coalesce(max(changed), 0) from month) > coalesce((select sync from derived where format = ?), 0)',
        format,
      ) === 1

/** What a synced folder holds, and how far each of its destinations has come. */
import { fileOf, type Format } from '../derive/formats.ts'
import { isoTime } from '../dictionary/table.ts'
import { needWhose, writtenIn } from '../store/notes.ts'
import { Store } from '../store/store.ts'
import type { Database, Destinations } from './destinations.ts'
import { needSynced } from './folder.ts'
import { readManifest } from './manifest.ts'

export type DestinationStatus = ({ to: Format; files: string } | ({ to: 'postgres' } & Database)) & {
  /** When it was last brought up to date; null: never yet. */
  written_at: string | null
  /** How many answers it had then. */
  answers: number
  /** It lacks answers of the store. */
  behind: boolean
}

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
  destinations: DestinationStatus[]
}

export function statusOf(folder: string): Status {
  const path = needSynced(folder)
  const manifest = readManifest(folder)
  const store = Store.open(path, { readOnly: true })
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
      destinations: manifest ? destinationsIn(store, manifest) : [],
    }
  } finally {
    store.close()
  }
}

export function destinationsIn(store: Store, { formats, databases }: Destinations): DestinationStatus[] {
  const written = writtenIn(store)
  const factsOf = (name: string, behind: boolean) => ({
    written_at: written.get(name)?.at ?? null,
    answers: written.get(name)?.answers ?? 0,
    behind,
  })
  return [
    ...formats.map((to) => ({ to, files: fileOf[to], ...factsOf(to, isBehind(store, to)) })),
    ...databases.map(({ url, schema }) => {
      const name = `${url} ${schema}`
      return { to: 'postgres' as const, url, schema, ...factsOf(name, isBehind(store, 'postgres', name)) }
    }),
  ]
}

const isBehind = (store: Store, format: Format | 'postgres', part = ''): boolean =>
  format === 'ndjson' || format === 'parquet'
    ? store.number(
        'select count(*) from month where changed > coalesce((select sync from derived where format = ? and part = month), 0)',
        format,
      ) > 0
    : store.number(
        'select (select coalesce(max(changed), 0) from month) > coalesce((select sync from derived where format = ? and part = ?), 0)',
        format,
        part,
      ) === 1

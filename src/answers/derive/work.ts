import { setImmediate } from 'node:timers/promises'
import type { Values } from '../dictionary/columns.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import type { Store, StoredAnswer } from '../store/store.ts'

export interface Derivation {
  store: Store
  dictionary: Dictionary
  folder: string
  values: Values
  /** The run whose results are written. */
  sync: number
  /** Everything anew, also what hasn't changed. */
  rewrite: boolean
  /** No cell of a CSV file is run by a spreadsheet. */
  safeCsv?: boolean
  signal: AbortSignal
}

interface Mark {
  sync: number
  revision: number
  size: number
}

export const markOf = ({ store }: Derivation, format: string, part = ''): Mark | undefined =>
  store.get<Mark>('select sync, revision, size from derived where format = ? and part = ?', format, part)

export function mark({ store, sync, dictionary }: Derivation, format: string, part = '', size = 0): void {
  store.run(
    `insert into derived values (?, ?, ?, ?, ?) on conflict do update
      set sync = excluded.sync, revision = excluded.revision, size = excluded.size`,
    format,
    part,
    sync,
    dictionary.revision,
    size,
  )
}

/** Whether a format lags behind answers that changed in run `changed`. */
export function isStale(work: Derivation, changed: number, format: string, part = ''): boolean {
  const known = markOf(work, format, part)
  return !known || known.sync < changed || known.revision !== work.dictionary.revision
}

/** Rows between which an interruption is heard. */
const breath = 5000

/** All living answers, with a pause now and then. */
export async function* answersOf({ store, signal }: Derivation, from = -8.64e15, until = 8.64e15): AsyncGenerator<StoredAnswer> {
  let rows = 0
  for (const answer of store.between(from, until)) {
    if (++rows % breath === 0) {
      await setImmediate()
      signal.throwIfAborted()
    }
    yield answer
  }
}

import { setImmediate } from 'node:timers/promises'
import type { OptionValues } from '../dictionary/columns.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import { earliest, latest, type Store, type StoredAnswer } from '../store/store.ts'

/** What files are derived from, and how. */
export interface Derivation {
  store: Store
  dictionary: Dictionary
  folder: string
  values: OptionValues
  /** Number of the sync whose results are written. */
  sync: number
  /** Write everything again, also what hasn't changed. */
  rewrite: boolean
  /** Cells of CSV files that a spreadsheet would take for formulas are escaped. */
  safeCsv?: boolean
  signal: AbortSignal
  progress?: Progress
}

/** What is being done, and with how many of how many rows; without a number where it isn't known. */
export type Progress = (what: string, done: number, total: number | undefined) => void

/** Up to which sync a file, or a part of it, was written, and its size then. */
interface WrittenUpTo {
  sync: number
  revision: number
  size: number
}

export const progressOf = ({ store }: Derivation, format: string, part = ''): WrittenUpTo | undefined =>
  store.get<WrittenUpTo>('select sync, revision, size from derived where format = ? and part = ?', format, part)

export function saveProgress({ store, sync, dictionary }: Derivation, format: string, part = '', size = 0): void {
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

/** Whether a format lacks what changed in sync number `changed`. */
export function isStale(work: Derivation, changed: number, format: string, part = ''): boolean {
  const known = progressOf(work, format, part)
  return !known || known.sync < changed || known.revision !== work.dictionary.revision
}

const rowsPerTurn = 5000

/** Lets other work run between rows, notices an interruption, and calls `passed` with their number. */
export async function* inTurns<Row>(rows: Iterable<Row>, signal: AbortSignal, passed?: (rows: number) => void): AsyncGenerator<Row> {
  let count = 0
  for (const row of rows) {
    if (++count % rowsPerTurn === 0) {
      passed?.(count)
      await setImmediate()
      signal.throwIfAborted()
    }
    yield row
  }
}

/** Live answers in the service's order. */
export const answersOf = (
  { store, signal }: Derivation,
  passed: (rows: number) => void,
  from = earliest,
  until = latest,
): AsyncGenerator<StoredAnswer> => inTurns(store.between(from, until), signal, passed)

export const progressWith =
  ({ store, progress }: Derivation, what: string) =>
  (rows: number): void =>
    progress?.(`writing ${what}`, rows, store.count)

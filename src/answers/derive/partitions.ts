/**
 * One file for each month: only months with changes are written again, the others keep their bytes. It is always one file, so
 * that a reader sees a month either as before or as after a sync.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Table } from '../dictionary/table.ts'
import type { Cell, Column } from '../dictionary/columns.ts'
import type { StoredAnswer } from '../store/store.ts'
import { patch } from './patch.ts'
import { Draft } from './draft.ts'
import { answersOf, isStale, saveProgress, type Derivation } from './work.ts'

/** Writes the answers of a month. `cells` computes them when first called, once for all sinks. */
export interface Sink {
  add: (answer: StoredAnswer, cells: () => Cell[]) => void
  /** Completes the file, still under its temporary name. */
  end: () => void
  discard: () => void
}

export interface PartFormat {
  name: 'ndjson' | 'parquet'
  open: (path: string, table: Table, columns: readonly Column[]) => Sink | Promise<Sink>
}

export async function writePartitions(work: Derivation, formats: readonly PartFormat[]): Promise<number> {
  const months = work.store.all<{ month: string; changed: number }>('select month, changed from month order by month')
  let written = 0
  for (const { month, changed } of months) {
    const stale = formats.filter(({ name }) => work.rewrite || isStale(work, changed, name, month) || isMissing(work, name, month))
    if (stale.length === 0) continue
    work.signal.throwIfAborted()
    await writeMonth(work, month, stale)
    written++
  }
  return written
}

const folderOf = ({ folder }: Derivation, format: string, month: string): string => join(folder, format, `month=${month}`)

/** Files that somebody removed are written again. */
function isMissing(work: Derivation, format: string, month: string): boolean {
  const [from, until] = bounds(month)
  return !existsSync(folderOf(work, format, month)) && !work.store.between(from, until).next().done
}

function bounds(month: string): [from: number, until: number] {
  const from = new Date(`${month}-01T00:00:00Z`)
  return [from.getTime(), Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)]
}

async function writeMonth(work: Derivation, month: string, formats: readonly PartFormat[]): Promise<void> {
  const pathOf = ({ name }: PartFormat): string => join(folderOf(work, name, month), `part-0.${name}`)
  const whole: PartFormat[] = []
  for (const format of formats) {
    const isPatched = format.name === 'ndjson' && (await patch(work, month, pathOf(format), bounds(month)))
    if (!isPatched) whole.push(format)
  }
  const rows = whole.length > 0 ? await writeWhole(work, month, whole, pathOf) : undefined
  for (const format of formats) {
    const folder = folderOf(work, format.name, month)
    if (rows === 0) rmSync(folder, { recursive: true, force: true })
    else commit(folder, pathOf(format))
    saveProgress(work, format.name, month, rows === 0 ? 0 : statSync(pathOf(format)).size)
  }
}

/** Returns how many answers there are. */
async function writeWhole(
  work: Derivation,
  month: string,
  formats: readonly PartFormat[],
  pathOf: (format: PartFormat) => string,
): Promise<number> {
  const table = new Table(work.dictionary, work.values)
  const sinks: Sink[] = []
  let rows = 0
  try {
    for (const format of formats) sinks.push(await format.open(pathOf(format), table, table.columns))
    for await (const answer of answersOf(work, ...bounds(month))) {
      rows++
      let cells: Cell[] | undefined
      for (const sink of sinks) sink.add(answer, () => (cells ??= table.row(answer)))
    }
    for (const sink of sinks) sink.end()
  } catch (error) {
    for (const sink of sinks) sink.discard()
    throw error
  }
  return rows
}

/** Puts the new file in the place of the old one, and removes anything else in its folder. */
function commit(folder: string, path: string): void {
  Draft.commit(path)
  for (const name of readdirSync(folder)) if (name !== basename(path)) rmSync(join(folder, name), { force: true })
}

/**
 * One file a month: only months with changes are written again, so the others keep their bytes. It is one file however many
 * answers there are, so that a reader sees a month as it was before or as it is now.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Table } from '../dictionary/table.ts'
import type { Cell, Column } from '../dictionary/columns.ts'
import type { StoredAnswer } from '../store/store.ts'
import { Draft } from './place.ts'
import { answersOf, isStale, mark, type Derivation } from './work.ts'

/** Writes the answers of a month; `cells` are made once for all that ask. */
export interface Sink {
  add: (answer: StoredAnswer, cells: () => Cell[]) => void
  /** Whole, and still under its temporary name. */
  end: () => void
  abandon: () => void
}

export interface PartFormat {
  name: 'ndjson' | 'parquet'
  open: (path: string, table: Table, columns: readonly Column[]) => Sink | Promise<Sink>
}

export async function writePartitions(work: Derivation, formats: readonly PartFormat[]): Promise<number> {
  const months = work.store.prepared('select month, changed from month order by month').all() as { month: string; changed: number }[]
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

/** Somebody may have removed what was derived: it is made again. */
function isMissing(work: Derivation, format: string, month: string): boolean {
  const [from, until] = bounds(month)
  return !existsSync(folderOf(work, format, month)) && !work.store.between(from, until).next().done
}

function bounds(month: string): [from: number, until: number] {
  const from = new Date(`${month}-01T00:00:00Z`)
  return [from.getTime(), Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)]
}

async function writeMonth(work: Derivation, month: string, formats: readonly PartFormat[]): Promise<void> {
  const table = new Table(work.dictionary, work.values)
  const paths = formats.map(({ name }) => join(folderOf(work, name, month), `part-0.${name}`))
  const sinks: Sink[] = []
  let rows = 0
  try {
    for (const [index, { open }] of formats.entries()) sinks.push(await open(paths[index]!, table, table.columns))
    for await (const answer of answersOf(work, ...bounds(month))) {
      rows++
      let cells: Cell[] | undefined
      for (const sink of sinks) sink.add(answer, () => (cells ??= table.row(answer)))
    }
    for (const sink of sinks) sink.end()
  } catch (error) {
    for (const sink of sinks) sink.abandon()
    throw error
  }
  formats.forEach(({ name }, index) => {
    const folder = folderOf(work, name, month)
    if (rows === 0) rmSync(folder, { recursive: true, force: true })
    else place(folder, paths[index]!)
    mark(work, name, month)
  })
}

/** The new file takes the place of the old one; what is beside it goes. */
function place(folder: string, path: string): void {
  Draft.place(path)
  for (const name of readdirSync(folder)) if (name !== basename(path)) rmSync(join(folder, name), { force: true })
}

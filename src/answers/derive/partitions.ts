/** Files of one month each: only months with changes are written again, so the others keep their bytes. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Table } from '../dictionary/table.ts'
import type { Cell, Column } from '../dictionary/columns.ts'
import type { StoredAnswer } from '../store/store.ts'
import { Draft } from './place.ts'
import { answersOf, isStale, mark, type Derivation } from './work.ts'

/** Writes the answers of a month; `cells` are made once for all that ask. */
export interface Sink {
  add: (answer: StoredAnswer, cells: () => Cell[]) => void | Promise<void>
  /** The files, each whole under its temporary name. */
  end: () => string[] | Promise<string[]>
  abandon: () => void
}

export interface PartFormat {
  name: string
  ending: string
  open: (path: (part: number) => string, table: Table, columns: readonly Column[]) => Sink | Promise<Sink>
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
  const sinks: Sink[] = []
  try {
    for (const { name, ending, open } of formats) {
      sinks.push(await open((part) => join(folderOf(work, name, month), `part-${part}.${ending}`), table, table.columns))
    }
    const files = await fill(work, month, table, sinks)
    formats.forEach(({ name }, index) => {
      place(folderOf(work, name, month), files[index]!)
      mark(work, name, month)
    })
  } catch (error) {
    for (const sink of sinks) sink.abandon()
    throw error
  }
}

async function fill(work: Derivation, month: string, table: Table, sinks: readonly Sink[]): Promise<string[][]> {
  for await (const answer of answersOf(work, ...bounds(month))) {
    let cells: Cell[] | undefined
    for (const sink of sinks) {
      const waits = sink.add(answer, () => (cells ??= table.row(answer)))
      if (waits) await waits
    }
  }
  const files: string[][] = []
  for (const sink of sinks) files.push(await sink.end())
  return files
}

/** New files take the places of old ones; what is left over goes. */
function place(folder: string, files: readonly string[]): void {
  for (const path of files) Draft.place(path)
  if (files.length === 0) rmSync(folder, { recursive: true, force: true })
  else for (const name of readdirSync(folder)) if (!files.includes(join(folder, name))) rmSync(join(folder, name), { force: true })
}

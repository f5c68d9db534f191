/**
 * One file for each month: only months with changes are written again, the others keep their bytes. It is always one file, so
 * that a reader sees a month either as before or as after a sync.
 */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Table } from '../dictionary/table.ts'
import type { Cell } from '../dictionary/columns.ts'
import { earliest, latest, type Store, type StoredAnswer } from '../store/store.ts'
import { Draft } from './draft.ts'
import { answersOf, isStale, saveProgress, type Derivation } from './work.ts'

/** Writes the answers of a month into a draft. */
export interface MonthWriter {
  /** `cells` computes them when first called, once for all formats. */
  add: (answer: StoredAnswer, cells: () => Cell[]) => void
  /** Writes what is still held. */
  end?: () => void
}

export interface PartFormat {
  name: 'ndjson' | 'parquet'
  open: (draft: Draft, table: Table) => MonthWriter | Promise<MonthWriter>
}

/** One JSON object a line: values by key. */
export const ndjson: PartFormat = {
  name: 'ndjson',
  open: (draft, table) => ({ add: (answer) => draft.text(`{${table.members(answer)}}\n`) }),
}

export async function writePartitions(work: Derivation, formats: readonly PartFormat[]): Promise<void> {
  const months = work.store
    .all<{ month: string; changed: number }>('select month, changed from month order by month')
    .map(({ month, changed }) => {
      const stale = formats.filter(({ name }) => work.rewrite || isStale(work, changed, name, month) || isMissing(work, name, month))
      return { month, stale }
    })
    .filter(({ stale }) => stale.length > 0)
  const total = months.reduce((sum, { month }) => sum + rowsIn(work, month), 0)
  let done = 0
  for (const { month, stale } of months) {
    work.signal.throwIfAborted()
    const before = done
    const passed = (rows: number): void => work.progress?.(`writing ${stale.map(({ name }) => name).join(', ')}`, before + rows, total)
    done += await writeMonth(work, month, stale, passed)
  }
}

const rowsIn = ({ store }: Derivation, month: string): number =>
  store.number('select count(*) from answer where gone is null and start >= ? and start < ?', ...bounds(month))

const folderOf = ({ folder }: Derivation, format: string, month: string): string => join(folder, format, `month=${month}`)

/** The files of a format, those that somebody removed as well. */
export const partFiles = (store: Store, folder: string, format: PartFormat['name']): string[] =>
  store
    .all<{ part: string }>(`select part from derived where format = ? and part <> ''`, format)
    .map(({ part }) => join(folder, format, `month=${part}`, `part-0.${format}`))

/** Files that somebody removed are written again. */
function isMissing(work: Derivation, format: string, month: string): boolean {
  const [from, until] = bounds(month)
  return !existsSync(folderOf(work, format, month)) && !work.store.between(from, until).next().done
}

function bounds(month: string): [from: number, until: number] {
  const from = new Date(`${month}-01T00:00:00Z`)
  const until = new Date(from)
  until.setUTCMonth(until.getUTCMonth() + 1)
  // The first and the last month that a Date can hold are no whole ones.
  return [Number.isNaN(from.getTime()) ? earliest : from.getTime(), Number.isNaN(until.getTime()) ? latest : until.getTime()]
}

async function writeMonth(
  work: Derivation,
  month: string,
  formats: readonly PartFormat[],
  passed: (rows: number) => void,
): Promise<number> {
  const pathOf = ({ name }: PartFormat): string => join(folderOf(work, name, month), `part-0.${name}`)
  const { rows, drafts } = await writeWhole(work, answersOf(work, passed, ...bounds(month)), formats, pathOf)
  for (const [index, format] of formats.entries()) {
    drafts[index]!.commit()
    if (rows === 0) removeWithFolder(pathOf(format))
    saveProgress(work, format.name, month)
  }
  return rows
}

/** All files are complete, and none in its place yet; a draft for each format. */
async function writeWhole(
  work: Derivation,
  answers: AsyncIterable<StoredAnswer>,
  formats: readonly PartFormat[],
  pathOf: (format: PartFormat) => string,
): Promise<{ rows: number; drafts: Draft[] }> {
  const table = new Table(work.dictionary, work.values)
  const drafts: Draft[] = []
  let rows = 0
  try {
    const writers: MonthWriter[] = []
    for (const format of formats) {
      const draft = new Draft(pathOf(format))
      drafts.push(draft)
      writers.push(await format.open(draft, table))
    }
    for await (const answer of answers) {
      rows++
      let cells: Cell[] | undefined
      for (const writer of writers) writer.add(answer, () => (cells ??= table.row(answer)))
    }
    for (const writer of writers) writer.end?.()
    for (const draft of drafts) draft.end()
  } catch (error) {
    for (const draft of drafts) draft.discard()
    throw error
  }
  return { rows, drafts }
}

/** What somebody else put beside it stays. */
function removeWithFolder(path: string): void {
  rmSync(path)
  if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path))
}

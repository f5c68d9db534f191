/** A list as a table on a terminal. */
import { humanText, isNumeric } from '../format.ts'
import { layout, type ShownField } from './layout.ts'
import type { OutputMode } from '../mode.ts'
import type { Writer } from '../output.ts'
import { loadStyle } from '../style.ts'
import { columnsThatFit, fitWidths, LineTable, naturalWidths, shortTable, type TableColumn } from './table.ts'
import { oneLine } from '../text.ts'

/** Rows that the widths of columns are taken from. */
const sampleSize = 1000
/** Rows up to which cli-table3 draws the table: a screenful. It takes half a millisecond a row, `LineTable` a hundredth of that. */
const shortSize = 50

export const writeTable: Writer = async (batches, columns, mode, sink, onHidden) => {
  const iterator = batches[Symbol.asyncIterator]()
  const sample: unknown[] = []
  let next = await iterator.next()
  for (; !next.done; next = await iterator.next()) {
    sample.push(...next.value)
    if (mode.endless || sample.length >= sampleSize) break
  }
  if (sample.length === 0) return
  const fields = layout(columns, mode.fields, sample)
  const cellsOf = (rows: readonly unknown[]): string[][] => {
    const now = Date.now()
    return rows.map((row) => fields.map(({ read, as }) => oneLine(humanText(read(row), as, { now, detail: false }))))
  }
  const everyCell = cellsOf(sample)
  const { shape, widths, only, hidden } = planTable(fields, sample, everyCell, mode)
  onHidden(hidden)
  const cells = everyCell.map(only)
  const { dim } = await loadStyle(mode.color)
  if (next.done && sample.length <= shortSize) return sink.write(await shortTable(shape, widths, cells, dim))
  const table = new LineTable(shape, widths)
  await sink.write(table.heading(dim) + table.rows(cells))
  if (next.done) return
  for (next = await iterator.next(); !next.done; next = await iterator.next()) await sink.write(table.rows(cellsOf(next.value).map(only)))
}

/** Which columns a table has, and how wide they are. Columns of `--fields` are always shown, however narrow they get. */
function planTable(fields: readonly ShownField[], sample: readonly unknown[], cells: readonly (readonly string[])[], mode: OutputMode) {
  const all = fields.map((field, index): TableColumn => ({
    heading: oneLine(field.label),
    align: alignOf(field, sample),
    whole: field.whole,
    identifies: field.identifies || index === 0,
  }))
  const wanted = naturalWidths(all, cells)
  const kept = mode.fields ? all.map(() => true) : columnsThatFit(wanted, all, mode.width)
  const only = <T>(row: readonly T[]): T[] => row.filter((_, index) => kept[index])
  const shape = only(all)
  const hidden = fields.filter((_, index) => !kept[index]).map(({ label }) => oneLine(label))
  return { shape, widths: fitWidths(only(wanted), shape, mode.width), only, hidden }
}

function alignOf({ read, as }: ShownField, rows: readonly unknown[]): TableColumn['align'] {
  const values = rows.map(read).filter((value) => value !== null && value !== undefined)
  return values.length > 0 && values.every((value) => isNumeric(value, as)) ? 'right' : 'left'
}

/** CSV: a wide file with a column for each variable, and a long file with a line for each given value. */
import { csvLine } from '../../files/csv.ts'
import type { Cell, Column } from '../dictionary/columns.ts'
import { isoTime, longHead, Table } from '../dictionary/table.ts'
import type { StoredAnswer } from '../store/store.ts'
import { writeAtomically } from './draft.ts'
import { answersOf, progressWith, type Derivation } from './work.ts'

const bom = '\uFEFF'

/** Times as RFC 3339; those that respondents entered have no zone. */
export function csvCell(cell: Cell, { type, question }: Column): string {
  if (cell === null) return ''
  if (type !== 'timestamp' || typeof cell !== 'number') return String(cell)
  const text = isoTime(cell)
  return question ? text.slice(0, 16) : text
}

export function csvCells(table: Table, answer: StoredAnswer): string[] {
  const cells = table.row(answer)
  return table.columns.map((column, index) => csvCell(cells[index] ?? null, column))
}

export const textOf = (cell: string | number | null): string => (cell === null ? '' : String(cell))

export async function writeWide(work: Derivation, path: string): Promise<void> {
  const table = new Table(work.dictionary, work.values)
  await writeAtomically(path, async (draft) => {
    draft.text(
      bom +
        csvLine(
          table.columns.map(({ name }) => name),
          work.safeCsv,
        ),
    )
    for await (const answer of answersOf(work, progressWith(work, 'csv'))) {
      draft.text(csvLine(csvCells(table, answer), work.safeCsv))
    }
  })
}

export async function writeLong(work: Derivation, path: string): Promise<void> {
  const table = new Table(work.dictionary, work.values)
  await writeAtomically(path, async (draft) => {
    draft.text(bom + csvLine(longHead))
    for await (const answer of answersOf(work, progressWith(work, 'csv-long'))) {
      for (const row of table.longRows(answer)) draft.text(csvLine(row.map(textOf), work.safeCsv))
    }
  })
}

/** How often each code of each variable was given. */
import type { Cell } from '../dictionary/columns.ts'
import { Table } from '../dictionary/table.ts'
import type { ExportSource } from './source.ts'

export interface Count {
  answered: number
  /** How often each code was given; empty for variables without codes. */
  values: ReadonlyMap<number, number>
}

/** Counts the rows of a table of codes, one by one. */
export class Counts {
  answers = 0
  readonly counts: (Count & { values: Map<number, number> })[]
  readonly #isCoded: boolean[]

  constructor({ columns }: Table) {
    this.#isCoded = columns.map(
      ({ type, question }) => type === 'boolean' || (type === 'integer' && (question?.kind === 'single' || question?.kind === 'matrix')),
    )
    this.counts = columns.map(() => ({ answered: 0, values: new Map() }))
  }

  take(cells: readonly Cell[]): void {
    this.answers++
    this.counts.forEach((count, index) => {
      const cell = cells[index] ?? null
      if (cell === null) return
      count.answered++
      if (this.#isCoded[index]) count.values.set(Number(cell), (count.values.get(Number(cell)) ?? 0) + 1)
    })
  }
}

export async function countsOf(source: ExportSource): Promise<Counts> {
  const table = new Table(source.dictionary, 'codes')
  const counts = new Counts(table)
  for await (const answer of source.answers()) counts.take(table.row(answer))
  return counts
}

/** Rows as another program reads them, against what respondents of the odd survey chose. */
import { expect } from 'vitest'
import type { Cell } from './expected.ts'
import { expectedOf, type Expected } from './odd-survey.ts'
import { cellsOf, type Values } from './table-readers.ts'

/** Cell by cell, so that what differs is seen at once. */
export function expectSame(found: readonly (readonly Cell[])[], { rows, columns }: Pick<Expected, 'rows' | 'columns'>): void {
  expect(found).toHaveLength(rows.length)
  const sorted = found.toSorted(([one], [other]) => Number(one) - Number(other))
  const shown = (cell: Cell | undefined): string => JSON.stringify(cell)?.slice(0, 80)
  const differences = rows.flatMap((row, nth) =>
    row.flatMap((cell, index) => {
      const other = sorted[nth]![index]
      return Object.is(cell, other) ? [] : [`${columns[index]!.name} of ${row[0]}: ${shown(other)}, not ${shown(cell)}`]
    }),
  )
  expect(differences).toEqual([])
}

/** `first`: the id of the first answer. */
export function expectRowsOf(first: number, found: readonly Record<string, unknown>[], values: Values, complete = false): void {
  const expected = expectedOf(first, { values, complete })
  expect(Object.keys(found[0]!).filter((name) => name !== 'month')).toEqual(expected.columns.map(({ name }) => name))
  expectSame(
    found.map((row) => cellsOf(expected.columns, row, values)),
    expected,
  )
}

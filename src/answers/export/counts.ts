/** How often each code of each variable was given. */
import { Table } from '../dictionary/table.ts'
import type { Source } from './source.ts'

export interface Count {
  answered: number
  /** By code; empty where there are none. */
  values: ReadonlyMap<number, number>
}

export async function countsOf(source: Source): Promise<{ answers: number; counts: readonly Count[] }> {
  const table = new Table(source.dictionary, 'codes')
  const isCoded = table.columns.map(
    ({ type, question }) => type === 'boolean' || (type === 'integer' && (question?.kind === 'single' || question?.kind === 'matrix')),
  )
  const counts = table.columns.map(() => ({ answered: 0, values: new Map<number, number>() }))
  let answers = 0
  for await (const answer of source.answers()) {
    answers++
    table.row(answer).forEach((cell, index) => {
      if (cell === null) return
      const count = counts[index]!
      count.answered++
      if (isCoded[index]) count.values.set(Number(cell), (count.values.get(Number(cell)) ?? 0) + 1)
    })
  }
  return { answers, counts }
}

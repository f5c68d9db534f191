/** Two columns of a help page: terms, and what they mean, folded to the width of the terminal. */
import { fold } from '../../output/fold.ts'
import type { Output } from '../../system/io.ts'

const indent = '  '
/** Longer terms stand on a line of their own. */
const widest = 46
/** Text narrower than this is read worse than one that runs over. */
const narrowest = 20

export { fold }

/** Columns that a help page may take. */
export const helpWidth = ({ columns }: Output): number => Math.min(columns || 100, 120)

export function aligned(rows: readonly (readonly [term: string, meaning: string])[], width: number): string[] {
  const column = indent.length + Math.min(widest, Math.max(...rows.map(([term]) => term.length))) + indent.length
  return rows.flatMap(([term, meaning]) => {
    const [first = '', ...rest] = fold(meaning, Math.max(narrowest, width - column))
    const head = `${indent}${term}`
    const fits = head.length + indent.length <= column
    return [
      ...(fits ? [`${head.padEnd(column)}${first}`] : [head, ' '.repeat(column) + first]),
      ...rest.map((line) => ' '.repeat(column) + line),
    ].map((line) => line.trimEnd())
  })
}

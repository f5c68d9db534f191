/** Two columns of a help page: terms, and what they mean, folded to the width of the terminal. */
import { fold } from '../output/fold.ts'
import { isTerminal } from '../output/terminal.ts'

const indent = '  '
/** Longer terms stand on a line of their own. */
const widest = 46
/** Text narrower than this is read worse than one that runs over. */
const narrowest = 20

/** Columns that a help page may take. */
export const helpWidth = (): number => Math.min((isTerminal(1) && process.stdout.columns) || 100, 120)

/** A paragraph, on lines of a page. */
export const folded = (text: string, width = helpWidth()): string[] => fold(text, width)

export function aligned(rows: readonly (readonly [term: string, meaning: string])[], width = helpWidth()): string[] {
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

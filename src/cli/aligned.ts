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

const columnOf = (longest: number): number => indent.length + longest + indent.length

export function aligned(rows: readonly (readonly [term: string, meaning: string])[], width = helpWidth()): string[] {
  const longest = Math.min(widest, Math.max(...rows.map(([term]) => term.length)))
  return inColumns(rows, longest, Math.max(narrowest, width - columnOf(longest)))
}

/** `longest`: letters of the longest term that has its meaning beside it. A terminal with little room for meanings breaks them itself. */
export function inColumns(
  rows: readonly (readonly [term: string, meaning: string])[],
  longest: number,
  room = helpWidth() - columnOf(longest),
): string[] {
  const column = columnOf(longest)
  return rows.flatMap(([term, meaning]) => {
    const [first = '', ...rest] = fold(meaning, room < narrowest ? Infinity : room)
    const head = `${indent}${term}`
    const fits = head.length + indent.length <= column
    return [
      ...(fits ? [`${head.padEnd(column)}${first}`] : [head, ' '.repeat(column) + first]),
      ...rest.map((line) => ' '.repeat(column) + line),
    ].map((line) => line.trimEnd())
  })
}

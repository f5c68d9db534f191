/** Notes, warnings and errors for a person: folded at blanks to the width of the terminal. */
import { inCommands } from '../text/same-account.ts'
import { fold } from './fold.ts'

/** Stands for the blanks of a command while its message is folded. */
const joined = '\u0000'

/** `text`: one line, continued below its first word; `columns`: of the terminal, if it is one. */
export function messageLines(text: string, indent: string, columns: number | undefined): string {
  if (columns === undefined || columns <= 2 * indent.length || text.length <= columns) return text
  const whole = inCommands(text.trimStart(), (command) => command.replaceAll(' ', joined))
  const lead = text.slice(0, text.length - text.trimStart().length)
  return (
    lead +
    fold(whole, columns - indent.length)
      .join(`\n${indent}`)
      .replaceAll(joined, ' ')
  )
}

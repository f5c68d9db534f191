/** Notes, warnings and errors for a person: folded at blanks to the width of the terminal. */
import { fold } from './fold.ts'

/** To be copied in one piece: a terminal that wraps a long line knows that it is one, a line end would be typed with it. */
const command = /surveyctl .*?(?=[.,;:)]* (?=[A-Z(])|[.,;:)]+$|[,;] |$)/g
/** Stands for the blanks of a command while its message is folded. */
const joined = '\u0000'

/** `text`: one line, continued below its first word; `columns`: of the terminal, if it is one. */
export function messageLines(text: string, indent: string, columns: number | undefined): string {
  if (columns === undefined || columns <= 2 * indent.length || text.length <= columns) return text
  const whole = text.trimStart().replaceAll(command, (typed) => typed.replaceAll(' ', joined))
  const lead = text.slice(0, text.length - text.trimStart().length)
  return (
    lead +
    fold(whole, columns - indent.length)
      .join(`\n${indent}`)
      .replaceAll(joined, ' ')
  )
}

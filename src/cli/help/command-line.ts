/** Command lines as they are shown. */
import type { Positional } from '../shape.ts'

const term = ({ label, several, optional }: Positional): string => {
  const shown = several ? `${label}...` : label
  return optional ? `[${shown}]` : shown
}

/** `SURVEY`, `[NAME]`, `CODE...` */
export const usageTerms = (positionals: readonly Positional[]): string[] => positionals.map(term)

/** Examples of a group may begin with its noun, without the program's name. */
export const commandLine = (noun: string, example: string): string => (example.startsWith(noun) ? `surveyctl ${example}` : example)

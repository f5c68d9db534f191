/** Syntax errors of YAML, as messages that say what to do. */
import type { YAMLError } from 'yaml'

/** From 1. */
interface Position {
  line: number
  column: number
}

export interface TextProblem extends Position {
  message: string
}

/** A bound, as one mistake often causes many errors after it. */
const mostReported = 5

const messages: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  MULTIPLE_DOCS: 'a second document begins (---); a file holds one',
  TAB_AS_INDENT: 'Tabs are not allowed as indentation; put spaces there',
}

/** `at` gives the position of an offset. */
export function syntaxProblems(text: string, errors: readonly YAMLError[], at: (offset: number) => Position): TextProblem[] {
  if (errors.length === 0) return []
  const conflicts = conflictMarkers(text)
  if (conflicts.length > 0) return conflicts
  const told: TextProblem[] = []
  for (const { code, message, pos } of errors) {
    const place = at(pos[0])
    if (told.at(-1)?.line !== place.line) told.push({ ...place, message: messages[code] ?? message.replace(/\.$/, '') })
  }
  const more = told.length - mostReported
  const next = told[mostReported]
  if (more <= 1 || !next) return told
  return [...told.slice(0, mostReported), { ...next, message: `and ${more} more lines, maybe because of those above` }]
}

export const hasConflictMarkers = (text: string): boolean => conflictMarkers(text).length > 0

/** Markers of an unresolved merge conflict. */
function conflictMarkers(text: string): TextProblem[] {
  const marks = text.split('\n').flatMap((line, index) => (/^(<{7}|>{7})( |\r?$)/.test(line) ? [{ line: index + 1, mark: line[0] }] : []))
  const begun = marks.filter(({ mark }) => mark === '<')
  return (begun.length > 0 ? begun : marks).map(({ line }) => ({
    line,
    column: 1,
    message: 'A merge left a conflict here: keep what is right of both sides, and delete the lines with <<<<<<<, ======= and >>>>>>>',
  }))
}

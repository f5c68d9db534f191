/** What is wrong with the form of a YAML text, in words that say what to do. */
import type { YAMLError } from 'yaml'

/** Where something stands, from 1. */
interface At {
  line: number
  column: number
}

export interface TextProblem extends At {
  message: string
}

/** One mistake is followed by many that it causes. */
const mostTold = 5

const words: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  MULTIPLE_DOCS: 'a second document begins (---); a file holds one',
  TAB_AS_INDENT: 'Tabs are not allowed as indentation; put spaces there',
}

/** `at`: the place of an offset. */
export function syntaxProblems(text: string, errors: readonly YAMLError[], at: (offset: number) => At): TextProblem[] {
  if (errors.length === 0) return []
  const conflicts = undecided(text)
  if (conflicts.length > 0) return conflicts
  const told: TextProblem[] = []
  for (const { code, message, pos } of errors) {
    const place = at(pos[0])
    if (told.at(-1)?.line !== place.line) told.push({ ...place, message: words[code] ?? message.replace(/\.$/, '') })
  }
  const more = told.length - mostTold
  if (more <= 1) return told
  return [...told.slice(0, mostTold), { ...told[mostTold]!, message: `and ${more} lines more, which those above may cause` }]
}

export const isUndecided = (text: string): boolean => undecided(text).length > 0

/** Conflicts of a merge that nobody decided yet. */
function undecided(text: string): TextProblem[] {
  const marks = text.split('\n').flatMap((line, index) => (/^(<{7}|>{7})( |\r?$)/.test(line) ? [{ line: index + 1, mark: line[0] }] : []))
  const begun = marks.filter(({ mark }) => mark === '<')
  return (begun.length > 0 ? begun : marks).map(({ line }) => ({
    line,
    column: 1,
    message: 'A merge left a conflict here: keep what is right of both sides, and delete the lines with <<<<<<<, ======= and >>>>>>>',
  }))
}

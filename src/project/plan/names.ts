/** Paths of a comparison in the words of its files. */
import { idMapOf } from '../../model/document/ids.ts'
import { pathText, type Content, type IdMap, type Path } from '../../model/document/index.ts'

export type Name = (path: Path) => string

/** Keys of what is in the file, then of what was there once, then of what only the service has. */
export function namer(idMap: IdMap, theirs: Content | undefined): Name {
  const there = theirs?.screens ? idMapOf(theirs.screens, idMap).questions : {}
  const retired = Object.fromEntries(Object.entries(idMap.retired).map(([key, { id }]) => [key, id]))
  const all = { ...idMap, questions: { ...there, ...retired, ...idMap.questions } }
  return (path) => pathText(path, all)
}

/** Paths and values of a comparison in the words of its files. */
import { idMapOf } from '../../model/document/ids.ts'
import { isQuestionType } from '../../contract/surveys/question.ts'
import { isObject } from '../../model/document/shape.ts'
import { pathText, type Content, type IdMap, type Path } from '../../model/document/index.ts'

export type Name = (path: Path) => string

/** Keys of what is in the file, then of what was there once, then of what only the service has. */
export function namer(idMap: IdMap, theirs: Content | undefined): Name {
  const there = theirs?.screens ? idMapOf(theirs.screens, idMap).questions : {}
  const retired = Object.fromEntries(Object.entries(idMap.retired).map(([key, { id }]) => [key, id]))
  const all = { ...idMap, questions: { ...there, ...retired, ...idMap.questions } }
  return (path) => pathText(path, all)
}

const most = 60

export function shown(value: unknown, whole = false): string {
  if (isQuestion(value)) return questionText(value)
  const text = value === undefined ? 'unset' : JSON.stringify(value)
  return whole || text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

const isQuestion = (value: unknown): value is Record<string, unknown> & { type: string } =>
  // Pictures have a type as well.
  isObject(value) && typeof value.type === 'string' && (isQuestionType(value.type) || 'title' in value)

function questionText({ type, title, ...fields }: Record<string, unknown> & { type: string }): string {
  const options = Object.values(fields).find((value): value is unknown[] => Array.isArray(value) && value.length > 0)
  return [type, typeof title === 'string' && title !== '' && JSON.stringify(title), options && `${options.length} options`]
    .filter(Boolean)
    .join(', ')
}

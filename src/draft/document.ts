/** A draft as a document, and a document as what is to be sent. */
import { randomUUID } from 'node:crypto'
import { check } from '../contract/core/operation.ts'
import type { Widgets } from '../contract/core/records.ts'
import { saveQuiz } from '../contract/surveys/quiz.ts'
import { usageError } from '../errors.ts'
import {
  idMapOf,
  emptyIdMap,
  fromDocument,
  parseText,
  toDocument,
  withIds,
  type Content,
  type IdMap,
  type SurveyDocument,
} from '../model/document/index.ts'
import type { DocumentProblem } from '../model/document/shape.ts'
import type { Draft } from './read.ts'
import { sentSections } from './send.ts'
import { problemsOfMap, problemsOfTexts } from './section-problems.ts'
import { isObject } from '../text/is-object.ts'
import { isOneOf } from '../text/is-one-of.ts'

export const idMapFor = ({ screens }: Content): IdMap => (screens ? idMapOf(screens) : emptyIdMap)

/** What this tool can write back, under its ids. */
export const documentOf = ({ content }: Draft, idMap: IdMap): SurveyDocument => toDocument(content, idMap)
export const exported = (draft: Draft): SurveyDocument => {
  const idMap = idMapFor(draft.content)
  return withIds(documentOf(draft, idMap), idMap)
}

export interface ReadDocument {
  content: Content
  /** With the keys that the document gave to new screens. */
  idMap: IdMap
  problems: { line: number; column: number; message: string }[]
}

/** What is checked of sections that hold named values, before anything is sent. */
const sectionChecks: readonly [string, (value: unknown) => DocumentProblem[]][] = [
  ['conditions', problemsOfMap],
  ['settings', problemsOfMap],
  ['texts', (value) => problemsOfTexts(value, true)],
]

/** All problems with their places. Sections that can't be written are some; `onlyShown`: nothing is sent, and these are left out. */
export function readDocument(text: string, idMap: IdMap, onlyShown = false): ReadDocument {
  const parsed = parseText(text)
  if (parsed.problems.length > 0) return { content: {}, idMap, problems: parsed.problems }
  const { content, idMap: known, problems } = fromDocument(parsed.value, idMap, () => randomUUID())
  const unsent = Object.keys(content).filter((name) => !isOneOf(sentSections, name))
  const all = [
    ...problems,
    ...sectionChecks.flatMap(([name, problemsOf]) =>
      content[name] === undefined ? [] : problemsOf(content[name]).map(({ path, message }) => ({ path: [name, ...path], message })),
    ),
    ...(onlyShown ? [] : unsent).map((name) => ({
      path: [name],
      message: `cannot be written here; that is for ${sentSections.join(', ')}`,
    })),
  ]
  return {
    content: Object.fromEntries(Object.entries(content).filter(([name]) => !unsent.includes(name))),
    idMap: known,
    problems: all.map(({ path, message }) => ({
      ...parsed.place(path),
      message: path.length === 0 ? message : `${path.join('.')} ${message}`,
    })),
  }
}

/** A file's content, or a usage error that lists all that is wrong, line by line. */
export function contentOf(text: string, idMap: IdMap, file: string, onlyShown = false): Content {
  const { content, problems } = readDocument(text, idMap, onlyShown)
  const name = file === '-' ? 'standard input' : file
  if (problems.length > 0) throw usageError(problems.map(({ line, column, message }) => `${name}:${line}:${column} ${message}`))
  return content
}

/** `{ids, entities}` as the service takes them, alone or as `quiz view --json` prints them beside all else of the survey. */
export function screensIn(id: number, data: unknown): Widgets {
  const given = isObject(data) && 'widgets' in data && !('ids' in data) ? data.widgets : data
  if (!isObject(given)) throw usageError('--file must hold an object')
  const unknown = Object.keys(given).filter((key) => key !== 'ids' && key !== 'entities')
  const problems = check(saveQuiz, { id, ...given }).map(({ field, message, about }) => `${about ? `${about}:` : field} ${message}`)
  const all = [...unknown.map((key) => `--file: unknown field "${key}"`), ...problems]
  if (all.length > 0) throw usageError(all, 'It must hold ids and entities, or a document as "quiz export" writes it')
  // As `check` has judged them.
  const { ids, entities } = given as Widgets
  return { ids, entities }
}

/** What a draft is to be: an assistant's file, or single edits of it. All that is wrong is told at once, by the names that it wrote. */
import type { Widgets } from '../contract/core/records.ts'
import { isQuestionType, questionFields } from '../contract/surveys/question.ts'
import { placeOf, unknownFields } from '../contract/surveys/question-rules.ts'
import { documentOf, idMapFor, readDocument } from '../draft/document.ts'
import type { Draft } from '../draft/read.ts'
import { usageError } from '../errors.ts'
import { formatText, type Content } from '../model/document/index.ts'
import { nearest } from '../text/nearest.ts'
import { edited, type Edit } from './edits.ts'
import { textIn, type ToolValues } from './values.ts'

export function wantedOf(draft: Draft, input: ToolValues): Content {
  const idMap = idMapFor(draft.content)
  const given = textIn(input, 'file')
  const document = given === undefined ? edited(documentOf(draft, idMap), input.edits as Edit[]) : undefined
  const { content, problems } = readDocument(given ?? formatText(document), idMap)
  // Nobody has written lines where there were edits: screens are told by their keys.
  const keys = document?.screens?.map(({ key }) => key) ?? []
  const inWords = (message: string): string => message.replace(/^screens\.(\d+)\.?/, (_, index) => `screen "${keys[Number(index)] ?? index}": `)
  const lines = [
    ...problems.map(({ line, column, message }) => (document ? inWords(message) : `file:${line}:${column} ${message}`)),
    ...slips(draft.content.screens, content.screens),
  ]
  if (lines.length > 0) throw usageError(lines)
  return content
}

/** Fields that look like another one's name, and that the draft hasn't; the service may know more than we do. */
function slips(before: Widgets = nothing, after: Widgets = nothing): string[] {
  const told = ({ ids, entities }: Widgets) =>
    ids.flatMap((id) => {
      const found = entities[id] ? ofScreen({ ids, entities: { [id]: entities[id] } }, id) : []
      return found.map(({ about, path, name, known }) => ({ at: `${id} ${path}`, about, path, meant: nearest(name, known) }))
    })
  const old = new Set(told(before).map(({ at }) => at))
  return told(after).flatMap(({ at, about, path, meant }) =>
    meant === undefined || old.has(at) ? [] : [`${about}: ${path} is not a known field; did you mean ${meant}?`],
  )
}

const nothing: Widgets = { ids: [], entities: {} }

/** Also of a type that is a slip itself. */
function ofScreen(widgets: Widgets, id: string) {
  const entity = widgets.entities[id]
  if (entity === undefined || isQuestionType(entity.type)) return unknownFields(widgets)
  const known = ['type', ...new Set(Object.values(questionFields).flatMap((fields) => Object.keys(fields)))]
  const about = placeOf(widgets, id)
  return Object.keys(entity).flatMap((name) => (known.includes(name) ? [] : [{ about, path: name, name, known }]))
}

/** What `export form --as surveyjs` wrote beside what SurveyJS can say. */
import { createHash } from 'node:crypto'
import { isUuid } from '../../../model/document/ids.ts'
import { isObject } from '../../../text/is-object.ts'
import type { DraftItem } from '../draft.ts'
import { listOf, objectsIn, textIn, type Fields } from '../json.ts'
import { restored } from '../own.ts'

export function withOwn(item: DraftItem, element: Fields): void {
  const { surveyctl } = element
  if (!isObject(surveyctl)) return
  const id = textIn(surveyctl.id)
  if (isUuid(id)) item.id = id
  item.question = restored(item.question, surveyctl)
}

/** Of all conditions: another one means that somebody changed them. */
export const logicMark = (survey: Fields): string => {
  const said = objectsIn(survey.pages).flatMap((page) => [
    page.visibleIf,
    ...objectsIn(page.elements).flatMap(({ name, visibleIf }) => [name, visibleIf]),
  ])
  return createHash('sha256')
    .update(JSON.stringify([said, listOf(survey.triggers)]))
    .digest('hex')
    .slice(0, 16)
}

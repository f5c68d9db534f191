/** What `export form --as surveyjs` wrote beside what SurveyJS can say. */
import { isObject } from '../../../text/is-object.ts'
import type { DraftItem } from '../draft.ts'
import { listOf, objectsIn, textIn, type Fields } from '../json.ts'
import { markOf, takeOwn } from '../own.ts'

export function withOwn(item: DraftItem, { surveyctl }: Fields): void {
  if (isObject(surveyctl)) takeOwn(item, textIn(surveyctl.id), surveyctl)
}

export const logicMark = (survey: Fields): string => {
  const said = objectsIn(survey.pages).flatMap((page) => [
    page.visibleIf,
    ...objectsIn(page.elements).flatMap(({ name, visibleIf }) => [name, visibleIf]),
  ])
  return markOf([said, listOf(survey.triggers)])
}

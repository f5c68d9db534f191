/** What `export form --as surveyjs` wrote beside what SurveyJS can say. */
import { createHash } from 'node:crypto'
import { isUuid } from '../../../model/document/ids.ts'
import { isObject } from '../../../text/is-object.ts'
import type { DraftItem } from '../draft.ts'
import { fieldsOf, listOf, objectsIn, textIn, type Fields } from '../json.ts'

/** Sets each field back to what it was, unless somebody changed it since. */
export function restored<T extends object>(read: T, own: unknown): T {
  const made = { ...read } as Record<string, unknown>
  for (const [name, pair] of Object.entries(fieldsOf(fieldsOf(own).fields))) {
    if (!Array.isArray(pair) || pair.length !== 2 || name === '__proto__') continue
    const [was, is]: unknown[] = pair
    if (JSON.stringify(made[name] ?? null) !== JSON.stringify(was)) continue
    if (is === null) delete made[name]
    else made[name] = is
  }
  // The fields of the same type of thing.
  return made as T
}

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

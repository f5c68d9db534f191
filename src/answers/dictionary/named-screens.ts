import { screenRows, type Content, type ScreenRow } from '../../model/document/index.ts'
import { emptyDictionary } from './shape.ts'
import { updateDictionary } from './update.ts'

/** The screens with the names of their variables, as a first sync would name them. */
export function namedScreens(id: number, { screens, settings }: Content): ScreenRow[] {
  if (!screens) return []
  const dictionary = emptyDictionary(id)
  // As if it were published now: names of a draft that nobody answered yet are those that it will have.
  const now = new Date().toISOString()
  updateDictionary(dictionary, { survey: { widgets: screens, settings, published_at: now, updated_at: now }, sync: 1, keys: {} })
  return screenRows(screens, new Map(dictionary.questions.map((question) => [question.id, question.key])))
}

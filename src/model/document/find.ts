/** Finds questions and options by what a person calls them: number, key, id or exact title. */
import type { Widgets } from '../../contract/core/records.ts'
import { bookOf, fixedKeys } from './ids.ts'

export interface ScreenRow {
  /** Place among the questions, from 1; the start and the final screen have none. */
  number: number | null
  key: string
  id: string
  type: string
  title: string
}

export function screenRows(widgets: Widgets): ScreenRow[] {
  const keys = new Map(Object.entries(bookOf(widgets).questions).map(([key, id]) => [id, key]))
  let number = 0
  return widgets.ids.map((id) => {
    const { type, title } = widgets.entities[id] ?? { type: '' }
    return {
      number: fixedKeys.includes(id) ? null : ++number,
      key: keys.get(id) ?? id,
      id,
      type,
      title: typeof title === 'string' ? title : '',
    }
  })
}

/** All screens that a reference may mean: by number, key or id, and by title only where none of these match. */
export function matchingScreens<Row extends ScreenRow>(rows: readonly Row[], reference: string): Row[] {
  const exact = rows.filter(({ number, key, id }) => String(number) === reference || key === reference || id === reference.toLowerCase())
  return exact.length > 0 ? exact : rows.filter(({ title }) => title === reference)
}

export interface OptionRow {
  number: number
  id: string
  title: string
}

/** An option without an id goes by its place, from 1. */
export const optionRows = (options: unknown): OptionRow[] =>
  !Array.isArray(options)
    ? []
    : options.map((option: { id?: unknown; title?: unknown } | null, index) => ({
        number: index + 1,
        id: String(option?.id ?? index + 1),
        title: String(option?.title ?? ''),
      }))

/** By number, id or exact title. */
export function matchingOptions(rows: readonly OptionRow[], reference: string): OptionRow[] {
  const exact = rows.filter(({ number, id }) => String(number) === reference || id === reference)
  return exact.length > 0 ? exact : rows.filter(({ title }) => title === reference)
}

/** Ids of options that have none: they go by their places, until others stand beside them that have one. */
import { optionLists } from '../../contract/surveys/question.ts'
import { isObject } from './shape.ts'

const fields: ReadonlySet<string> = new Set(Object.values(optionLists).flatMap((lists) => lists.flatMap((list) => list.fields)))

const isWithout = ({ id }: Record<string, unknown>): boolean => id === undefined || id === null || id === ''

/** A field's options, each with an id: its place, where it has none. */
export const placedOptions = (field: string, value: unknown): unknown =>
  fields.has(field) && Array.isArray(value) && value.every(isObject) && value.some(isWithout)
    ? value.map((option, index) => (isWithout(option) ? { ...option, id: String(index + 1) } : option))
    : value

/**
 * A question whose options each have an id. One that was added beside others gets an id of its own, which is the same for everybody
 * who adds it: its place may be the id of another one, or of one that is gone and has answers.
 */
export function withOptionIds(question: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.entries(question).flatMap(([field, value]): [string, unknown][] => {
    if (!fields.has(field) || !Array.isArray(value) || !value.every(isObject) || !value.some(isWithout)) return []
    if (value.every(isWithout)) return [[field, placedOptions(field, value)]]
    const alike = (index: number): number => value.slice(0, index).filter(({ title }) => title === value[index]?.title).length
    const named = value.map((option, index) =>
      isWithout(option) ? { ...option, id: ownId([question.key, option.title, alike(index)]) } : option,
    )
    return [[field, named]]
  })
  return changed.length > 0 ? { ...question, ...Object.fromEntries(changed) } : question
}

const ownId = (about: readonly unknown[]): string =>
  // Pages of help load this file.
  process.getBuiltinModule('node:crypto').createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 8)

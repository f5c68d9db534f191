/** What is wrong with a question as it is saved, and what of it isn't known. */
import type { Widgets } from '../core/records.ts'
import type { Problem, Unknown } from '../core/rules.ts'
import * as z from '../core/schema.ts'
import {
  isQuestionType,
  multimediaFields,
  optionFields,
  optionLists,
  questionFields,
  questionTypes,
  type QuestionType,
} from './question.ts'

type Entity = Readonly<Record<string, unknown>>

interface Fault {
  path: (string | number)[]
  message: string
}

const shapes = new Map<QuestionType, ReturnType<typeof makeShape>>()
const makeShape = (type: QuestionType) => z.looseObject(questionFields[type])

/** Made once: to make it takes longer than to check a question with it. */
function shapeOf(type: QuestionType): ReturnType<typeof makeShape> {
  const known = shapes.get(type) ?? makeShape(type)
  shapes.set(type, known)
  return known
}

/** Nothing is known of a type that there isn't. */
export function questionFaults(entity: Entity): Fault[] {
  const { type } = entity
  if (!isQuestionType(type)) return [{ path: ['type'], message: `must be one of ${questionTypes.join(', ')}` }]
  const shape = shapeOf(type).safeParse(entity).error?.issues ?? []
  const faults = shape.map(({ path, message }): Fault => ({ path: path.filter((part) => typeof part !== 'symbol'), message }))
  const broken = new Set(faults.map(({ path }) => path[0]))
  for (const { fields, one } of optionLists[type]) {
    const lists = fields.flatMap((field) => (Array.isArray(entity[field]) ? [{ field, list: entity[field] }] : []))
    if (!fields.some((field) => broken.has(field)) && lists.every(({ list }) => list.length === 0))
      faults.push({ path: fields.slice(0, 1), message: `must hold at least one ${one}` })
    for (const { field, list } of lists) if (!broken.has(field)) faults.push(...sameIds(field, list))
  }
  return faults
}

/** An option without an id goes by its place: that counts as well. */
function sameIds(field: string, list: readonly (Entity | null)[]): Fault[] {
  const seen = new Map<string, number>()
  return list.flatMap((option, index): Fault[] => {
    const id = String(option?.id ?? index + 1)
    const first = seen.get(id)
    if (first === undefined) {
      seen.set(id, index)
      return []
    }
    const byPlace = option?.id === undefined || option.id === null || list[first]?.id === undefined || list[first]?.id === null
    const message = byPlace
      ? `"${id}" is the id of one option and the place of another: give both an id`
      : `"${id}" is also the id of ${field}.${first}`
    return [{ path: [field, index, 'id'], message }]
  })
}

/** How a person finds a question. */
export function screenInWords({ ids, entities }: Widgets, id: string): string {
  const title = entities[id]?.title
  const at = ids.indexOf(id)
  return [at < 0 ? `screen ${id}` : `screen ${at + 1}`, typeof title === 'string' && title !== '' && `"${title}"`].filter(Boolean).join(' ')
}

/** Each entity is a question of a known type whose known fields have their shape. */
export const questionProblems = (widgets: Widgets): Problem[] =>
  Object.entries(widgets.entities).flatMap(([id, entity]) =>
    questionFaults(entity).map(({ path, message }) => ({
      field: ['entities', id, ...path].join('.'),
      message: `${path.join('.')} ${message}`,
      about: screenInWords(widgets, id),
    })),
  )

/** Fields that nothing is known of. */
export function unknownFields(widgets: Widgets): Unknown[] {
  return Object.entries(widgets.entities).flatMap(([id, entity]) => {
    if (!isQuestionType(entity.type)) return []
    const about = screenInWords(widgets, id)
    const of = (value: unknown, known: readonly string[], path = ''): Unknown[] =>
      typeof value === 'object' && value !== null
        ? Object.keys(value)
            .filter((name) => !known.includes(name))
            .map((name) => ({ about, path: path + name, name, known }))
        : []
    const lists = optionLists[entity.type].flatMap(({ fields }) => fields)
    return [
      ...of(entity, ['type', ...Object.keys(questionFields[entity.type])]),
      ...of(entity.multimedia, multimediaFields, 'multimedia.'),
      ...lists.flatMap((field) =>
        Array.isArray(entity[field]) ? entity[field].flatMap((option, index) => of(option, optionFields, `${field}.${index}.`)) : [],
      ),
    ]
  })
}

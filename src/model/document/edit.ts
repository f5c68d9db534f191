/** Single edits of a survey's screens. Whatever isn't edited stays the same object that was read. */
import type { Widgets } from '../../contract/core/records.ts'
import { usageError } from '../../errors.ts'

/** Where to insert something; at the end where neither is given. */
export interface InsertAt {
  after?: string | undefined
  before?: string | undefined
}

/** The index at which to put something into a list that doesn't hold it. */
export function indexOf(ids: readonly string[], { after, before }: InsertAt): number {
  if (after !== undefined) return ids.indexOf(after) + 1
  return before === undefined ? ids.length : ids.indexOf(before)
}

const inserted = <T>(list: readonly T[], index: number, item: T): T[] => [...list.slice(0, index), item, ...list.slice(index)]

/** The start screen stays first, the final one last. */
function screenIndex(ids: readonly string[], place: InsertAt): number {
  if (place.before === 'welcome') throw usageError('Nothing can come before the start screen')
  if (place.after === 'submit') throw usageError('Nothing can come after the final screen')
  return place.after === undefined && place.before === undefined && ids.at(-1) === 'submit' ? ids.length - 1 : indexOf(ids, place)
}

export function addScreen(widgets: Widgets, id: string, question: Record<string, unknown> & { type: string }, place: InsertAt): Widgets {
  const index = id === 'welcome' ? 0 : id === 'submit' ? widgets.ids.length : screenIndex(widgets.ids, place)
  return { ...widgets, ids: inserted(widgets.ids, index, id), entities: { ...widgets.entities, [id]: question } }
}

export function moveScreen(widgets: Widgets, id: string, place: InsertAt): Widgets {
  if (id === 'welcome' || id === 'submit') throw usageError(`The ${id === 'welcome' ? 'start' : 'final'} screen keeps its place`)
  const ids = widgets.ids.filter((other) => other !== id)
  return { ...widgets, ids: inserted(ids, screenIndex(ids, place), id) }
}

export function removeScreen(widgets: Widgets, id: string): Widgets {
  const { [id]: _, ...entities } = widgets.entities
  return { ...widgets, ids: widgets.ids.filter((other) => other !== id), entities }
}

type Option = Record<string, unknown>

/** Sets fields to new values; `undefined` removes one. */
const withFields = (item: Option | undefined, fields: Readonly<Option>): Option =>
  Object.fromEntries(Object.entries({ ...item, ...fields }).filter(([, value]) => value !== undefined))

/** Its type is never removed. */
export const setFields = (widgets: Widgets, id: string, fields: Readonly<Option>): Widgets => ({
  ...widgets,
  entities: { ...widgets.entities, [id]: withFields(widgets.entities[id], fields) as Widgets['entities'][string] },
})

/** Gives options without an id their place as id before the list changes, so that old answers keep their meaning. */
const withPlaceIds = (options: readonly Option[]): Option[] =>
  options.map((option, index) => (option.id === undefined || option.id === null ? { ...option, id: String(index + 1) } : option))

const insertOption = (all: readonly Option[], option: Option, place: InsertAt): Option[] => {
  const ids = all.map(({ id }) => String(id))
  return inserted(all, indexOf(ids, place), option)
}

export const addOption = (options: readonly Option[], option: Option & { id: string }, place: InsertAt): Option[] =>
  insertOption(withPlaceIds(options), option, place)

export function moveOption(options: readonly Option[], id: string, place: InsertAt): Option[] {
  const all = withPlaceIds(options)
  const moved = all.find((option) => String(option.id) === id)
  const rest = all.filter((option) => option !== moved)
  return moved ? insertOption(rest, moved, place) : all
}

export const removeOption = (options: readonly Option[], id: string): Option[] =>
  withPlaceIds(options).filter((option) => String(option.id) !== id)

export const setOption = (options: readonly Option[], id: string, fields: Option): Option[] =>
  options.map((option, index) => (String(option.id ?? index + 1) === id ? withFields(option, fields) : option))

/**
 * The normal form in which values are compared. Each node keeps the original value (`value`), so that what isn't changed is sent
 * as it was read, and a text (`canonicalText`) that is the same for equal values.
 */
import type { Widgets } from '../../contract/core/records.ts'
import { placedOptions } from './option-ids.ts'
import { questionDefaults, unorderedLists, volatileFields } from './sections.ts'
import { isObject, type Content } from './shape.ts'
import { Exact, canonicalNumber, plainly } from '../../text/exact.ts'

export interface Leaf {
  kind: 'leaf'
  value: unknown
  canonicalText: string
}
/** Compared field by field. */
export interface FieldsNode {
  kind: 'fields'
  value: object
  canonicalText: string
  fields: ReadonlyMap<string, Tree>
}
/** Items with ids, compared by id and in their order: options of a question, or (`screens`) the questions of a survey. */
export interface Items {
  kind: 'items' | 'screens'
  value: unknown
  canonicalText: string
  items: ReadonlyMap<string, Tree>
}
export type Tree = Leaf | FieldsNode | Items

export const sameTree = (a: Tree | undefined, b: Tree | undefined): boolean => a?.canonicalText === b?.canonicalText

export function treeOf(content: Content): FieldsNode {
  const fields = Object.entries(content).flatMap(([name, value]): [string, Tree][] =>
    value === undefined ? [] : [[name, name === 'screens' && content.screens ? screensTree(content.screens) : sectionTree(name, value)]],
  )
  return fieldsTree(content, new Map(fields))
}

const screensTree = (widgets: Widgets): Items =>
  itemsTree('screens', widgets, new Map(widgets.ids.map((id) => [id, questionTree(widgets.entities[id] ?? { type: '' })])))

/** A question or an option. Fields that are unset or have their default count as absent. */
function questionTree(question: Readonly<Record<string, unknown>>, defaults: ReadonlyMap<string, unknown> = questionDefaults): FieldsNode {
  const fields = new Map<string, Tree>()
  for (const name of Object.keys(question)) {
    const value = question[name]
    if (!isUnset(value) && plainly(value) !== defaults.get(name)) fields.set(name, fieldTree(value, placedOptions(name, value)))
  }
  return fieldsTree(question, fields)
}

const isUnset = (value: unknown): boolean => value === undefined || value === null || value === ''

/** `items`: the value as a list of options that each have an id. */
function fieldTree(value: unknown, items: unknown): Tree {
  if (!isKeyed(items)) return leaf(value)
  return itemsTree('items', value, new Map(items.map((item) => [String(item.id), questionTree(item, new Map())])))
}

/** A list of items that each have an id of their own. */
export const isKeyed = (value: unknown): value is ({ id: string | number } & Record<string, unknown>)[] =>
  Array.isArray(value) &&
  value.every((item) => isObject(item) && (['string', 'number'].includes(typeof item.id) || item.id instanceof Exact)) &&
  new Set(value.map((item: Record<string, unknown>) => String(item.id))).size === value.length

/** Other sections are compared key by key; logic as one value, since the order of its rules matters. */
function sectionTree(name: string, value: unknown): Tree {
  if (name === 'conditions') return leaf(isObject(value) && Object.keys(value).length === 0 ? {} : value)
  return isObject(value) ? objectTree(value) : leaf(comparable(name, value), value)
}

function objectTree(value: Record<string, unknown>): FieldsNode {
  const compared = Object.entries(value).filter(([name, inner]) => inner !== undefined && !volatileFields.has(name))
  const trees = compared.map(([name, inner]): [string, Tree] => [
    name,
    isObject(inner) ? objectTree(inner) : leaf(comparable(name, inner), inner),
  ])
  return fieldsTree(value, new Map(trees))
}

/** Values in a form in which equal ones look the same: sets are sorted, colours and times normalized. */
function comparable(name: string, value: unknown): unknown {
  if (unorderedLists.has(name) && Array.isArray(value)) return value.map(canonical).sort()
  if (typeof value !== 'string') return value
  if (/^#[\da-f]{6}$/i.test(value)) return value.toLowerCase()
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(value)) return new Date(value).toISOString()
  return value
}

/** JSON with sorted keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join()}]`
  if (value instanceof Exact) return canonicalNumber(value)
  if (!isObject(value)) return JSON.stringify(value ?? null)
  return braced(
    Object.keys(value)
      .filter((name) => value[name] !== undefined)
      .sort(),
    (name) => canonical(value[name]),
  )
}

/** Added up, not joined: then V8 copies a text once, however deep it lies. */
function braced(names: readonly string[], textOf: (name: string) => string): string {
  let text = '{'
  for (const name of names) text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${textOf(name)}`
  return `${text}}`
}

/** Whether both are spelled alike: a look that makes no texts, as most values have not changed. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a instanceof Exact || b instanceof Exact) return a instanceof Exact && b instanceof Exact && String(a) === String(b)
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
}

const leaf = (compared: unknown, value: unknown = compared): Leaf => ({ kind: 'leaf', value, canonicalText: canonical(compared) })

export function fieldsTree(value: object, fields: ReadonlyMap<string, Tree>): FieldsNode {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1))
  const texts = sorted.map(([name, tree]) => `${JSON.stringify(name)}:${tree.canonicalText}`)
  return { kind: 'fields', value, fields, canonicalText: `{${texts.join()}}` }
}

export function itemsTree(kind: Items['kind'], value: unknown, items: ReadonlyMap<string, Tree>): Items {
  let text = '['
  for (const [id, tree] of items) text += `${text === '[' ? '' : ','}${JSON.stringify(id)}:${tree.canonicalText}`
  return { kind, value, items, canonicalText: `${text}]` }
}

/** What a store notes of its survey, beside the answers. */
import { isObject } from '../../text/is-object.ts'
import { holdsNothing } from './open.ts'
import type { Store } from './store.ts'

export interface Whose {
  base_url: string
  quiz: number
}

const noted = (store: Store, name: string): unknown => JSON.parse(store.meta(name) ?? 'null')

/** Whose answers it holds. */
export function whoseIn(store: Store): Whose | undefined {
  const whose = noted(store, 'whose')
  if (!isObject(whose)) return undefined
  const { base_url, quiz } = whose
  return typeof base_url === 'string' && typeof quiz === 'number' ? { base_url, quiz } : undefined
}

/** A sync that was killed at once has not said it yet. */
export function needWhose(store: Store, path: string): Whose {
  const whose = whoseIn(store)
  if (whose) return whose
  throw holdsNothing(path)
}

/** Screens of the draft in their order, and its navigation logic. */
export function logicIn(store: Store): { ids: string[]; conditions: unknown } | undefined {
  const logic = noted(store, 'logic')
  if (!isObject(logic) || !Array.isArray(logic.ids)) return undefined
  return { ids: logic.ids.map(String), conditions: logic.conditions }
}

/** When a destination was last brought up to date, and how many answers it has since. */
interface Written {
  at: string
  answers: number
}

export function writtenIn(store: Store): Map<string, Written> {
  const written = noted(store, 'written')
  // As `noteWritten` writes it.
  return new Map(Object.entries(isObject(written) ? (written as Record<string, Written>) : {}))
}

/** `name`: a format, or a database with its schema. */
export const noteWritten = (store: Store, name: string): void =>
  store.setMeta(
    'written',
    JSON.stringify(Object.fromEntries([...writtenIn(store), [name, { at: new Date().toISOString(), answers: store.count }]])),
  )

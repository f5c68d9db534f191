/** What `export form` wrote beside what another system can say. */
import { createHash } from 'node:crypto'
import { isUuid } from '../../model/document/ids.ts'
import type { DraftItem } from './draft.ts'
import { fieldsOf } from './json.ts'

/** Gives a question the id and the fields that were written beside it. */
export function takeOwn(item: DraftItem, id: string, own: unknown): void {
  if (isUuid(id)) item.id = id
  item.question = restored(item.question, own)
}

/** Of all conditions: another one means that somebody changed them. */
export const markOf = (conditions: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(conditions)).digest('hex').slice(0, 16)

/** Sets each field back to what it was, unless somebody changed it since. */
export function restored<T extends object>(read: T, own: unknown): T {
  const made = { ...read } as Record<string, unknown>
  for (const [name, pair] of Object.entries(fieldsOf(fieldsOf(own).fields))) {
    if (!Array.isArray(pair) || pair.length !== 2 || name === '__proto__') continue
    const [was, is]: unknown[] = pair
    if (JSON.stringify(made[name] === '' ? null : (made[name] ?? null)) !== JSON.stringify(was)) continue
    if (is === null) delete made[name]
    else made[name] = is
  }
  // The fields of the same type of thing.
  return made as T
}

/** What `export form` wrote beside what another system can say. */
import { fieldsOf } from './json.ts'

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

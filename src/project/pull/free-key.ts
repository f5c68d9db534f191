/** The key of a survey that has none yet. */
import { whyNoName } from '../files/layout.ts'

/** Its name in ASCII where that is free, else its id. */
export function freeKey(name: string, id: number, taken: Set<string>): string {
  const slug = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  const key = whyNoName(slug) === undefined && !taken.has(slug) ? slug : `survey-${id}`
  taken.add(key)
  return key
}

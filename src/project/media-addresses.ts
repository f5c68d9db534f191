/** Addresses of a survey's media for others, all at once. Pure. */
import type { Widgets } from '../contract/core/records.ts'
import { withMedia } from '../model/document/media.ts'
import type { Content } from '../model/document/shape.ts'

/** Where a file got its address, what stands for it is replaced. */
export function withAddresses(content: Content, addresses: ReadonlyMap<string, string>): Content {
  if (!content.screens || addresses.size === 0) return content
  return { ...content, screens: screensWith(content.screens, (address) => addresses.get(address) ?? address) }
}

export const screensWith = (screens: Widgets, change: (address: string) => string): Widgets => ({
  ...screens,
  entities: Object.fromEntries(Object.entries(screens.entities).map(([id, entity]) => [id, withMedia(entity, change)])),
})

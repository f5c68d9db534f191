/** Replaces the addresses of a survey's media. Pure. */
import type { Widgets } from '../../contract/core/records.ts'
import { withMedia } from '../../model/document/media.ts'
import type { Content } from '../../model/document/shape.ts'

/** With the addresses that files got by their upload, in place of what stood for them. */
export function withAddresses(content: Content, addresses: ReadonlyMap<string, string>): Content {
  if (!content.screens || addresses.size === 0) return content
  return { ...content, screens: screensWith(content.screens, (address) => addresses.get(address) ?? address) }
}

export const screensWith = (screens: Widgets, change: (address: string) => string): Widgets => ({
  ...screens,
  entities: Object.fromEntries(Object.entries(screens.entities).map(([id, entity]) => [id, withMedia(entity, change)])),
})

/** Pictures, videos and sounds of questions: where their addresses are, and the placeholder of a file that isn't uploaded yet. */
import { isPictureList } from '../../contract/surveys/question.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { isObject, type Content } from './shape.ts'
import { own } from '../../text/own.ts'

/** What a file is for: a question's picture, video or sound, or the picture of an option. */
export type MediaUse = 'image' | 'video' | 'audio' | 'option'

const uses = { imgUrl: 'image', videoUrl: 'video', audioUrl: 'audio' } satisfies Record<string, MediaUse>

/** The use of a medium, by its path inside of a question: `multimedia.imgUrl`, `choiceImageEntities.0.link`. */
export function mediaUse([field, inner, last, ...more]: readonly (string | number)[]): MediaUse | undefined {
  if (field === 'multimedia' && last === undefined) return own<MediaUse>(uses, String(inner))
  return isPictureList(field) && last === 'link' && more.length === 0 ? 'option' : undefined
}

type Fields = Record<string, unknown>
type Change = (address: string, use: MediaUse) => unknown

/** A question with its addresses replaced; the same object where none changes. */
export function withMedia<T extends object>(question: T, change: Change): T {
  // Any object can be read by name.
  const fields = question as Fields
  const { multimedia } = fields
  const changed: Fields = {}
  if (isObject(multimedia)) changed.multimedia = withFields(multimedia, uses, change)
  for (const [name, options] of Object.entries(fields)) {
    if (!isPictureList(name) || !Array.isArray(options)) continue
    changed[name] = sameOr(
      options,
      options.map((option: unknown) => (isObject(option) ? withFields(option, { link: 'option' }, change) : option)),
    )
  }
  return Object.entries(changed).some(([name, value]) => value !== fields[name]) ? { ...question, ...changed } : question
}

const sameOr = (before: unknown[], after: unknown[]): unknown[] => (after.every((item, index) => item === before[index]) ? before : after)

function withFields(object: Fields, fields: Readonly<Record<string, MediaUse>>, change: Change): Fields {
  const changed = Object.entries(fields).flatMap(([name, use]): [string, unknown][] => {
    const value = object[name]
    const now = typeof value === 'string' && value !== '' ? change(value, use) : value
    return now === value ? [] : [[name, now]]
  })
  return changed.length > 0 ? { ...object, ...Object.fromEntries(changed) } : object
}

/** All addresses in these questions, once for each use. */
export function mediaIn(questions: readonly object[]): { address: string; use: MediaUse }[] {
  const found: { address: string; use: MediaUse }[] = []
  for (const question of questions)
    withMedia(question, (address, use) => {
      if (!found.some((each) => each.address === address && each.use === use)) found.push({ address, use })
      return address
    })
  return found
}

export const screensWith = (screens: Widgets, change: (address: string) => string): Widgets => ({
  ...screens,
  entities: Object.fromEntries(Object.entries(screens.entities).map(([id, entity]) => [id, withMedia(entity, change)])),
})

/** With the addresses that files got by their upload, in place of what stood for them. */
export function withAddresses(content: Content, addresses: ReadonlyMap<string, string>): Content {
  if (!content.screens || addresses.size === 0) return content
  return { ...content, screens: screensWith(content.screens, (address) => addresses.get(address) ?? address) }
}

/** A file of the survey's folder that isn't uploaded yet; its placeholder in a content is `localAddress`. */
export interface LocalFile {
  path: string
  sha256: string
  bytes: number
}

const scheme = 'surveyctl-file:'

export const isLocal = (address: string): boolean => address.startsWith(scheme)
export const localAddress = ({ path, sha256, bytes }: LocalFile): string => `${scheme}${sha256}:${bytes}:${path}`

export function localFile(address: string): LocalFile | undefined {
  const [, sha256, bytes, path] = /^surveyctl-file:([\da-f]{64}):(\d+):(.+)$/s.exec(address) ?? []
  return sha256 !== undefined && path !== undefined ? { path, sha256, bytes: Number(bytes) } : undefined
}

/** Any value with `{file: PATH}` in place of placeholders, to show it to a person. */
export function withPaths(value: unknown): unknown {
  if (typeof value === 'string') return isLocal(value) ? { file: localFile(value)?.path } : value
  if (Array.isArray(value)) return value.map(withPaths)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPaths(inner)])) : value
}

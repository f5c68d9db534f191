/** What a state must look like: it stands in a repository, where anybody may have changed it. */
import { isSection, type SectionName } from '../../model/document/sections.ts'
import { isObject } from '../../model/document/shape.ts'

type Is = (value: unknown) => boolean

const isText: Is = (value) => typeof value === 'string'
const isFlag: Is = (value) => typeof value === 'boolean'
const isCount: Is = (value) => Number.isSafeInteger(value)
const mapOf =
  (is: Is): Is =>
  (value) =>
    isObject(value) && Object.values(value).every(is)
const orNull =
  (is: Is): Is =>
  (value) =>
    value === null || is(value)
const objects = mapOf(isObject)
const facts = orNull(isObject)

const ofSection: Readonly<Record<SectionName, Is>> = {
  name: isText,
  archived: isFlag,
  folder: isText,
  type: isText,
  template: isFlag,
  note: isText,
  theme: (value) => value === null || isText(value) || isCount(value),
  settings: isObject,
  hidden: () => true,
  screens: (value) =>
    isObject(value) &&
    Array.isArray(value.ids) &&
    value.ids.every(isText) &&
    objects(value.entities) &&
    Object.values(value.entities ?? {}).every((entity) => isObject(entity) && isText(entity.type)),
  conditions: isObject,
  texts: mapOf(mapOf(isText)),
  letters: objects,
  recipients: objects,
  webhooks: objects,
  messengers: mapOf(facts),
  sheets: facts,
  automation: facts,
  crm: mapOf(facts),
  counters: objects,
  promo: (value) => value === null || isText(value) || isCount(value),
  payment: facts,
  qr: facts,
}

const ofState = new Map(
  Object.entries<Is>({
    base_url: isText,
    workspace_id: isCount,
    quiz_id: isCount,
    fresh: isFlag,
    ids: mapOf(mapOf(isCount)),
    media: mapOf((medium) => isObject(medium) && isText(medium.sha256) && isText(medium.url)),
    draft: (draft) => isObject(draft) && (draft.digest === undefined || isText(draft.digest)),
    published: (its) => isObject(its) && orNull(isCount)(its.version_id) && isText(its.digest),
  }),
)

const needed = ['base_url', 'workspace_id', 'quiz_id']

/** The path of the first value that can't be there; `undefined`: none. */
export function wrongIn(state: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = (name: string, value: unknown): boolean => ofState.get(name)?.(value) === false
  const { sections = {} } = state
  if (state.format !== 1) return 'format'
  const missing = needed.find((name) => state[name] === undefined)
  const top = missing ?? Object.entries(state).find(([name, value]) => value !== undefined && wrong(name, value))?.[0]
  if (top !== undefined || !isObject(sections)) return top ?? 'sections'
  const section = Object.entries(sections).find(([name, value]) => isSection(name) && !ofSection[name](value))
  return section && `sections.${section[0]}`
}

import { usageError } from '../errors.ts'
import type { Content } from '../model/document/index.ts'
import type { Service } from '../service.ts'
import { isObject } from '../text/is-object.ts'
import { reported } from './loss.ts'
import { knownPublication, publicationTrace, publishable, reportedScreens } from './publication.ts'
import type { Draft } from './read.ts'

/** What respondents see, as far as it is known, and what they would see; of both only what can be compared. */
export async function againstPublication(service: Service, draft: Draft): Promise<[published: Content, drafted: Content]> {
  const trace = await publicationTrace(service, draft.id)
  if (trace?.mark === 0) {
    service.note(`Survey ${draft.id} was never published: all of its draft is new`)
    const all = publishable(draft)
    const empty = Object.keys(all).map((name) => [name, name === 'screens' ? { ids: [], entities: {} } : {}])
    return [Object.fromEntries(empty), all]
  }
  const published = await knownPublication(service, draft.id, trace)
  if (published) return [published, publishable(draft)]
  const screens = reportedScreens(draft, await reported(service, draft.id))
  const drafted = draft.content.screens
  if (!drafted || !screens || screens.ids.length === 0)
    throw usageError(
      `The publication of survey ${draft.id} is unknown`,
      'The service does not show it. It is known after a "quiz publish" from here, or once there are answers',
    )
  service.note('Published from elsewhere, so only question titles and options can be compared')
  return [{ screens }, { screens: asReported(drafted, screens) }]
}

type Screens = NonNullable<Content['screens']>

/** Of the draft what a report shows: answerable questions, their type, title, and ids and titles of options. */
function asReported({ ids, entities }: Screens, { entities: reportedEntities }: Screens): Screens {
  const shown = ids.filter((id) => !['welcome', 'submit', 'message', 'html'].includes(entities[id]?.type ?? ''))
  const fields = (id: string): Screens['entities'][string] => {
    const { type = '', title, ...rest } = entities[id] ?? { type: '' }
    const lists = Object.entries(rest).filter(([field]) => reportedEntities[id]?.[field] !== undefined)
    const titled = (list: unknown): unknown =>
      Array.isArray(list)
        ? list.map((option, index) => (isObject(option) ? { id: option.id ?? String(index + 1), title: option.title } : option))
        : list
    return { type, title, ...Object.fromEntries(lists.map(([field, list]) => [field, titled(list)])) }
  }
  return { ids: shown, entities: Object.fromEntries(shown.map((id) => [id, fields(id)])) }
}

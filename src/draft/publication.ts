/**
 * What respondents see. The service shows no publication's content: this tool keeps what it published itself, and knows
 * of others what a report shows: questions that were answered, with their options.
 */
import { asHelp, type Service, type Trace } from '../service.ts'
import type { ReportQuestion } from '../contract/answers/report.ts'
import type { Result } from '../contract/core/operation.ts'
import type { Widgets } from '../contract/core/records.ts'
import { listVersions } from '../contract/surveys/version.ts'
import { CommandError } from '../errors.ts'
import { optionFields, type Content } from '../model/document/index.ts'
import { storePublished, lastPublished } from './stored.ts'
import type { Reported } from './loss.ts'
import { isObject } from '../text/is-object.ts'
import type { Draft } from './read.ts'

/** The newest publication; `0`: there is none; `undefined`: the service refuses to tell. */
export async function newestVersion(service: Pick<Service, 'call'>, id: number): Promise<number | undefined> {
  const items = await lastVersions(service, id)
  return items && (items[0]?.id ?? 0)
}

/** What a publication adds to, and how it shows. */
export async function publicationTrace(service: Service, id: number): Promise<Trace | undefined> {
  const items = await asHelp(service, `What survey ${id} was published as last`, (call) => lastVersions({ call }, id).catch(unreachable))
  if (items instanceof CommandError) throw items
  if (!items) return undefined
  const [last, previous] = items
  return {
    mark: last?.id ?? 0,
    previous: previous?.id ?? 0,
    says: last ? `version ${last.id}${last.created_at ? ` of ${last.created_at}` : ''}` : 'no version',
  }
}

/** A service that can't be reached fails the work at once, where `asHelp` would note it: the next request would fail alike. */
function unreachable(error: unknown): CommandError {
  if (error instanceof CommandError && error.facts.unreachable) return error
  throw error
}

/** The newest two; `undefined`: the service refuses to tell. */
async function lastVersions(service: Pick<Service, 'call'>, id: number): Promise<Result<typeof listVersions>['items'] | undefined> {
  try {
    return (await service.call(listVersions, { id, per_page: 2 })).items
  } catch (error) {
    if (error instanceof CommandError && !['unavailable', 'interrupted'].includes(error.kind)) return undefined
    throw error
  }
}

/** From when on respondents answer what they are asked now. */
export async function reportPublication(service: Service, id: number): Promise<void> {
  const items = await lastVersions(service, id)
  const [last] = items ?? []
  service.note(
    last
      ? `Published last ${last.created_at?.slice(0, 10) ?? ''} (version ${last.id}): respondents see the edit with the next publication`
      : items
        ? `Survey ${id} was never published`
        : 'The time of the last publication is unknown: the service refused to show it',
  )
}

/** Once it is published, the draft is what respondents see. `after`: the version that was the newest before. */
export const rememberPublished = (service: Pick<Service, 'stateFile'>, draft: Draft, after: number): void =>
  storePublished(service, draft.id, { after, content: publishable(draft) })

/** All of it, when the newest publication is one of ours. `trace`: of the newest, where it was read. */
export async function knownPublication(service: Service, id: number, trace?: Trace): Promise<Content | undefined> {
  const kept = lastPublished(service, id)
  const last = kept && (trace ?? (await publicationTrace(service, id)))
  const isNewest = last && last.mark !== 0 && (kept.version === last.mark || kept.after === last.previous)
  return isNewest ? kept.content : undefined
}

/** Questions of the publication as the report shows them; `undefined`: nothing is known. */
export function reportedScreens({ content }: Draft, asked: Reported | undefined): Widgets | undefined {
  if (!asked || !content.screens) return undefined
  const drafted = content.screens.entities
  const questions = [...asked]
  // Those that only older answers have stand behind those of the publication, where nobody can tell them from removed ones.
  const last = questions.findLastIndex(([id]) => drafted[id] !== undefined)
  const published = questions.slice(0, last + 1)
  return { ids: published.map(([id]) => id), entities: Object.fromEntries(published.map(([id, its]) => [id, questionOf(its)])) }
}

function questionOf(asked: ReportQuestion): Widgets['entities'][string] {
  const { type = '', title } = asked
  const objectsIn = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isObject) : [])
  const listed = (bars: unknown): object[] => objectsIn(bars).map(({ id, label }) => ({ id, title: label }))
  const [field] = optionFields(type)
  if (type === 'matrix') {
    return { type, title, matrixRows: listed(asked.rows), matrixColumns: listed(objectsIn(asked.rows)[0]?.bars) }
  }
  return { type, title, ...(field !== undefined && { [field]: listed(asked.bars) }) }
}

/** Of a draft, what a publication holds. */
export const publishable = ({ content: { name: _, note: __, ...sections } }: Draft): Content => sections

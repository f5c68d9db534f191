/**
 * What respondents see. The service shows no publication's content: this tool keeps what it published itself, and knows
 * of others what a report shows: questions that were answered, with their options.
 */
import type { Context, Trace } from '../../cli/context.ts'
import type { ReportQuestion } from '../../contract/report.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { listVersions } from '../../contract/version.ts'
import { CommandError } from '../../errors.ts'
import { optionFields, type Content } from '../../model/document/index.ts'
import { keepPublished, lastPublished } from './kept.ts'
import { reported } from './loss.ts'
import { isObject } from '../../text/is-object.ts'
import type { Draft } from './read.ts'

/** The newest publication; `0`: there is none; `undefined`: the service refuses to tell. */
export async function newestVersion(context: Context, id: number): Promise<number | undefined> {
  const last = await lastVersion(context, id)
  return last === undefined ? undefined : (last?.id ?? 0)
}

/** What a publication adds to, and how it shows. */
export async function publicationTrace(context: Context, id: number): Promise<Trace | undefined> {
  const last = await lastVersion(context, id)
  if (last === undefined) return undefined
  return { mark: last?.id ?? 0, says: last ? `version ${last.id}${last.created_at ? ` of ${last.created_at}` : ''}` : 'no version' }
}

interface Version {
  id: number
  created_at?: string | null | undefined
}

/** `null`: there is none; `undefined`: the service refuses to tell. */
async function lastVersion(context: Context, id: number): Promise<Version | null | undefined> {
  try {
    const { items } = await context.call(listVersions, { id, per_page: 1 })
    return items[0] ?? null
  } catch (error) {
    if (error instanceof CommandError && !['unavailable', 'interrupted'].includes(error.kind)) return undefined
    throw error
  }
}

/** From when on respondents answer what they are asked now. */
export async function tellPublication(context: Context, id: number): Promise<void> {
  const last = await lastVersion(context, id)
  if (last)
    context.note(
      `Published last ${last.created_at?.slice(0, 10) ?? ''} (version ${last.id}): respondents see the edit with the next publication`,
    )
  else
    context.note(
      last === null ? `Survey ${id} was never published` : 'When it was published last is not known: the service refuses to tell',
    )
}

/** Once it is published, the draft is what respondents see. */
export async function rememberPublished(context: Context, draft: Draft): Promise<void> {
  const version = await newestVersion(context, draft.id)
  if (version !== undefined && version > 0) keepPublished(context, draft.id, { version, content: publishable(draft) })
}

/** All of it, when the newest publication is one of ours. */
export async function knownPublication(context: Context, id: number): Promise<Content | undefined> {
  const kept = lastPublished(context, id)
  return kept && kept.version === (await newestVersion(context, id)) ? kept.content : undefined
}

/** Questions of the publication as the report shows them; `undefined`: nothing is known. */
export async function reportedScreens(context: Context, { id, content }: Draft): Promise<Widgets | undefined> {
  const asked = content.screens && (await reported(context, id))
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

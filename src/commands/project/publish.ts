/** Publishing what was applied, once. */
import type { Context } from '../../cli/context.ts'
import { publishQuiz } from '../../contract/quiz.ts'
import { isSection, sections } from '../../model/document/sections.ts'
import type { Content } from '../../model/document/shape.ts'
import type { Applied } from '../../project/apply.ts'
import type { Once } from '../../project/once.ts'
import { digestOf, type State } from '../../project/state.ts'
import { sectionOf } from '../../project/sections/index.ts'
import { newestVersion, rememberPublished } from '../draft/publication.ts'
import { readDraft } from '../draft/read.ts'
import { isObject } from '../../text/is-object.ts'

/** Of the survey's own read, what respondents see with the next publication. */
const draftOf = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).filter(
      ([name]) => isSection(name) && sections[name].effect === 'draft' && sectionOf(name)?.fromView !== undefined,
    ),
  )

/** Within this time after a publication a survey has not been edited: the publication itself is a change. */
const tolerance = 5000

/** Whether the draft is another one than what respondents see, as far as that is known. */
export function mustPublish({ state, found, done }: Pick<Applied, 'state' | 'found' | 'done'>): boolean {
  if (!found) return false
  const { is_published, is_template, archive_at, published_at, updated_at } = found.view
  // Nobody answers these.
  if (is_template === true || typeof archive_at === 'string') return false
  if (!is_published || done.some(({ section }) => isSection(section) && sections[section].effect === 'draft')) return true
  if (state.published) return state.published.digest !== digestOf(draftOf(found.content))
  return typeof published_at === 'string' && typeof updated_at === 'string' && Date.parse(updated_at) - Date.parse(published_at) > tolerance
}

export async function publishSurvey(
  context: Context,
  { key, state, found }: Applied & { key: string },
  once: Once,
  keep: (state: State) => void,
): Promise<State> {
  const id = state.quiz_id
  const digest = digestOf(draftOf(found?.content ?? {}))
  const version_id = await once<number | null>(`publish ${key} ${digest}`, {
    keep: (published) => keep({ ...state, published: { version_id: published, digest } }),
    note: async () => ({ newest: (await newestVersion(context, id)) ?? null }),
    send: async () => {
      await context.call(publishQuiz, { id })
      return (await newestVersion(context, id)) ?? null
    },
    find: async (noted) => {
      const newest = await newestVersion(context, id)
      return newest !== undefined && newest !== (isObject(noted) ? noted.newest : undefined) ? newest : undefined
    },
  })
  await rememberPublished(context, await readDraft(context, id))
  return { ...state, published: { version_id, digest } }
}

/** Links surveys whose state is not there by their names, where exactly one of the files and one of the service have it. */
import { listQuizzes } from '../../contract/surveys/quiz.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { atOnce, ownAccount, statesOf, type Opened } from '../opened.ts'
import { findSurveys } from '../surveys.ts'
import { linkFolder } from './link-survey.ts'

export interface Adopted {
  key: string
  name: string
  quiz_id: number | null
  status: 'adopted' | 'left'
  why?: string
}

/** Sorted by key. */
export async function adoptAll(opened: Opened): Promise<Adopted[]> {
  const unknown = (await findSurveys(opened, [])).filter(({ cached: { facts } }) => !facts.place)
  const account = await ownAccount(opened)
  const taken = new Set(statesOf(opened).map(([, state]) => state?.quiz_id))
  const free = (await opened.service.call(listQuizzes, { sort: 'id', order: 'asc' })).filter(({ id }) => !taken.has(id))
  const ids = Map.groupBy(free, ({ name }) => name ?? '')
  const named: { key: string; name: string }[] = []
  for (const { key, load } of unknown) named.push({ key, name: String((await load()).ours.content.name) })
  const keys = Map.groupBy(named, ({ name }) => name)
  const adopted = named.map(({ key, name }): Adopted => {
    const why = whyLeft(
      (ids.get(name) ?? []).map(({ id }) => id),
      (keys.get(name) ?? []).map((other) => other.key),
    )
    if (why !== undefined) return { key, name, quiz_id: null, status: 'left', why }
    return { key, name, quiz_id: ids.get(name)?.[0]?.id ?? null, status: 'adopted' }
  })
  await inParallel(adopted, atOnce, async ({ key, quiz_id }) => {
    if (quiz_id !== null) await linkFolder(opened, account, key, quiz_id)
  })
  return adopted
}

function whyLeft(ids: readonly number[], keys: readonly string[]): string | undefined {
  if (ids.length === 0) return 'no survey of the service that is free has its name'
  if (ids.length > 1) return `surveys ${ids.join(', ')} all have its name`
  return keys.length > 1 ? `${keys.join(', ')} all have this name` : undefined
}

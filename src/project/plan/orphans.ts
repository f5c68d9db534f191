/**
 * Finds surveys that an earlier run made, where its journal and state are lost: a CI runner that died, or a state that was never
 * committed. Ids of questions are derived from the project, so a survey with such questions is ours; an untouched one may also
 * be somebody else's.
 */
import type { Service } from '../../service.ts'
import { listQuizzes, viewQuiz } from '../../contract/surveys/quiz.ts'
import type { KnownIds } from '../apply/create.ts'
import { unlessGone } from './observe.ts'
import { isUntouched, type View } from '../sections/section.ts'

/** A survey of the files that has to be made. */
export interface NewSurvey {
  key: string
  name: string
  folder: string
  /** Ids of its questions. */
  ids: readonly string[]
}

export interface Orphan {
  key: string
  quiz_id: number
  /** It holds questions of the file. */
  isOurs: boolean
  /** It has the name of the file as well, however old it is. */
  isSame: boolean
}

const [oneDay, mostChecked] = [86_400_000, 50]

/** Newest first; `taken`: surveys that belong to files already. */
export async function findOrphans(service: Service, wanted: readonly NewSurvey[], taken: KnownIds): Promise<Orphan[]> {
  const rows = (await service.call(listQuizzes, { sort: 'id', order: 'desc' })).filter(({ id }) => !taken.has(id))
  const names = new Set(wanted.map(({ name }) => name))
  const orphans: Orphan[] = []
  let isOld = false
  for (const [index, { id, name }] of rows.entries()) {
    isOld ||= index >= mostChecked
    if (isOld && !names.has(name ?? '')) continue
    const view = await unlessGone(() => service.call(viewQuiz, { id }))
    if (!view) continue
    // Without a time, it counts as old.
    isOld ||= typeof view.created_at !== 'string' || Date.now() - Date.parse(view.created_at) > oneDay
    for (const each of wanted) {
      const found = orphanOf(each, id, view)
      if (found && (found.isSame || !isOld)) orphans.push(found)
    }
  }
  return orphans
}

function orphanOf({ key, name, folder, ids }: NewSurvey, quiz_id: number, view: View): Orphan | undefined {
  const isOurs = ids.some((id) => view.widgets?.ids.includes(id))
  if (!isOurs && !(isUntouched(view) && view.folder?.name === folder)) return undefined
  return { key, quiz_id, isOurs, isSame: isOurs && view.name === name }
}

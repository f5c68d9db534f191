/**
 * Surveys that a run made which left nothing behind, neither journal nor state: a runner that died with its disk. Ids of
 * questions are made from the project, so those that hold them are known; one that nobody touched yet may be another's.
 * The same for surveys whose state never came into the repository: one with the name and the questions of a file is that one.
 */
import type { Context } from '../cli/context.ts'
import { listQuizzes, viewQuiz } from '../contract/quiz.ts'
import type { KnownIds } from './create.ts'
import { unlessGone } from './observe.ts'
import { isUntouched, type View } from './sections/section.ts'

/** A survey of the files that is to be made. */
export interface NewSurvey {
  key: string
  name: string
  folder: string
  /** Of its questions. */
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

/** Newest first; `taken` are known here. */
export async function findOrphans(context: Context, wanted: readonly NewSurvey[], taken: KnownIds, now = Date.now()): Promise<Orphan[]> {
  const rows = (await context.call(listQuizzes, { sort: 'id', order: 'desc' })).filter(({ id }) => !taken.has(id))
  const names = new Set(wanted.map(({ name }) => name))
  const orphans: Orphan[] = []
  let isOld = false
  for (const [index, { id, name }] of rows.entries()) {
    isOld ||= index >= mostChecked
    if (isOld && !names.has(name ?? '')) continue
    const view = await unlessGone(() => context.call(viewQuiz, { id }))
    if (!view) continue
    // Without a time nothing tells how old it is.
    isOld ||= typeof view.created_at !== 'string' || now - Date.parse(view.created_at) > oneDay
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

/**
 * Surveys that a run made which left nothing behind, neither journal nor state: a runner that died with its disk. Ids of
 * questions are made from the project, so those that hold them are known; one that nobody touched yet may be another's.
 */
import type { Context } from '../cli/context.ts'
import { listQuizzes, viewQuiz } from '../contract/quiz.ts'
import type { Taken } from './create.ts'
import { unlessGone } from './observe.ts'
import { isUntouched, type View } from './sections/section.ts'

/** A survey of the files that is to be made. */
export interface Wanted {
  key: string
  folder: string
  /** Of its questions. */
  ids: readonly string[]
}

export interface Orphan {
  key: string
  quiz_id: number
  /** It holds questions of the file. */
  isOurs: boolean
}

const [oneDay, mostLooks] = [86_400_000, 50]

/** Of the last day, newest first; `taken` are known here. */
export async function findOrphans(context: Context, wanted: readonly Wanted[], taken: Taken, now = Date.now()): Promise<Orphan[]> {
  const orphans: Orphan[] = []
  const rows = await context.call(listQuizzes, { sort: 'id', order: 'desc', limit: mostLooks })
  for (const { id } of rows) {
    if (taken.has(id)) continue
    const view = await unlessGone(() => context.call(viewQuiz, { id }))
    if (!view) continue
    // Without a time nothing tells how old it is.
    if (typeof view.created_at !== 'string' || now - Date.parse(view.created_at) > oneDay) break
    orphans.push(...wanted.flatMap((each) => judged(each, id, view)))
  }
  return orphans
}

function judged({ key, folder, ids }: Wanted, quiz_id: number, view: View): Orphan[] {
  const isOurs = ids.some((id) => view.widgets?.ids.includes(id))
  return isOurs || (isUntouched(view) && view.folder?.name === folder) ? [{ key, quiz_id, isOurs }] : []
}

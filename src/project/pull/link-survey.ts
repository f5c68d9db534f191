/** Which survey a folder is. */
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { usageError } from '../../errors.ts'
import { toCopy } from '../../text/to-copy.ts'
import { statePath } from '../files/layout.ts'
import { removeWithin } from '../files/write-within.ts'
import { ownAccount, statesOf, type Opened } from '../opened.ts'
import { isUntouched } from '../sections/section.ts'
import { readState, writeState, type Account, type State } from '../state/state.ts'
import { pullNew, type Pull } from './pull-surveys.ts'

export interface Linked {
  /** Where there was no folder yet. */
  pulled?: Pull
  /** A survey that a run made and then broke off: what it has is no one's change. */
  fresh: boolean
}

export async function linkSurvey(opened: Opened, key: string, id: number): Promise<Linked> {
  const { project, environment } = opened
  const account = await ownAccount(opened)
  const other = statesOf(opened).find(([name, state]) => state?.quiz_id === id && name !== key)
  if (other)
    throw usageError(`Survey ${id} is ${other[0]} already`, toCopy`Not to manage it there any more: surveyctl project forget ${other[0]}`)
  const before = readState(project, environment.name, key)
  if (before && before.quiz_id !== id)
    throw usageError(`${key} is survey ${before.quiz_id} already`, toCopy`To name another one: surveyctl project forget ${key}, then adopt`)
  if (!project.keys.includes(key)) return { pulled: await pullNew(opened, account, { id, key }), fresh: false }
  return { fresh: before === undefined && (await linkFolder(opened, account, key, id)) }
}

/** Of a folder that is no survey yet. Returns whether that survey is fresh. */
export async function linkFolder({ service, project, environment }: Opened, account: Account, key: string, id: number): Promise<boolean> {
  const fresh = isUntouched(await service.call(viewQuiz, { id }))
  writeState(project, environment.name, key, { ...account, quiz_id: id, ...(fresh && { fresh }) })
  return fresh
}

export function forgetLink({ project, environment }: Pick<Opened, 'project' | 'environment'>, key: string): State {
  const state = readState(project, environment.name, key)
  if (!state) throw usageError(`Environment ${environment.name} knows no survey ${key}`)
  removeWithin(project.root, statePath(environment.name, key))
  return state
}

/** Differences of a survey from what files and service had last, a path each. */
import { managedBy } from '../../model/document/codec.ts'
import { difference, treeOf, type Change, type Content } from '../../model/document/index.ts'
import type { Survey } from '../read-survey.ts'
import { namer } from './names.ts'

export interface Difference {
  key: string
  quiz_id: number | null
  status: 'changed' | 'new' | 'unknown' | 'gone'
  path: string | null
  kind: Change['kind'] | null
  before?: unknown
  after?: unknown
}

const about = ({ key, state }: Survey): Pick<Difference, 'key' | 'quiz_id'> => ({ key, quiz_id: state?.quiz_id ?? null })

/** Of the survey as a whole. */
export const wholly = (survey: Survey, status: Difference['status']): Difference => ({ ...about(survey), status, path: null, kind: null })

export function differencesOf(survey: Survey, before: Content, after: Content, theirs: Content): Difference[] {
  const changes = difference(treeOf(before), treeOf(after))
  if (changes.length === 0) return []
  const name = namer(survey.ours.idMap, theirs)
  return changes.map(({ path, kind, before: old, after: now }) => ({
    ...about(survey),
    status: 'changed',
    path: name(path),
    kind,
    ...(old !== undefined && { before: old }),
    ...(now !== undefined && { after: now }),
  }))
}

/** What was changed in the files. */
export function fileChanges(survey: Survey): Difference[] {
  const { ours, state } = survey
  if (!state) return [wholly(survey, 'new')]
  if (!state.base) return [wholly(survey, 'unknown')]
  return differencesOf(survey, managedBy(ours.content, state.base), ours.content, state.base)
}

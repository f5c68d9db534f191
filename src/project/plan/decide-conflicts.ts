/** What both sides changed is decided, path by path. */
import { usageError } from '../../errors.ts'
import { managedBy } from '../../model/document/codec.ts'
import type { Content, Path } from '../../model/document/shape.ts'
import { formatIds } from '../files/ids.ts'
import { idsPath } from '../files/layout.ts'
import { writeChanged } from '../files/write-survey.ts'
import { writeWithin } from '../files/write-within.ts'
import type { Opened } from '../opened.ts'
import type { Survey } from '../read-survey.ts'
import { withBase, writeState } from '../state/state.ts'
import { needState } from '../surveys.ts'
import { namer } from './names.ts'
import { planSurvey } from './plan-survey.ts'
import { withValueAt } from './with-value.ts'

export interface Decided {
  decided: string[]
  /** Conflicts that are still to be decided. */
  left: number
}

/** `paths`: of conflicts, as a plan names them; none: all. */
export async function decideConflicts(opened: Opened, survey: Survey, paths: readonly string[], side: 'ours' | 'theirs'): Promise<Decided> {
  const { service, project, environment } = opened
  const { key } = survey
  const state = needState(survey, opened)
  const { observed, comparison } = await planSurvey(service, environment, survey.ours, state)
  if (!observed) throw usageError(`The service has no survey ${state.quiz_id} any more`)
  const name = namer(survey.ours.idMap, observed.content)
  const all = comparison.entries.filter((entry) => entry.side === 'conflict').map(({ path }) => path)
  const chosen = chosenOf(all, paths, name, key)
  if (!state.base && chosen.length < all.length)
    throw usageError(
      'The last state that the files and the service shared is unknown, so all conflicts are resolved together',
      'Leave the paths out',
    )
  const theirs = observed.content
  const taken = (into: Content, from: (content: Content) => Content): Content =>
    chosen.reduce((content: Content, path) => withValueAt(content, from(content), path), into)
  if (side === 'theirs') {
    const wanted = taken(survey.ours.content, (content) => managedBy(content, theirs))
    writeChanged(project, survey.ours, wanted, environment)
  } // Where there was none: from now on these are the questions.
  else writeWithin(project.root, idsPath(key), formatIds(survey.ours.idMap))
  writeState(
    project,
    environment.name,
    key,
    withBase(
      state,
      taken(state.base ?? theirs, () => theirs),
    ),
  )
  return { decided: chosen.map((path) => name(path)), left: all.length - chosen.length }
}

/** A path stands for all below it. */
function chosenOf(all: readonly Path[], given: readonly string[], name: (path: Path) => string, key: string): readonly Path[] {
  const conflicts = [...new Set(all.map(name))]
  if (all.length === 0) throw usageError(`${key} has no conflict`)
  const fits = (path: string, wanted: string): boolean => path === wanted || path.startsWith(`${wanted}.`)
  const unknown = given.filter((wanted) => !conflicts.some((path) => fits(path, wanted)))
  if (unknown.length > 0)
    throw usageError(
      unknown.map((path) => `${path} is no conflict`),
      `There are ${conflicts.join(', ')}`,
    )
  return given.length === 0 ? all : all.filter((path) => given.some((wanted) => fits(name(path), wanted)))
}

/** The surveys of a project: of hundreds only those are in memory that are looked at, and only those are read that changed. */
import { usageError } from '../errors.ts'
import type { Problem } from './files/config.ts'
import type { CachedSurvey } from './state/survey-cache.ts'
import { chosenKeys, refuseProblems } from './files/project.ts'
import type { State } from './state/state.ts'
import { toCopy } from '../text/to-copy.ts'
import type { Opened } from './opened.ts'
import type { Survey } from './read-survey.ts'

/** A survey whose files are right. */
export interface Found {
  key: string
  cached: CachedSurvey
  load: () => Promise<Survey>
}

/**
 * The surveys that keys name, all of them without any; all that is wrong with their files is reported at once. `onRead` gives a
 * function, asked for only where it is needed: it gets each survey that has to be read, while that is in memory.
 */
export async function findSurveys(
  opened: Opened,
  keys: readonly string[],
  onRead?: () => Promise<(survey: Survey) => void>,
): Promise<Found[]> {
  const problems: Problem[] = []
  const found: Found[] = []
  for (const key of chosenKeys(opened.project, keys)) {
    const cached = opened.cache.find(key) ?? (await reading()).readSurvey(opened, key, { problems, onRead: await onRead?.() })
    if (cached) found.push({ key, cached, load: async () => (await reading()).loadSurvey(opened, key, cached) })
  }
  refuseProblems(problems)
  return found
}

/** What knows all sections, and YAML. */
const reading = () => import('./read-survey.ts')

export function needState({ key, state }: Survey, { environment }: Opened): State {
  if (state) return state
  throw usageError(
    `Survey ${key} is not on the service yet, as far as environment ${environment.name} knows`,
    toCopy`To make it: surveyctl project apply ${key}; to name the one that it is: surveyctl project adopt ${key} SURVEY`,
  )
}

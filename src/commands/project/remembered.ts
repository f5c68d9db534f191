/** Plans of surveys in step, by what the service answered: where files and answer are as they were, so is the plan. */
import { observedHash, observe } from '../../project/observe.ts'
import type { CachedSurvey, SurveyCache } from '../../project/survey-cache.ts'
import type { Planned, AlreadyObserved } from '../../project/plan.ts'
import { sectionOf } from '../../project/sections/index.ts'
import type { Cached } from '../../project/sections/section.ts'
import type { Digests } from './digests.ts'
import type { Opened } from './open.ts'
import type { SurveyPlan } from './plan-data.ts'
import type { Survey } from './read-survey.ts'
import type { Found } from './surveys.ts'

export interface Remembered {
  data: SurveyPlan
  digests?: Digests
  /** An apply has nothing to do for it. */
  isIdle?: boolean
}

export interface Needs {
  digests?: boolean
  /** Those that an apply has to do with are held; `waiting`: also those that are only to be published. */
  held?: { waiting: boolean }
}

interface Noted extends Remembered {
  mark: string
}

interface Looked {
  seen: AlreadyObserved | undefined
  /** Of all that the service answered. */
  mark: string | undefined
  /** Where the answer cannot be read without it. */
  survey: Survey | undefined
}

/** What the service has of it; the files are opened only where that has to be read by them. */
export async function look({ context, environment }: Opened, { key, cached, load }: Found, run: Cached): Promise<Looked> {
  const { place, sections } = cached.facts
  if (!place) return { seen: undefined, mark: undefined, survey: undefined }
  const survey = sections.some((name) => sectionOf(name)?.read) ? await load() : undefined
  const observed = await observe(context, place.quiz_id, environment, (name) => sections.includes(name), {
    ...survey,
    key,
    acrossSurveys: run,
  })
  return { seen: { observed }, mark: observed && observedHash(observed), survey }
}

const what = 'plan'

// Noted below, by the same version of this program: the cache of another one is not read.
const notedOf = ({ facts }: CachedSurvey): Noted | undefined => facts.concluded[what] as Noted | undefined

export function remembered(of: CachedSurvey, mark: string | undefined, { digests = false, held }: Needs): Remembered | undefined {
  const before = notedOf(of)
  if (!before || before.mark !== mark || (digests && !before.digests)) return undefined
  return held && (!before.isIdle || (held.waiting && before.data.waits)) ? undefined : before
}

/** Nothing differs, so nothing but the answer and the files was asked: neither answers, nor rules, nor the files' history. */
const isSettled = ({ status, steps, state, comparison }: Planned): boolean =>
  status === 'in_step' && steps.length === 0 && !state?.fresh && comparison.entries.length === 0

export function remember(cache: SurveyCache, of: CachedSurvey, planned: Planned, made: Noted): void {
  if (!isSettled(planned)) return
  const before = notedOf(of)
  cache.addResult(of, what, before?.mark === made.mark ? { ...before, ...made } : made)
}

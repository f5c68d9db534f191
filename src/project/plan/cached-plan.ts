/** Plans of surveys in step, by what the service answered: where files and answer are as they were, so is the plan. */
import type { Opened } from '../opened.ts'
import type { Survey } from '../read-survey.ts'
import { sectionOf } from '../sections/index.ts'
import type { Cached } from '../sections/section.ts'
import type { CachedSurvey, SurveyCache } from '../state/survey-cache.ts'
import type { Found } from '../surveys.ts'
import type { Digests } from './digests.ts'
import { observe, observedHash } from './observe.ts'
import type { SurveyPlan } from './plan-data.ts'
import type { AlreadyObserved, Planned } from './plan-survey.ts'

export interface CachedPlan {
  data: SurveyPlan
  digests?: Digests
  /** An apply has nothing to do for it. */
  isIdle?: boolean
}

export interface Needs {
  digests?: boolean
  /** Those that an apply has to do with are planned anew, also those that are only to be published. */
  planned?: { isToPublish: (survey: SurveyPlan) => boolean }
}

interface StoredPlan extends CachedPlan {
  /** Of all that the service answered. */
  hash: string
}

interface ByCache {
  seen: AlreadyObserved | undefined
  hash: string | undefined
  /** Where the answer cannot be read without it. */
  survey: Survey | undefined
}

/** What the service has of it; the files are opened only where that has to be read by them. */
export async function observeByCache({ service, environment }: Opened, { key, cached, load }: Found, run: Cached): Promise<ByCache> {
  const { place, sections } = cached.facts
  if (!place) return { seen: undefined, hash: undefined, survey: undefined }
  const survey = sections.some((name) => sectionOf(name)?.read) ? await load() : undefined
  const wanted = (name: string): boolean => sections.includes(name)
  const observed = await observe(service, place.quiz_id, environment, { ...survey, key, wanted, acrossSurveys: run })
  return { seen: { observed }, hash: observed && observedHash(observed), survey }
}

const what = 'plan'

// Stored below, by the same version of this program: the cache of another one is not read.
const storedPlan = ({ facts }: CachedSurvey): StoredPlan | undefined => facts.results[what] as StoredPlan | undefined

/** `undefined`: it has to be planned anew. */
export function cachedPlan(cached: CachedSurvey, hash: string | undefined, { digests = false, planned }: Needs): CachedPlan | undefined {
  const before = storedPlan(cached)
  if (!before || before.hash !== hash || (digests && !before.digests)) return undefined
  return planned && (!before.isIdle || planned.isToPublish(before.data)) ? undefined : before
}

/** Nothing differs, so nothing but the answer and the files was asked: neither answers, nor rules, nor the files' history. */
const isSettled = ({ status, steps, state, comparison }: Planned): boolean =>
  status === 'in_step' && steps.length === 0 && !state?.fresh && comparison.entries.length === 0

export function cachePlan(cache: SurveyCache, cached: CachedSurvey, planned: Planned, made: StoredPlan): void {
  if (!isSettled(planned)) return
  const before = storedPlan(cached)
  cache.addResult(cached, what, before?.hash === made.hash ? { ...before, ...made } : made)
}

/** What was changed on the service since it and the files were brought together last. */
import { managedBy } from '../../model/document/codec.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { appearedIn, isWatched } from '../pull/appeared.ts'
import { atOnce, ownAccount, type Opened } from '../opened.ts'
import type { Survey } from '../read-survey.ts'
import { cachedReads, type Cached } from '../sections/section.ts'
import { findSurveys } from '../surveys.ts'
import { differencesOf, wholly, type Difference } from './differences.ts'
import { wasApplied } from '../state/history.ts'
import { observe } from './observe.ts'

export interface Drift {
  /** How many surveys were looked at. */
  count: number
  differences: readonly Difference[]
}

/** Nothing is asked of surveys that aren't there yet. */
export async function findDrift(opened: Opened, keys: readonly string[], patience: number | undefined): Promise<Drift> {
  const surveys = await findSurveys(opened, keys)
  await ownAccount(opened)
  await opened.service.patience(patience)
  const found = new Map<string, Difference[]>()
  const run = cachedReads()
  await inParallel(surveys, atOnce, async ({ key, load }) => void found.set(key, await driftOf(opened, await load(), run)))
  return { count: surveys.length, differences: surveys.flatMap(({ key }) => found.get(key) ?? []) }
}

async function driftOf(opened: Opened, survey: Survey, run: Cached): Promise<Difference[]> {
  const { service, project, environment } = opened
  const { key, ours, state } = survey
  if (!state) return []
  const wanted = isWatched(ours.content, state.base)
  const observed = await observe(service, state.quiz_id, environment, { ...survey, wanted, acrossSurveys: run })
  if (!observed) return [wholly(survey, 'gone')]
  const base = state.fresh ? observed.content : state.base
  if (!base) return [wholly(survey, 'unknown')]
  const sections = Object.keys(observed.unreadable).filter((name) => ours.content[name] !== undefined)
  const unreadable = sections.map((section): Difference => ({ ...wholly(survey, 'unknown'), path: section }))
  const appeared = appearedIn(ours.content, base, observed)
  const theirs = { ...managedBy(ours.content, observed.content), ...appeared }
  const changes = differencesOf(survey, managedBy(theirs, managedBy({ ...ours.content, ...appeared }, base)), theirs, observed.content)
  // Where nobody commits the state, the history of the files says what was applied from here.
  return changes.length > 0 && wasApplied(project, { key, environment, state }, observed.content) ? unreadable : [...changes, ...unreadable]
}

/** `project drift`: the service against what it and the files had last. */
import { inParallel } from '../../cli/bulk/parallel.ts'
import type { Context } from '../../cli/context.ts'
import { managedBy } from '../../model/document/codec.ts'
import { observe } from '../../project/observe.ts'
import { cachedReads, type Cached } from '../../project/sections/section.ts'
import { counted } from '../../text/counted.ts'
import { only, rowsOf, showDifferences, type Row } from './difference-rows.ts'
import { accountOf, atOnce, openHere, refuseForeignStates, waitAsTold, type Opened } from './open.ts'
import { earlier } from './plans.ts'
import type { Survey } from './read-survey.ts'
import { findSurveys } from './surveys.ts'

interface DriftOptions {
  env?: string | undefined
  patience?: string | undefined
}

/** What was changed on the service since; nothing is asked of surveys that aren't there yet. */
export async function showDrift(given: Context, keys: readonly string[], { env, patience }: DriftOptions): Promise<void> {
  const opened = openHere(given, { env })
  const { context } = opened
  const surveys = await findSurveys(opened, keys)
  const account = await accountOf(opened)
  refuseForeignStates(opened, account)
  await waitAsTold(opened, patience)
  const found = new Map<string, Row[]>()
  const run = cachedReads()
  await inParallel(surveys, atOnce, async ({ key, load }) => {
    found.set(key, await driftOf(opened, await load(), run))
  })
  const rows = surveys.flatMap(({ key }) => found.get(key) ?? [])
  await showDifferences(context, rows)
  context.note(`The service has what was last brought together with the files (${counted(surveys.length, 'survey')})`)
}

async function driftOf(opened: Opened, survey: Survey, run: Cached): Promise<Row[]> {
  const { context, environment } = opened
  const { ours, state } = survey
  if (!state) return []
  const observed = await observe(context, state.quiz_id, environment, (name) => ours.content[name] !== undefined, {
    ...survey,
    acrossSurveys: run,
  })
  if (!observed) return [only(survey, 'gone')]
  const base = state.fresh ? observed.content : state.base
  if (!base) return [only(survey, 'unknown')]
  const blind = Object.keys(observed.unreadable).filter((name) => ours.content[name] !== undefined)
  const unseen = blind.map((section): Row => ({ ...only(survey, 'unknown'), path: section }))
  const theirs = managedBy(ours.content, observed.content)
  const rows = rowsOf(survey, managedBy(theirs, managedBy(ours.content, base)), theirs, observed.content)
  return rows.length > 0 && earlier(opened, survey.key, state)(observed.content) ? unseen : [...rows, ...unseen]
}

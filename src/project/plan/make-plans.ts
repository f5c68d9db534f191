/** What files and service would take to come together, survey by survey. Only reads. */
import { severeImpacts, type Impact } from '../../draft/loss.ts'
import { usageError } from '../../errors.ts'
import { isSection, sectionNames } from '../../model/document/sections.ts'
import type { Service } from '../../service.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { inTurn } from '../../system/timers.ts'
import { hasWork } from '../apply/apply-survey.ts'
import { atOnce, ownAccount, type Opened } from '../opened.ts'
import { cachedReads, type Cached, type View } from '../sections/section.ts'
import { wasApplied } from '../state/history.ts'
import type { Account } from '../state/state.ts'
import { findSurveys, type Found } from '../surveys.ts'
import { reportAlreadyThere, wantedOf } from './already-there.ts'
import { digestsOf, type Digests } from './digests.ts'
import { findFolders, needsFolder, newFolders, type FolderIds } from './find-folders.ts'
import type { NewSurvey } from './orphans.ts'
import { planData, surveyPlan, type PlanData } from './plan-data.ts'
import { planSurvey, type Planned, type PlanOptions } from './plan-survey.ts'
import { cachedPlan, cachePlan, observeByCache, type CachedPlan, type Needs } from './cached-plan.ts'

export interface Plans {
  opened: Opened
  account: Account
  data: PlanData
  /** What each was planned on, where that was asked for. */
  digests: Readonly<Record<string, Digests>>
  /** Those that an apply has to do with, in the order of their keys. */
  planned: Planned[]
  folders: FolderIds
  /** Whether the rules found errors in what would be sent. */
  mistaken: boolean
}

export interface MakeOptions extends Omit<PlanOptions, 'resend'> {
  /** Sections, with commas between them. */
  resend?: string | undefined
  /** Whether the rules judge what would be sent. */
  check?: boolean
  /** Milliseconds. */
  patience?: number | undefined
}

/** Everything is read, nothing is sent; survey by survey, since hundreds of them would fill the memory. */
export async function makePlans(
  opened: Opened,
  keys: readonly string[],
  { patience, resend: again, ...options }: MakeOptions,
  needs: Needs = {},
): Promise<Plans> {
  const resend = readResend(again)
  const surveys = await findSurveys(opened, keys)
  const account = await ownAccount(opened)
  await opened.service.patience(patience)
  const made = new Map<string, Made>()
  const folders = new Map<string, number>()
  const run = cachedReads()
  const turn = inTurn()
  await inParallel(surveys, atOnce, async (found) => {
    const one = await makeOne(opened, found, { ...options, resend, run, turn }, needs)
    const { id, name } = one.folder ?? {}
    if (id !== undefined && name && !folders.has(name)) folders.set(name, id)
    made.set(found.key, one)
  })
  const all = surveys.flatMap(({ key }) => made.get(key) ?? [])
  refuseReadable(resend, all)
  await reportAlreadyThere(opened, all)
  const needed = new Set(all.flatMap(({ data, targetFolder: name }) => (name === undefined || data.refused.length > 0 ? [] : [name])))
  const ids = await findFolders(opened.service, opened.environment, needed, folders)
  return {
    opened,
    account,
    data: planData(
      opened.environment.name,
      account,
      all.map(({ data }) => data),
      newFolders(needed, ids),
    ),
    digests: Object.fromEntries(all.flatMap(({ data, digests: own }) => (own ? [[data.key, own]] : []))),
    planned: all.flatMap(({ planned }) => planned ?? []),
    folders: ids,
    mistaken: all.some(({ mistaken }) => mistaken === true),
  }
}

interface Made extends CachedPlan {
  folder?: View['folder'] | undefined
  /** Name of the folder that it is made in, or moved to. */
  targetFolder?: string
  /** To be made. */
  wanted?: NewSurvey
  mistaken?: boolean
  planned?: Planned
}

interface OneOptions extends Omit<MakeOptions, 'patience' | 'resend'> {
  resend: readonly string[]
  run: Cached
  /** Waits until a comparison may begin. */
  turn: () => Promise<void>
}

async function makeOne(opened: Opened, found: Found, { run, turn, check, ...options }: OneOptions, needs: Needs): Promise<Made> {
  const { service, environment, cache } = opened
  const { key } = found
  const { seen, survey, hash } = await observeByCache(opened, found, run)
  const folder = seen?.observed?.view.folder
  const isUsual = !options.exact && options.resend.length === 0
  const before = isUsual ? cachedPlan(found.cached, hash, needs) : undefined
  if (before) return { ...before, folder }
  await turn()
  const { ours, state } = survey ?? (await found.load())
  // The files may have been linked to another survey since they were cached.
  const isAsCached = state?.quiz_id === found.cached.facts.place?.quiz_id
  const planned = await planSurvey(service, environment, ours, state, {
    ...options,
    wasOurs: (theirs) => wasApplied(opened.project, { key, environment, state }, theirs),
    seen: isAsCached ? seen : undefined,
  })
  const mistakes = check === false ? [] : await mistakesOf(opened, planned)
  const data = surveyPlan(planned, await impactsOf(service, planned), mistakes)
  const isIdle = needs.planned && !hasWork(planned)
  const made: CachedPlan = { data, ...(needs.digests && { digests: digestsOf(planned) }), ...(isIdle && { isIdle }) }
  if (isUsual && isAsCached && hash !== undefined) cachePlan(cache, found.cached, planned, { hash, ...made })
  return {
    ...made,
    folder,
    ...(planned.steps.some(needsFolder) && ours.content.folder !== undefined && { targetFolder: String(ours.content.folder) }),
    mistaken: mistakes.length > 0,
    ...(planned.status === 'create' && { wanted: wantedOf(ours) }),
    ...(needs.planned && (!isIdle || needs.planned.isToPublish(data)) && { planned }),
  }
}

export function readResend(given: string | undefined): string[] {
  const names = (given ?? '').split(',').filter((name) => name !== '')
  const unknown = names.filter((name) => !isSection(name))
  if (unknown.length > 0) throw usageError(`--resend ${unknown.join(',')} is no section`, `There are ${sectionNames.join(', ')}`)
  return names
}

/** What can be read is compared, and sent where it differs. */
function refuseReadable(resend: readonly string[], all: readonly Made[]): void {
  const readable = resend.filter((name) => !all.some(({ data }) => data.blind.some(({ section }) => section === name)))
  if (readable.length === 0) return
  throw usageError(
    `--resend ${readable.join(',')}: no survey has it as a section that cannot be read here`,
    'What can be read is sent where it differs: surveyctl project plan',
  )
}

async function mistakesOf({ project }: Opened, { steps, ours }: Planned): Promise<string[]> {
  return steps.length > 0 ? (await import('./mistakes.ts')).mistakesIn(project, ours) : []
}

/** What the change does to answers that are there: losses, and other meanings. */
async function impactsOf(service: Service, { observed, comparison, status }: Planned): Promise<Impact[]> {
  if (!observed || observed.view.answer_count === 0 || (status !== 'change' && status !== 'locked')) return []
  return severeImpacts(service, observed.id, observed.content, { ...observed.content, ...comparison.merged })
}

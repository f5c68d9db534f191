/** `account restore`: new surveys from a backup, beside those that are there; the same command once more goes on where it stopped. */
import { viewTariff } from '../../contract/account/tariff.ts'
import type { AnyOperation, Input } from '../../contract/core/operation.ts'
import { createQuiz, moveQuiz, publishQuiz, restoreQuizzes, viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError, usageError } from '../../errors.ts'
import { createSurvey } from '../../project/apply/create.ts'
import { unknownId } from '../../project/apply/folders.ts'
import type { Once } from '../../project/apply/once.ts'
import type { Service } from '../../service.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { counted } from '../../text/counted.ts'
import { toCopy } from '../../text/to-copy.ts'
import type { BackedUpAccount } from '../backup/backup.ts'
import { changesOf, type AccountChange } from '../diff.ts'
import { Side } from '../side.ts'
import type { Backup } from '../stored.ts'
import { accountLosses } from './account-losses.ts'
import { MapFile } from './map.ts'
import { fill, stepsFor, type Restoring } from './survey.ts'
import { restoreFolder, restorePromo, restoreThings } from './things.ts'
import { wantedOf, type Loss, type RestoreFlags, type RestoreWanted } from './wanted.ts'

export interface RestoreRequest extends RestoreFlags {
  fromTrash: boolean
  usedCodes: boolean
  first: number | undefined
  again: boolean
}

export interface RestorePlan {
  account: BackedUpAccount
  /** Of the backup's own account. */
  isSame: boolean
  made: MapFile
  /** To be made anew. */
  surveys: RestoreWanted[]
  /** Ids that may be in the trash, with their names: tried there first. */
  trash: Map<number, string>
  /** Left alone, as they are still there. */
  there: Map<number, string>
  losses: Loss[]
  requests: number
}

export interface Restored {
  surveys: { id: number; made: number; name: string; from_trash: boolean }[]
  losses: Loss[]
  /** Beyond what was said to be lost. */
  differences: AccountChange[]
  /** What could not be made this time, and why. */
  left: { id: number; name: string; why: string }[]
}

const unmade = 'surveys of this type can be made in the cabinet only'

/** Only reads. */
export async function planRestore(
  service: Service,
  backup: Backup,
  account: BackedUpAccount,
  request: RestoreRequest,
): Promise<RestorePlan> {
  const { manifest } = backup
  const isSame = manifest.base_url === account.base_url && manifest.workspace_id === account.workspace_id
  if (request.fromTrash && !isSame)
    throw usageError(
      '--from-trash is for the account that the backup is of',
      'Into another account everything comes back anew: leave the flag out',
    )
  const made = new MapFile(backup.root, account, request.again)
  const from = new Side(backup.service, manifest.workspace_id)
  const live = request.fromTrash ? await new Side(service, account.workspace_id).surveys() : new Map<number, string>()
  const plan: RestorePlan = { account, isSame, made, surveys: [], trash: new Map(), there: new Map(), losses: [], requests: 0 }
  if (made.map.ended !== undefined && !request.fromTrash) return plan
  // Somebody deleted something once more: folders are looked up anew.
  if (made.map.ended !== undefined) made.map.folders = {}
  for (const id of backup.surveys.slice(0, request.first)) {
    const observed = await from.survey(id)
    if (!observed) continue
    const { name, content } = observed
    const copy = made.map.surveys[id]
    if (live.has(id) || (copy?.whole === true && live.has(copy.id))) {
      plan.there.set(live.has(id) ? id : Number(copy?.id), name)
      continue
    }
    // Its copy was deleted as well.
    if (request.fromTrash && copy && !live.has(copy.id)) delete made.map.surveys[id]
    const wanted = await wantedOf(backup, observed, request)
    if (content.type !== undefined && content.type !== 'regular') {
      plan.losses.push({ survey: id, name, what: `the survey, of type ${String(content.type)}`, why: unmade })
      continue
    }
    if (request.fromTrash && !made.map.surveys[id]) plan.trash.set(id, name)
    plan.surveys.push(wanted)
    plan.losses.push(...wanted.losses)
    plan.requests += 1 + stepsFor({}, wanted.content).length + Number(request.publish && wanted.isPublished)
  }
  if (!isSame) plan.losses.push(...(await accountLosses(service, backup, account.workspace_id)))
  return plan
}

/** Under a dry run: what would be sent for each survey, as far as that is known before one is made. */
export async function showRequests(service: Service, { account, surveys, trash }: RestorePlan, { publish }: RestoreRequest): Promise<void> {
  for (const { id, content, isPublished } of surveys) {
    if (trash.has(id)) await service.call(restoreQuizzes, { workspace_id: account.workspace_id, ids: [id] })
    await service.call(createQuiz, { folder_id: unknownId })
    for (const step of stepsFor({}, content)) {
      const input = step.input({ id: unknownId, folderId: () => unknownId, idOf: () => unknownId, fileAt: String, addressOf: String })
      // Each step makes the input of its own operation.
      await service.call<AnyOperation>(step.operation, input as Input<AnyOperation>)
    }
    if (publish && isPublished) await service.call(publishQuiz, { id: unknownId })
  }
}

/** Before the first write. */
export async function refuseLimits(service: Service, { account, surveys, made, trash }: RestorePlan): Promise<void> {
  const missing = surveys.filter(({ id }) => !made.map.surveys[id] && !trash.has(id)).length
  if (missing === 0) return
  const { limits } = await service.call(viewTariff, { workspace_id: account.workspace_id })
  const left = limits?.quizzes?.left
  if (typeof left !== 'number' || left >= missing) return
  throw new CommandError(
    'forbidden',
    `The plan has room for ${counted(left, 'more survey')}, and ${missing} are to be made. Nothing was sent`,
    {
      code: 'blocked_by_tariff',
      hint: left > 0 ? toCopy`To restore as many as there is room for: --first ${String(left)}` : 'The plan: surveyctl tariff view',
    },
  )
}

export async function restore(service: Service, backup: Backup, plan: RestorePlan, request: RestoreRequest, once: Once): Promise<Restored> {
  const { made, account, isSame } = plan
  const work: Restoring = { service, backup, made, once, publish: request.publish, losses: [...plan.losses] }
  const result: Restored = { surveys: [], losses: work.losses, differences: [], left: [] }
  const taken = request.fromTrash ? await fromTrash(work, plan, result) : new Set<number>()
  const toMake = plan.surveys.filter(({ id }) => !taken.has(id))
  // What is lost of a survey that came back from the trash is not.
  if (taken.size > 0) work.losses.splice(0, Infinity, ...work.losses.filter(({ survey }) => survey === null || !taken.has(survey)))
  await makeSurveys(work, account.workspace_id, toMake, result)
  const [first] = Object.values(made.map.surveys)
  if (first && toMake.length > 0) {
    await restorePromo(work, first.id, { usedCodes: request.usedCodes, isSame })
    await restoreThings(work, account.workspace_id, { activate: request.activate, isSame })
  }
  await inParallel(toMake, atOnce, async (wanted) => {
    const own = made.map.surveys[wanted.id]
    if (!own) return
    if (!own.whole) {
      result.differences.push(...(await fill(work, wanted, own.id)))
      own.whole = true
      made.save()
    }
    result.surveys.push({ id: wanted.id, made: own.id, name: wanted.name, from_trash: false })
  })
  made.write('losses.json', work.losses)
  if (result.left.length === 0) {
    made.map.ended = new Date().toISOString()
    made.save()
  }
  result.surveys.sort((a, b) => a.id - b.id)
  return result
}

const atOnce = 4

/** One at a time, so that after an interruption at most one was made without being recorded. */
async function makeSurveys(work: Restoring, workspace_id: number, surveys: readonly RestoreWanted[], { left }: Restored): Promise<void> {
  const { service, made, once, backup } = work
  for (const { id, name, content } of surveys) {
    if (made.map.surveys[id]) continue
    if (left.length > 0) {
      left.push({ id, name, why: left[0]?.why ?? '' })
      continue
    }
    const { folder } = await backup.service.call(viewQuiz, { id })
    const own = String(content.folder ?? 'Restored')
    await restoreFolder(work, workspace_id, own, folder?.is_default === true)
    const taken = new Set(Object.values(made.map.surveys).map((one) => one.id))
    const keep = (its: number): void => {
      made.map.surveys[id] = { id: its, name }
      made.save()
    }
    try {
      const folder_id = made.map.folders[own]?.id ?? 0
      await createSurvey(service, { key: `survey ${id}`, folder_id, taken, keep }, once)
    } catch (error) {
      if (!(error instanceof CommandError && ['quiz_limit_today', 'blocked_by_tariff'].includes(error.facts.code ?? ''))) throw error
      left.push({ id, name, why: error.message })
    }
  }
}

/** The trash alone keeps answers and addresses. Returns the ids of surveys that came back; those that it doesn't have are made anew. */
async function fromTrash(work: Restoring, { account, trash }: RestorePlan, result: Restored): Promise<Set<number>> {
  const { service, backup, made } = work
  const { workspace_id } = account
  const back = new Set<number>()
  for (const [id, name] of trash) {
    try {
      await service.call(restoreQuizzes, { workspace_id, ids: [id] })
    } catch (error) {
      if (!(error instanceof CommandError && error.facts.code === 'quiz_not_found')) throw error
      continue
    }
    back.add(id)
    const { folder: was } = await backup.service.call(viewQuiz, { id })
    const { folder: now } = await service.call(viewQuiz, { id })
    if (was?.name && was.name !== now?.name && was.is_default !== true) {
      await restoreFolder(work, workspace_id, was.name, false)
      await service.call(moveQuiz, { id, folder_id: made.map.folders[was.name]?.id ?? 0 })
    }
    result.surveys.push({ id, made: id, name, from_trash: true })
    result.differences.push(...(await differencesOf(work, id, name)))
  }
  return back
}

/** A survey that came back whole is compared as it is. */
async function differencesOf({ backup, service }: Restoring, id: number, name: string): Promise<AccountChange[]> {
  const [was, now] = [await new Side(backup.service, 0).survey(id), await new Side(service, 0).survey(id)]
  return was && now ? changesOf(id, name, was, now).filter(({ status }) => status === 'changed') : []
}

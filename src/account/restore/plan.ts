/** What a restore is to make, and what is lost, before its first write. */
import { viewTariff } from '../../contract/account/tariff.ts'
import { createQuiz, publishQuiz, restoreQuizzes } from '../../contract/surveys/quiz.ts'
import { CommandError, usageError } from '../../errors.ts'
import { unknownContext, unknownId } from '../../project/apply/folders.ts'
import { sendStep } from '../../project/sections/section.ts'
import type { Service } from '../../service.ts'
import { counted } from '../../text/counted.ts'
import { toCopy } from '../../text/to-copy.ts'
import type { BackedUpAccount } from '../backup/backup.ts'
import { Side } from '../side.ts'
import type { Backup } from '../stored.ts'
import { accountLosses } from './account-losses.ts'
import { MapFile } from './map.ts'
import { stepsFor } from './survey.ts'
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
  mapFile: MapFile
  /** To be made anew. */
  surveys: RestoreWanted[]
  /** Ids that may be in the trash, with their names: tried there first. */
  trash: Map<number, string>
  /** Left alone, as they are still there. */
  there: Map<number, string>
  losses: Loss[]
  requests: number
  /** Surveys of which the backup holds nothing any more. */
  left: { id: number; name: string; why: string }[]
  /** The copy was made by an earlier run. */
  isDone: boolean
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
  const mapFile = new MapFile(backup.root, account, request.again)
  const from = new Side(backup.service, manifest.workspace_id)
  const live = request.fromTrash ? await new Side(service, account.workspace_id).surveys() : new Map<number, string>()
  const plan: RestorePlan = {
    account,
    isSame,
    mapFile,
    surveys: [],
    trash: new Map(),
    there: new Map(),
    losses: [],
    requests: 0,
    left: [],
    isDone: false,
  }
  // A restore from the trash alone made no copy.
  if (mapFile.map.ended !== undefined && !request.fromTrash && Object.keys(mapFile.map.surveys).length > 0) return { ...plan, isDone: true }
  if (mapFile.map.ended !== undefined) mapFile.reopen()
  for (const id of backup.surveys.slice(0, request.first)) {
    const observed = await from.survey(id)
    if (!observed) continue
    const { name, content } = observed
    const copy = mapFile.map.surveys[id]
    const isReturning = request.fromTrash && mapFile.map.returning?.includes(id) === true
    if ((live.has(id) && !isReturning) || (copy?.whole === true && live.has(copy.id))) {
      plan.there.set(live.has(id) ? id : Number(copy?.id), name)
      continue
    }
    // Its copy was deleted as well.
    if (request.fromTrash && copy && !live.has(copy.id)) delete mapFile.map.surveys[id]
    const wanted = await wantedOf(backup, observed, request)
    if (content.type !== undefined && content.type !== 'regular') {
      plan.losses.push({ survey: id, name, what: `the survey, of type ${String(content.type)}`, why: unmade })
      continue
    }
    if (request.fromTrash && !mapFile.map.surveys[id]) plan.trash.set(id, name)
    plan.surveys.push(wanted)
    plan.losses.push(...wanted.losses)
    plan.requests += 1 + stepsFor({}, wanted.content).length + Number(request.publish && wanted.isPublished)
  }
  await loseDamaged(backup, from, plan, live)
  if (!isSame) plan.losses.push(...(await accountLosses(service, backup, account.workspace_id)))
  return plan
}

/** What a damaged file held; the draft of a survey is what it is made of. */
async function loseDamaged({ damages }: Backup, from: Side, plan: RestorePlan, live: ReadonlyMap<number, string>): Promise<void> {
  if (damages.length === 0) return
  // The list may be what is damaged.
  const names = await from.surveys().catch(() => new Map<number, string>())
  for (const { file, problem } of damages) {
    const [, id, part] = /^surveys\/(\d+)\/(.+)$/.exec(file) ?? []
    const survey = id === undefined ? null : Number(id)
    if (survey !== null && live.has(survey)) continue
    const name = survey === null ? 'the account' : (names.get(survey) ?? '')
    const isAll = survey !== null && part === 'quiz.json'
    plan.losses.push({ survey, name, what: isAll ? 'the survey' : file, why: isAll ? `${file} ${problem}` : problem })
    if (isAll) plan.left.push({ id: survey, name, why: `${file} ${problem}: left out` })
  }
}

/** Under a dry run: what would be sent for each survey, as far as that is known before one is made. */
export async function showRequests(service: Service, { account, surveys, trash }: RestorePlan, { publish }: RestoreRequest): Promise<void> {
  for (const { id, content, isPublished } of surveys) {
    // Made anew only where the trash turns out not to have it.
    if (trash.has(id)) {
      await service.call(restoreQuizzes, { workspace_id: account.workspace_id, ids: [id] })
      continue
    }
    await service.call(createQuiz, { folder_id: unknownId })
    for (const step of stepsFor({}, content)) await sendStep(service, step, unknownContext)
    if (publish && isPublished) await service.call(publishQuiz, { id: unknownId })
  }
}

/** Before the first write. */
export async function refuseLimits(service: Service, { account, surveys, mapFile, trash }: RestorePlan): Promise<void> {
  const missing = surveys.filter(({ id }) => !mapFile.map.surveys[id] && !trash.has(id)).length
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

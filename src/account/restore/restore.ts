/** `account restore`: new surveys from a backup, beside those that are there; the same command once more goes on where it stopped. */
import { moveQuiz, restoreQuizzes, viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError, isUnclear } from '../../errors.ts'
import { createSurvey, stopsCreations } from '../../project/apply/create.ts'
import type { Once } from '../../project/apply/once.ts'
import { unlessGone } from '../../project/plan/observe.ts'
import type { Progress } from '../../answers/derive/work.ts'
import type { Service } from '../../service.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { changesOf, type AccountChange } from '../diff.ts'
import { namedSides, type Side } from '../side.ts'
import type { Backup } from '../stored.ts'
import { restoreFolder } from './folders.ts'
import type { RestorePlan, RestoreRequest } from './plan.ts'
import { restorePromo } from './promo.ts'
import { followFolders, type RoleFolder } from './role-folders.ts'
import { fill, type Restoring } from './survey.ts'
import { restoreResources } from './resources.ts'
import type { Loss, RestoreWanted } from './wanted.ts'

export interface Restored {
  surveys: { id: number; made: number; name: string; from_trash: boolean }[]
  losses: Loss[]
  /** Beyond what was said to be lost. */
  differences: AccountChange[]
  /** What could not be made this time, and why. */
  left: { id: number; name: string; why: string }[]
  /** Rights in folders that have another id now. */
  roles: RoleFolder[]
}

export async function restore(
  service: Service,
  backup: Backup,
  plan: RestorePlan,
  request: RestoreRequest,
  { once, progress }: { once: Once; progress: Progress },
): Promise<Restored> {
  const { mapFile, account, isSame } = plan
  const work: Restoring = { service, backup, mapFile, once, publish: request.publish }
  // Where it can't be noted what is made, nothing is.
  mapFile.save()
  const result: Restored = { surveys: [], losses: [], differences: [], left: [], roles: [] }
  const taken = request.fromTrash ? await fromTrash(work, plan, { result, progress }) : new Set<number>()
  const toMake = plan.surveys.filter(({ id }) => !taken.has(id))
  await makeSurveys(work, plan, toMake, { result, progress })
  const [first] = Object.values(mapFile.map.surveys)
  const isMade = first !== undefined && toMake.length > 0
  if (isMade) await restorePromo(work, first.id, { usedCodes: request.usedCodes, isSame })
  let filled = 0
  await inParallel(toMake, atOnce, async (wanted) => {
    const copy = mapFile.map.surveys[wanted.id]
    if (!copy) return
    const { id, name } = wanted
    try {
      if (!copy.whole) await makeWhole(work, wanted, copy.id, result)
      result.surveys.push({ id, made: copy.id, name, from_trash: false })
    } catch (error) {
      if (!isRefused(error)) throw error
      result.left.push({ id, name, why: error.summary })
    }
    progress('Surveys restored', ++filled, toMake.length)
  })
  // Favourites name questions of surveys, which are known by now.
  if (isMade) await restoreResources(work, account.workspace_id, { activate: request.activate, isSame })
  if (isSame) result.roles.push(...(await followFolders(work, account.workspace_id)))
  // What is lost of a survey that came back from the trash is not.
  const lost = [...plan.losses, ...(mapFile.map.losses ?? [])]
  result.losses.push(...lost.filter(({ survey }) => survey === null || !taken.has(survey)))
  mapFile.write('losses.json', result.losses)
  if (result.left.length === 0) {
    mapFile.map.ended = new Date().toISOString()
    mapFile.save()
  }
  result.left.push(...plan.left)
  result.surveys.sort((a, b) => a.id - b.id)
  return result
}

const atOnce = 4
const severalMade = 'Look at them, and delete what nobody needs: surveyctl quiz delete SURVEY. Then the same command'

/** The others go on. */
const isRefused = (error: unknown): error is CommandError =>
  error instanceof CommandError && !isUnclear(error) && ['refused', 'forbidden', 'not_found', 'invalid', 'locked'].includes(error.kind)

async function makeWhole(work: Restoring, wanted: RestoreWanted, id: number, { differences }: Restored): Promise<void> {
  const { mapFile } = work
  differences.push(...(await fill(work, wanted, id)))
  const copy = mapFile.map.surveys[wanted.id]
  if (copy) copy.whole = true
  if (copy?.questions)
    mapFile.lose({
      survey: wanted.id,
      name: wanted.name,
      what: 'the ids of its questions',
      why: 'the service refuses them: it has them already',
    })
  mapFile.save()
}

/** One at a time, so that after an interruption at most one was made without being recorded. */
async function makeSurveys(
  work: Restoring,
  { account, isSame }: RestorePlan,
  surveys: readonly RestoreWanted[],
  { result: { left }, progress }: { result: Restored; progress: Progress },
): Promise<void> {
  const { service, mapFile, once, backup } = work
  let full: string | undefined
  for (const [done, { id, name, content }] of surveys.entries()) {
    progress('Surveys created', done, surveys.length)
    if (mapFile.map.surveys[id]) continue
    if (full !== undefined) {
      left.push({ id, name, why: full })
      continue
    }
    const { folder } = await backup.service.call(viewQuiz, { id })
    const taken = new Set(Object.values(mapFile.map.surveys).map((one) => one.id))
    const keep = (its: number): void => {
      mapFile.map.surveys[id] = { id: its, name }
      mapFile.save()
    }
    try {
      const folder_id = await restoreFolder(
        work,
        { workspace_id: account.workspace_id, isSame },
        { id: folder?.id, name: String(content.folder ?? 'Restored'), isDefault: folder?.is_default === true },
      )
      await createSurvey(service, { key: `survey ${id}`, folder_id, taken, keep, hint: severalMade }, once)
    } catch (error) {
      if (!isRefused(error)) throw error
      if (stopsCreations(error)) full = error.summary
      left.push({ id, name, why: error.summary })
    }
  }
}

/** The trash alone keeps answers and addresses. Returns the ids of surveys that came back; those that it doesn't have are made anew. */
async function fromTrash(
  work: Restoring,
  { account, trash }: RestorePlan,
  { result, progress }: { result: Restored; progress: Progress },
): Promise<Set<number>> {
  const { service, backup, mapFile } = work
  const { workspace_id } = account
  const back = new Set<number>()
  const noteReturning = (id: number, isReturning: boolean): void => {
    mapFile.map.returning = [...(mapFile.map.returning ?? []).filter((one) => one !== id), ...(isReturning ? [id] : [])]
    mapFile.save()
  }
  for (const [done, [id, name]] of [...trash].entries()) {
    progress('Surveys looked for in the trash', done, trash.size)
    noteReturning(id, true)
    if (!(await isBack(service, workspace_id, id))) {
      noteReturning(id, false)
      continue
    }
    back.add(id)
    const { folder: was } = await backup.service.call(viewQuiz, { id })
    const { folder: now } = await service.call(viewQuiz, { id })
    // One that was renamed is the same.
    if (was?.name && was.id !== now?.id && was.name !== now?.name && was.is_default !== true) {
      const folder_id = await restoreFolder(work, { workspace_id, isSame: true }, { id: was.id, name: was.name, isDefault: false })
      await service.call(moveQuiz, { id, folder_id })
    }
    noteReturning(id, false)
    result.surveys.push({ id, made: id, name, from_trash: true })
  }
  if (trash.size > 0) progress('Surveys looked for in the trash', trash.size, trash.size)
  // Once all are back: what is read of one tells of others, too.
  const sides = back.size > 0 ? await namedSides(backup.service, service) : undefined
  if (sides) for (const id of back) result.differences.push(...(await differencesOf(sides, id, trash.get(id) ?? '')))
  return back
}

/** Where the trash doesn't have it, or the answer is lost, the survey itself says whether it came back. */
async function isBack(service: Service, workspace_id: number, id: number): Promise<boolean> {
  try {
    await service.call(restoreQuizzes, { workspace_id, ids: [id] })
    return true
  } catch (error) {
    if (!(error instanceof CommandError && (error.facts.code === 'quiz_not_found' || isUnclear(error)))) throw error
    if (service.signal.aborted) throw error
    const view = await unlessGone(() => service.call(viewQuiz, { id }))
    if (!view && isUnclear(error)) throw error
    return view !== undefined
  }
}

/** A survey that came back whole is compared as it is. */
async function differencesOf([earlier, live]: readonly [Side, Side], id: number, name: string): Promise<AccountChange[]> {
  const [was, now] = [await earlier.survey(id), await live.survey(id)]
  return was && now ? changesOf(id, name, was, now).filter(({ status }) => status === 'changed') : []
}

/** `account restore --in-place`: surveys that are there become again what they were. What answers would not survive is refused. */
import { isPublic } from '../../answers/dictionary/update.ts'
import { undoably, withSurveyLock } from '../../draft/stored.ts'
import { impactLine, severeImpacts } from '../../draft/loss.ts'
import { CommandError, usageError } from '../../errors.ts'
import { managedBy } from '../../model/document/codec.ts'
import type { Content } from '../../model/document/shape.ts'
import { unknownId } from '../../project/apply/folders.ts'
import type { Once } from '../../project/apply/once.ts'
import { viewAsPlanned } from '../../project/apply/send-steps.ts'
import type { Environment } from '../../project/files/config.ts'
import { observe, observedHash, type Observed } from '../../project/plan/observe.ts'
import { lossesOf, stepsOf } from '../../project/plan/plan-survey.ts'
import { sendStep, type Step, type StepContext } from '../../project/sections/section.ts'
import { isOfDraft } from '../../project/plan/unpublished.ts'
import type { Service } from '../../service.ts'
import { own } from '../../text/own.ts'
import { toCopy } from '../../text/to-copy.ts'
import { changesOf, type AccountChange } from '../diff.ts'
import { accountEnvironment, namedSides, type Side } from '../side.ts'
import type { Backup } from '../stored.ts'
import { wantedInPlace, type InPlaceWanted } from './in-place-wanted.ts'
import { publishOnce } from './publish-once.ts'
import { contextIn } from './survey.ts'
import type { RestoreFlags } from './wanted.ts'

export interface InPlaceRequest extends RestoreFlags {
  /** Ids, or names, of surveys of the backup. */
  surveys: readonly string[]
  allowLoss: boolean
}

export interface InPlacePlan extends InPlaceWanted {
  id: number
  name: string
  changes: AccountChange[]
  steps: Step[]
  /** What answers, recipients and logs lose by it. */
  risks: string[]
  isPublished: boolean
  was: Observed
  now: Observed
  environment: Environment
}

export interface RestoredInPlace {
  id: number
  name: string
  changed: number
  status: 'restored' | 'in_step' | 'stale'
  published: boolean
  differences: AccountChange[]
}

/** Only reads. */
export async function planInPlace(service: Service, backup: Backup, { surveys, ...flags }: InPlaceRequest): Promise<InPlacePlan[]> {
  const ids = await idsOf(backup, surveys)
  const [earlier, live] = await namedSides(backup.service, service)
  const plans: InPlacePlan[] = []
  for (const id of ids) plans.push(await planOne(service, backup, { id, earlier, environment: live.environment(), flags }))
  return plans
}

/** By id or name, all that are wrong at once. */
async function idsOf(backup: Backup, given: readonly string[]): Promise<number[]> {
  const names = new Map<number, string>()
  for (const id of backup.surveys) names.set(id, (await observe(backup.service, id, accountEnvironment))?.name ?? '')
  const found = given.map((one) => {
    const like = backup.surveys.filter((id) => String(id) === one)
    return { one, ids: like.length > 0 ? like : backup.surveys.filter((id) => names.get(id) === one) }
  })
  const isDamaged = (one: string): boolean => backup.damages.some(({ file }) => file === `surveys/${one}/quiz.json`)
  const wrong = found.flatMap(({ one, ids }) =>
    ids.length === 1
      ? []
      : [
          ids.length === 0
            ? `The backup has no ${isDamaged(one) ? 'whole copy of ' : ''}survey ${one}`
            : `${one} is the name of ${ids.join(', ')}: give an id`,
        ],
  )
  if (wrong.length > 0) throw usageError(wrong)
  return [...new Set(found.flatMap(({ ids }) => ids))]
}

const look = (service: Service, id: number, environment: Environment, was: Observed): Promise<Observed | undefined> =>
  observe(service, id, environment, { key: 'survey', ours: was, state: { base: was.content, ids: was.ids } })

async function planOne(
  service: Service,
  backup: Backup,
  { id, earlier, environment, flags }: { id: number; earlier: Side; environment: Environment; flags: Omit<InPlaceRequest, 'surveys'> },
): Promise<InPlacePlan> {
  const was = await earlier.survey(id)
  const now = was && (await look(service, id, environment, was))
  if (!was) throw usageError(`The backup has no survey ${id}`)
  if (!now)
    throw new CommandError('not_found', `Survey ${id} "${was.name}" is gone. Nothing was sent`, {
      hint: toCopy`To bring it back: surveyctl account restore ${backup.root} --from-trash`,
    })
  const wanted = await wantedInPlace({ was, now, stored: backup.service, service }, flags)
  const { theirs, next, stays } = wanted
  if (next.folder !== undefined && next.folder !== theirs.folder && own(environment.folders, String(next.folder)) === undefined) {
    stays.push({ what: 'folder', why: `no survey shows a folder "${String(next.folder)}": surveyctl folder create, then quiz move` })
    next.folder = theirs.folder
  }
  const steps = stepsOf(theirs, next, now.ids, () => [])
  const isPublished = was.view.is_published === true
  return {
    ...wanted,
    id,
    name: was.name,
    changes: changesOf(id, was.name, { content: theirs, unreadable: {} }, { content: next, unreadable: {} }),
    steps,
    risks: await risksOf(service, now, wanted),
    isPublished,
    was,
    now,
    environment,
  }
}

async function risksOf(service: Service, now: Observed, { theirs, next }: InPlaceWanted): Promise<string[]> {
  const lost = await lossesOf(service, now, { theirs, merged: next })
  if (now.view.answer_count === 0) return lost
  const impacts = await severeImpacts(service, now.id, now.content, { ...now.content, ...next })
  return [...lost, ...impacts.map(impactLine)]
}

/** Before the first request, for all of them. */
export function refuseInPlace(plans: readonly InPlacePlan[], { allowLoss }: InPlaceRequest): void {
  const locked = plans.filter(({ now, steps }) => now.view.editing_lock?.locked === true && steps.some(({ operation }) => operation.locks))
  if (locked.length > 0)
    throw new CommandError(
      'locked',
      `Locked by a paid campaign: ${locked.map(({ id, name }) => `${id} "${name}"`).join(', ')}. Nothing was sent`,
      {
        hint: 'Repeat the command once the campaign has ended',
      },
    )
  const risks = plans.flatMap((plan) => plan.risks.map((line) => `${plan.id}: ${line}`))
  if (risks.length === 0 || allowLoss) return
  throw new CommandError('refused', ['Nothing was sent: what was added after the backup would be lost', ...risks], {
    code: 'loss',
    hint: 'To continue all the same: --allow-loss',
  })
}

export async function restoreInPlace(
  service: Service,
  backup: Backup,
  plans: readonly InPlacePlan[],
  { publish, once }: { publish: boolean; once: Once },
): Promise<RestoredInPlace[]> {
  const done: RestoredInPlace[] = []
  for (const plan of plans) {
    const { id, name, steps, changes } = plan
    const result: RestoredInPlace = { id, name, changed: 0, status: 'in_step', published: false, differences: [] }
    done.push(result)
    if (steps.length > 0) {
      const isSent = service.dryRun ? await send(service, plan) : await withSurveyLock(service, id, () => replace(service, backup, plan))
      result.status = isSent ? 'restored' : 'stale'
      if (!isSent) continue
      result.changed = changes.length
      if (!service.dryRun) result.differences = await left(service, plan)
    }
    if (!publish || !plan.isPublished || !(await hasUnpublished(service, plan))) continue
    await publishOnce(service, once, `publish in place ${id}`, id)
    result.published = true
  }
  return done
}

/** `false`: somebody else changed it since it was planned, and nothing more was sent. */
async function replace(service: Service, { root }: Backup, plan: InPlacePlan): Promise<boolean> {
  const { id, theirs, next, now, environment, was } = plan
  const again = await look(service, id, environment, was)
  if (!again || observedHash(again) !== observedHash(now)) return false
  const undoable = ['settings', 'screens', 'conditions'].filter((section) => plan.steps.some((step) => step.section === section))
  const part = (content: Content): Content => Object.fromEntries(undoable.map((section) => [section, content[section]]))
  if (undoable.length === 0) return send(service, plan)
  const change = { what: `restored from ${root}`, at: new Date().toISOString(), before: part(theirs), after: part(next) }
  return undoably(service, id, change, (sending) => send(sending, plan))
}

async function send(service: Service, { id, theirs, next, now, environment, steps }: InPlacePlan): Promise<boolean> {
  const made: Record<string, number> = {}
  const done: Step[] = []
  for (const step of steps) {
    const isAsked = step.operation.locks && !service.dryRun
    if (isAsked && !(await viewAsPlanned({ service, environment }, { theirs, merged: next, done }, id))) return false
    const known: StepContext = {
      ...contextIn(environment, id),
      idOf: (its) => made[`${step.section} ${its}`] ?? own(now.ids[step.section], its) ?? unknownId,
    }
    if (!service.dryRun && (await step.isDone?.(service, known))) continue
    const answer = await sendStep(service, step, known)
    const makes = step.makes?.id(answer)
    if (step.makes && makes !== undefined) made[`${step.section} ${step.makes.key}`] = makes
    done.push(step)
  }
  return true
}

/** What is different from what was to come back. */
async function left(service: Service, { id, name, next, was, environment }: InPlacePlan): Promise<AccountChange[]> {
  const found = await look(service, id, environment, was)
  if (!found) throw new CommandError('not_found', `Survey ${id} was deleted meanwhile`)
  // Addresses of webhooks are compared as a project does, which hides some.
  const { webhooks: _, ...rest } = next
  return changesOf(id, name, { content: rest, unreadable: {} }, { content: managedBy(rest, found.content), unreadable: found.unreadable })
}

/** What this run changed in the draft, and what an earlier one changed before it was broken off. */
async function hasUnpublished(service: Service, { id, environment, steps }: InPlacePlan): Promise<boolean> {
  if (steps.some(({ section }) => isOfDraft(section))) return true
  if (service.dryRun) return false
  const view = (await observe(service, id, environment))?.view
  return view === undefined || !isPublic(view)
}

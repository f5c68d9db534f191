/** `account restore`: the plan with what is lost, a yes, and how it ended. */
import { journalOf } from '../../journal.ts'
import type { Context } from '../../../cli/context.ts'
import { readCount } from '../../../cli/values.ts'
import { openBackup } from '../../../account/stored.ts'
import { planRestore, refuseLimits, showRequests, type RestorePlan, type RestoreRequest } from '../../../account/restore/plan.ts'
import { restore, type Restored } from '../../../account/restore/restore.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { journaled } from '../../../project/apply/journaled.ts'
import { counted, firstOf } from '../../../text/counted.ts'
import { metersOf } from '../../meters.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { goingOn } from './going-on.ts'
import { leftLines, showLosses, showRestorePlan, switchLines, certainLosses } from './restore-text.ts'

interface Options extends Partial<Omit<RestoreRequest, 'first'>> {
  first?: string | undefined
  /** Surveys of the backup that are there. */
  inPlace?: readonly string[]
  allowLoss?: boolean | undefined
}

export async function restoreAccount(
  context: Context,
  dir: string,
  { first, inPlace = [], allowLoss = false, ...flags }: Options,
): Promise<void> {
  const count = readCount(first, '--first')
  const { activate = false, publish = false, recipients = false, fromTrash = false, usedCodes = false, again = false } = flags
  const request: RestoreRequest = { activate, publish, recipients, fromTrash, usedCodes, again, first: count }
  const isInPlace = inPlace.length > 0
  if (isInPlace && (fromTrash || usedCodes || again || count !== undefined))
    throw usageError('--in-place changes surveys that are there: --from-trash, --used-codes, --first and --again do not go with it')
  if (allowLoss && !isInPlace) throw usageError('--allow-loss is for --in-place: new surveys have nothing to lose')
  const account = await context.settings.account()
  const backup = await openBackup(dir, context.service, { withoutDamaged: true })
  await context.service.patience()
  if (isInPlace) {
    const { restoreSurveysInPlace } = await import('./in-place.ts')
    return restoreSurveysInPlace(context, { backup, account }, { activate, publish, recipients, surveys: inPlace, allowLoss })
  }
  const plan = await planRestore(context.service, backup, account, request)
  if (plan.isDone)
    return context.show.note(
      toCopy`It was restored on ${plan.mapFile.map.ended}; what became what: ${plan.mapFile.path}. A second copy: --again`,
    )
  if (fromTrash && plan.surveys.length === 0 && plan.left.length === 0 && !isBrokenOff(plan)) return context.show.note(nothingToDo(plan))
  await refuseLimits(context.service, plan)
  showRestorePlan(context, plan)
  if (context.flags.dryRun) {
    showLosses(
      context,
      plan.losses.filter((loss) => !certainLosses(plan).includes(loss)),
      'Lost of what the trash no longer has',
    )
    return showRequests(context.service, plan, request)
  }
  const what = plan.surveys.length > 0 ? `Restore ${counted(plan.surveys.length, 'survey')}` : 'Finish the restore'
  await context.ask.confirm(`${what} into account ${account.workspace_id} at ${account.base_url}?`)
  const journal = journalOf(context, 'restore', dir, account.base_url, account.workspace_id)
  const { progress, end } = metersOf(context)
  const restored = await goingOn(
    journaled({ journal }, (once) => restore(context.service, backup, plan, request, { once, progress })).finally(end),
  )
  await conclude(context, { dir, plan, publish }, restored)
}

/** All surveys had come back from the trash: the rights of roles in their folders may not have followed. */
const isBrokenOff = ({ mapFile }: RestorePlan): boolean => mapFile.isUnfinished && Object.keys(mapFile.map.surveys).length === 0

function nothingToDo({ there, mapFile }: RestorePlan): string {
  const copies = Object.entries(mapFile.map.surveys).flatMap(([was, { id, name }]) =>
    there.has(id) && was !== String(id) ? [{ id, name }] : [],
  )
  const all = `all ${counted(there.size, 'survey')} of the backup are there`
  if (copies.length === 0) return `Nothing was deleted: ${all}`
  const anew = `${counted(copies.length, 'survey')} as made anew by an earlier restore (${firstOf(copies.map(({ id, name }) => `${id} "${name}"`))})`
  return `Nothing is left to bring back: ${all}, ${anew}`
}

/** Of hundreds the map has the others. */
const mostNamed = 20

async function conclude(
  context: Context,
  { dir, plan, publish }: { dir: string; plan: RestorePlan; publish: boolean },
  restored: Restored,
): Promise<void> {
  const { surveys, differences, left } = restored
  const fromTrash = surveys.filter(({ from_trash }) => from_trash).length
  const made = surveys.length - fromTrash
  const what = [
    fromTrash > 0 && `${counted(fromTrash, 'survey')} from the trash, with answers and addresses`,
    (made > 0 || fromTrash === 0) && `${counted(made, 'new survey')}`,
  ]
  const lines = [
    `Restored ${what.filter((part) => part !== false).join(', ')}`,
    ...surveys.slice(0, mostNamed).map(({ id, made: own, name }) => `${id} → ${own} "${name}"`),
    ...(surveys.length > mostNamed ? [`... and ${counted(surveys.length - mostNamed, 'more survey')}`] : []),
    ...restored.roles.map(
      ({ role, folder, folder_id }) => `Role "${role}": what it may do in "${folder}" holds for the new folder ${folder_id}`,
    ),
    ...(made > 0
      ? [`What became what: ${plan.mapFile.path}`, toCopy`To compare: surveyctl account diff ${dir} --live --map ${plan.mapFile.path}`]
      : []),
    ...switchLines(plan, restored, publish),
  ]
  await context.show.done({ ...restored, map: plan.mapFile.path }, lines)
  const certain = new Set(certainLosses(plan))
  const isNew = restored.losses.filter((loss) => !certain.has(loss))
  showLosses(context, isNew, 'Lost as well')
  for (const { survey, line } of differences) context.show.warn(`Survey ${survey}: ${line}`)
  if (left.length > 0)
    throw new CommandError('partial', [`${counted(left.length, 'survey')} could not be made whole`, ...leftLines(left)], {
      hint: 'What was made stays. To go on once that is mended: the same command',
    })
  if (differences.length > 0)
    throw new CommandError('partial', `${counted(differences.length, 'difference')} beyond what was said to be lost`, {
      code: 'unverified',
    })
}

/** `account restore --in-place`: what changes, what stays as it is and why, a yes, and how it ended. */
import type { Context } from '../../../cli/context.ts'
import {
  planInPlace,
  refuseInPlace,
  restoreInPlace,
  type InPlacePlan,
  type InPlaceRequest,
  type RestoredInPlace,
} from '../../../account/restore/in-place.ts'
import type { Backup } from '../../../account/stored.ts'
import type { BackedUpAccount } from '../../../account/backup/backup.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { journaled } from '../../../project/apply/journaled.ts'
import { isOfDraft } from '../../../project/plan/unpublished.ts'
import { journalOf } from '../../journal.ts'
import { counted } from '../../../text/counted.ts'
import { toCopy } from '../../../text/to-copy.ts'

export async function restoreSurveysInPlace(
  context: Context,
  { backup, account }: { backup: Backup; account: BackedUpAccount },
  request: InPlaceRequest,
): Promise<void> {
  const { service, show } = context
  const { manifest, root } = backup
  if (manifest.base_url !== account.base_url || manifest.workspace_id !== account.workspace_id)
    throw usageError('--in-place is for the account that the backup is of', 'Into another account everything comes back anew: leave it out')
  const plans = await planInPlace(service, backup, request)
  for (const plan of plans) showPlan(context, plan)
  refuseInPlace(plans, request)
  for (const line of request.allowLoss ? plans.flatMap(({ id, risks }) => risks.map((risk) => `${id}: ${risk}`)) : []) show.warn(line)
  const changed = plans.filter(({ steps }) => steps.length > 0)
  if (changed.length > 0 && !context.flags.dryRun)
    await context.ask.confirm(
      `Change ${counted(changed.length, 'survey')} back to ${manifest.begun} with ${counted(
        changed.reduce((sum, { steps }) => sum + steps.length, 0),
        'request',
      )}?`,
    )
  const journal = journalOf(context, 'restore in place', root, account.base_url, account.workspace_id)
  const restored = await journaled({ journal }, (once) => restoreInPlace(service, backup, plans, { publish: request.publish, once }))
  if (!context.flags.dryRun) await conclude(context, plans, restored)
}

function showPlan({ show }: Context, { id, name, changes, steps, stays }: InPlacePlan): void {
  show.note(
    `Survey ${id} "${name}": ${changes.length === 0 ? 'nothing to change back' : `${counted(changes.length, 'change')}, ${counted(steps.length, 'request')}`}`,
  )
  for (const { line } of changes) show.note(`  ${line}`)
  for (const { what, why } of stays) show.note(`  ${what} stays as it is: ${why}`)
}

async function conclude({ show }: Context, plans: readonly InPlacePlan[], restored: readonly RestoredInPlace[]): Promise<void> {
  const of = (id: number): InPlacePlan | undefined => plans.find((plan) => plan.id === id)
  const waits = restored.filter(
    ({ id, status, published }) =>
      status === 'restored' &&
      !published &&
      of(id)?.now.view.is_published === true &&
      of(id)?.steps.some(({ section }) => isOfDraft(section)),
  )
  await show.done(
    { surveys: restored.map((one) => ({ ...one, stays: of(one.id)?.stays ?? [] })) },
    restored.flatMap(({ id, name, status, changed, published }) => [
      status === 'in_step'
        ? `Survey ${id} "${name}" is as the backup has it${published ? '; published' : ''}`
        : status === 'stale'
          ? `Survey ${id} "${name}" was changed meanwhile, and is left as it is`
          : `Restored survey ${id} "${name}": ${counted(changed, 'change')}${published ? '; published' : ''}`,
    ]),
  )
  for (const { id } of waits) show.note(toCopy`Respondents see the questions as they were published: surveyctl quiz publish ${id}`)
  const differences = restored.flatMap((one) => one.differences)
  for (const { survey, line } of differences) show.warn(`Survey ${survey}: ${line}`)
  const stale = restored.filter(({ status }) => status === 'stale')
  if (stale.length > 0)
    throw new CommandError(
      stale.length === restored.length ? 'refused' : 'partial',
      `Changed by somebody else meanwhile: ${stale.map(({ id, name }) => `${id} "${name}"`).join(', ')}`,
      { code: 'stale', hint: 'To see what it would change now: the same command', retryable: true },
    )
  if (differences.length > 0)
    throw new CommandError('partial', `${counted(differences.length, 'difference')} from the backup, although everything was sent`, {
      code: 'unverified',
    })
}

/** What the plan allows, before anything is made. */
import type { Context } from '../../cli/context.ts'
import { viewTariff } from '../../contract/tariff.ts'
import { CommandError } from '../../errors.ts'
import type { Account } from '../../project/state.ts'

/** What the service doesn't tell is no limit. */
export async function refuseLimits(context: Context, { workspace_id }: Account, creations: number): Promise<void> {
  if (creations === 0) return
  const { limits } = await context.call(viewTariff, { workspace_id })
  const { left, can_create_more } = limits?.quizzes ?? {}
  const room = typeof left === 'number' ? left : can_create_more === false ? 0 : Infinity
  if (room >= creations) return
  throw new CommandError(
    'forbidden',
    `The plan has room for ${room} more survey${room === 1 ? '' : 's'}, and ${creations} are to be made. Nothing was sent`,
    {
      code: 'blocked_by_tariff',
      hint: 'Name those that are to be made first: surveyctl project apply KEY...',
    },
  )
}

/** `project resolve`: what both changed is decided. */
import type { Context } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import { journaled } from '../../../project/apply/journaled.ts'
import { decideConflicts } from '../../../project/plan/decide-conflicts.ts'
import { findSurveys } from '../../../project/surveys.ts'
import { inProject } from './open.ts'

interface Options {
  env?: string | undefined
  ours?: boolean
  theirs?: boolean
}

export async function resolveConflicts(
  given: Context,
  key: string,
  paths: readonly string[],
  { env, ours, theirs }: Options,
): Promise<void> {
  if (Boolean(ours) === Boolean(theirs)) throw usageError('Give either --ours or --theirs')
  const side = theirs ? 'theirs' : 'ours'
  await inProject(given, { env }, (opened) =>
    journaled(opened, async () => {
      for (const { load } of await findSurveys(opened, [key])) {
        const { decided, left } = await decideConflicts(opened, await load(), paths, side)
        await opened.context.show.done(
          { key, decided, side, left },
          `${key}: ${decided.join(', ')} as ${side === 'ours' ? 'the files have it' : 'the service has it'}`,
          key,
        )
      }
    }),
  )
}

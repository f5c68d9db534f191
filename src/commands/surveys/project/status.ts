/** `project status`: the files against what they and the service had last. */
import type { Context } from '../../../cli/context.ts'
import { findChanges } from '../../../project/plan/find-changes.ts'
import { counted } from '../../../text/counted.ts'
import { inProject } from './open.ts'

interface Options {
  env?: string | undefined
  full?: boolean
}

export const showStatus = (given: Context, keys: readonly string[], { env, full = false }: Options): Promise<void> =>
  inProject(given, { env, anew: full }, async (opened) => {
    const { context } = opened
    const { count, differences } = await findChanges(opened, keys)
    if (differences.length > 0 || context.show.form.asData)
      await (await import('./show-differences.ts')).showDifferences(context, differences)
    context.show.note(`No change in the files since the last apply or pull (${counted(count, 'survey')})`)
  })

/** `project drift`: the service against what it and the files had last. */
import type { Context } from '../../../cli/context.ts'
import { readDuration } from '../../../cli/values.ts'
import { findDrift } from '../../../project/plan/find-drift.ts'
import { counted } from '../../../text/counted.ts'
import { inProject } from './open.ts'
import { showDifferences } from './show-differences.ts'

interface DriftOptions {
  env?: string | undefined
  patience?: string | undefined
}

export async function showDrift(given: Context, keys: readonly string[], { env, patience }: DriftOptions): Promise<void> {
  const wait = readDuration(patience, '--patience')
  await inProject(given, { env }, async (opened) => {
    const { context } = opened
    const { count, differences } = await findDrift(opened, keys, wait)
    await showDifferences(context, differences)
    context.show.note(`No drift: the service has not changed since the last apply or pull (${counted(count, 'survey')})`)
  })
}

/** `project plan`: what apply would do. */
import type { Context } from '../../cli/context.ts'
import { Ended } from '../../errors.ts'
import { OutputFile } from '../../cli/output-file.ts'
import { openHere } from './open.ts'
import { planText } from './plan-text.ts'
import { makePlans, type MakeOptions } from './plans.ts'
import { savedText } from './saved-plan.ts'
import { toCopy } from '../../text/to-copy.ts'

interface Options extends MakeOptions {
  env?: string | undefined
  full?: boolean
  /** File to keep the plan in. */
  out?: string | undefined
}

export async function showPlan(context: Context, keys: readonly string[], options: Options): Promise<void> {
  const file = await OutputFile.open(options.out, 0o600)
  try {
    await planInto(file, context, keys, options)
  } finally {
    file.close()
  }
}

async function planInto(
  file: OutputFile,
  context: Context,
  keys: readonly string[],
  { env, full = false, out, ...options }: Options,
): Promise<void> {
  const plans = await makePlans(openHere(context, { env, anew: full }), keys, options, { digests: out !== undefined })
  const { data } = plans
  if (out !== undefined) await file.write(savedText(plans, options))
  await file.throwAfter(async () => {
    if (context.asData) await context.show(data)
    else await context.print(planText(data, full))
    const { create, change, locked, conflict, gone } = data.totals
    if (out !== undefined && file.isWritten) {
      context.note(toCopy`Wrote ${out}. To apply what it says: surveyctl project apply --plan ${out}`)
    }
    if (conflict + gone > 0 || data.surveys.some(({ refused }) => refused.length > 0)) throw new Ended(1)
    if (create + change + locked > 0) throw new Ended(10)
  })
}

/** `project plan`: what apply would do. */
import type { Context } from '../../../cli/context.ts'
import { readDuration } from '../../../cli/values.ts'
import { OutputFile } from '../../../cli/download/output-file.ts'
import { Ended, usageError } from '../../../errors.ts'
import { makePlans, type MakeOptions } from '../../../project/plan/make-plans.ts'
import { savedText } from '../../../project/plan/saved-plan.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { inProject } from './open.ts'
import { planMarkdown } from '../../../project/plan/shown/markdown.ts'
import { planText } from '../../../project/plan/shown/text.ts'

interface Options extends Omit<MakeOptions, 'patience'> {
  env?: string | undefined
  full?: boolean
  patience?: string | undefined
  markdown?: boolean
  /** File to keep the plan in. */
  out?: string | undefined
}

const savedPlan = /^\{[\s\S]*\n {2}"saved": \{/

export async function showPlan(context: Context, keys: readonly string[], options: Options): Promise<void> {
  const file = await OutputFile.open(options.out, savedPlan, 0o600)
  try {
    await planInto(file, context, keys, options)
  } finally {
    file.close()
  }
}

async function planInto(
  file: OutputFile,
  given: Context,
  keys: readonly string[],
  { env, full = false, markdown = false, out, patience: longest, ...options }: Options,
): Promise<void> {
  if (markdown && given.show.form.asData) throw usageError('--markdown is for people; it does not go with --json and its like')
  const patience = readDuration(longest, '--patience')
  const { plans, context } = await inProject(given, { env, anew: full }, async (opening) => ({
    context: opening.context,
    plans: await makePlans(opening, keys, { ...options, patience }, { digests: out !== undefined }),
  }))
  const { data } = plans
  if (out !== undefined) await file.write(savedText(plans, options))
  await file.throwAfter(async () => {
    if (given.show.form.asData) await given.show.thing(data)
    else await (markdown ? given.show.print(planMarkdown(data, full)) : context.show.text(planText(data, { whole: full })))
    const { create, change, locked, conflict, gone } = data.totals
    if (out !== undefined && file.isWritten) {
      given.show.note(toCopy`Wrote ${out}. To apply what it says: surveyctl project apply --plan ${out}`)
    }
    if (conflict + gone > 0 || data.surveys.some(({ refused }) => refused.length > 0)) throw new Ended(1)
    if (create + change + locked > 0) throw new Ended(10)
  })
}

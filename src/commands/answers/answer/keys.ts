import { checkNaming, type FormerLabels, type Naming } from '../../../answers/dictionary/keys.ts'
import type { Context } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import { isObject } from '../../../text/is-object.ts'

/** `UUID: KEY` lines and `labels` of a file, YAML or JSON. */
export async function readNaming(context: Context, file: string | undefined): Promise<Naming> {
  if (file === undefined) return { keys: {}, labels: {} }
  const read = await context.ask.readData(file)
  if (!isObject(read)) throw usageError(`${file} must hold UUID: KEY lines`)
  return checkNaming(read, `${file}: `)
}

/** With the labels that options of this survey are known to have had. */
export async function namingOf(context: Context, quiz: number, file: string | undefined): Promise<Naming & { former: FormerLabels }> {
  const { formerLabels } = await import('./former.ts')
  return { ...(await readNaming(context, file)), former: await formerLabels(context, quiz) }
}

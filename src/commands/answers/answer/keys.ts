import { checkNaming, type Naming } from '../../../answers/dictionary/keys.ts'
import type { Context } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import { isObject } from '../../../text/is-object.ts'

/** `UUID: KEY` lines and `labels` of a file, YAML or JSON. */
export async function readNaming(context: Context, file: string | undefined): Promise<Naming> {
  if (file === undefined) return { keys: {}, labels: {} }
  const read = await context.ask.readData(file)
  if (!isObject(read)) throw usageError(`${file} must hold UUID: KEY lines`)
  return checkNaming(read)
}

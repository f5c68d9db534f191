import { checkKeys } from '../../answers/dictionary/keys.ts'
import type { Context } from '../../cli/context.ts'
import { usageError } from '../../errors.ts'
import { isObject } from '../../text/is-object.ts'

/** `UUID: KEY` lines of a file, YAML or JSON. */
export async function readKeys(context: Context, file: string | undefined): Promise<Record<string, string>> {
  if (file === undefined) return {}
  const read = await context.readData(file)
  if (!isObject(read)) throw usageError(`${file} must hold UUID: KEY lines`)
  return checkKeys(read)
}

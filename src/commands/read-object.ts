import type { Context } from '../cli/context.ts'
import { usageError } from '../errors.ts'
import { isObject } from '../text/is-object.ts'

/** The object in a JSON or YAML file that a flag names. */
export async function readObject(context: Context, file: string, flag = '--file'): Promise<Record<string, unknown>> {
  const data = await context.ask.readData(file)
  if (isObject(data)) return data
  throw usageError(`${flag} must hold an object`)
}

/** `project fmt`: the files in their usual form. */
import type { Context } from '../../../cli/context.ts'
import { Ended } from '../../../errors.ts'
import type { FormatOptions } from '../../../model/document/rewrite.ts'
import { chosenKeys, openProject } from '../../../project/files/project.ts'
import { formatFiles } from '../../../project/files/rewrite.ts'
import { counted } from '../../../text/counted.ts'

export async function formatProject(
  context: Context,
  given: readonly string[],
  { check = false, ...options }: FormatOptions & { check?: boolean },
): Promise<void> {
  const project = openProject(process.cwd())
  const keys = chosenKeys(project, given)
  const changed = formatFiles(project, keys, { ...options, check })
  if (changed.length > 0 || context.show.form.asData) await context.show.rows([changed.map((path) => ({ path }))], ['path'])
  if (changed.length === 0) return context.show.note(`${counted(keys.length, 'file')} in order`)
  context.show.note(`${counted(changed.length, 'file')} ${check ? 'would be changed' : 'changed'}`)
  if (check) throw new Ended(10)
}

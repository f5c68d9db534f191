/** `project rename-key`: another name for a question in the files. */
import type { Context } from '../../../cli/context.ts'
import { openProject } from '../../../project/files/project.ts'
import { renameQuestion } from '../../../project/files/rewrite.ts'

export async function renameKey(context: Context, key: string, old: string, now: string): Promise<void> {
  renameQuestion(openProject(process.cwd()), key, old, now)
  await context.show.done({ key, old, new: now }, `${key}: ${old} is ${now} now; on the service nothing changes`, now)
}

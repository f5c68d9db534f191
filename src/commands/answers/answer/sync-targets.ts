/** Which surveys are synced, and where to. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Change } from '../../../answers/folder/destinations.ts'
import type { SyncTarget } from '../../../answers/folder/sync-all.ts'
import { isId } from '../../../cli/values.ts'
import type { Context } from '../../../cli/context.ts'
import { usageError } from '../../../errors.ts'
import { namedSurveys } from '../../named-surveys.ts'

/** Whether only databases are named, and no folder behind the surveys. */
function isDirect(given: readonly string[], all: boolean, { add, stop }: Change): boolean {
  if (add.urls.length === 0 || add.formats.length + stop.urls.length + stop.formats.length > 0 || stop.databases) return false
  const last = given.at(-1)
  return all ? last === undefined : given.length === 1 || (last !== undefined && isId(last) && !existsSync(last))
}

/** One survey has the folder itself, several have a folder each in it. */
export async function targetsOf(context: Context, given: readonly string[], all: boolean, change: Change): Promise<SyncTarget[]> {
  const direct = isDirect(given, all, change)
  const [surveys, folder] = direct ? [given, undefined] : [given.slice(0, -1), given.at(-1)]
  if ((folder === undefined && !direct) || (surveys.length === 0 && !all))
    throw usageError(
      'A survey and a folder are required',
      'For example: surveyctl answer sync 42 answers; a database needs no folder: --to postgres://USER@HOST/DATABASE',
    )
  if (surveys.length > 0 && all) throw usageError('Give either surveys or --all')
  const [only, ...others] = surveys
  if (folder !== undefined && only !== undefined && others.length === 0) {
    const quiz = await context.ask.quiz(only)
    const { isOfSurveys } = await import('../../../answers/folder/folder.ts')
    return [{ quiz, folder: isOfSurveys(folder) ? join(folder, String(quiz)) : folder }]
  }
  const ids = await namedSurveys(context, surveys)
  return ids.map((quiz) => ({ quiz, ...(folder !== undefined && { folder: join(folder, String(quiz)) }) }))
}

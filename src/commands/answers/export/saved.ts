/** What is said of the service's own exports of answers, once they are saved. */
import { basename, dirname } from 'node:path'
import type { SavedFacts } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { counted } from '../../../text/counted.ts'
import { countSavedAnswers } from '../../../files/saved-answers.ts'

export interface SavedSelection {
  id: number
  ids?: readonly number[] | undefined
}

export async function factsOfExport(context: Context, path: string, { id, ids }: SavedSelection, extract: boolean): Promise<SavedFacts> {
  const answers = await countSavedAnswers(path)
  const wanted = new Set(ids).size
  // Ids that the service passed over in silence.
  if (answers !== undefined && wanted > answers)
    context.show.note(
      `${wanted - answers} of ${counted(wanted, 'id is', 'ids are')} not among them: survey ${id} has no such answers, or they are not complete`,
    )
  const extracted = extract ? await unpack(context, path) : undefined
  return {
    facts: { ...(answers !== undefined && { answers }), ...(extracted && { extracted }) },
    says: answers === undefined ? undefined : counted(answers, 'answer'),
  }
}

async function unpack(context: Context, path: string): Promise<string[]> {
  const { extractSav } = await import('./extract.ts')
  const files = await extractSav(path, dirname(path), { force: context.flags.force })
  context.show.note(`Unpacked ${files.map((file) => basename(file)).join(', ')}`)
  return files
}

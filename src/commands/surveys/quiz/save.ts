/** The commands that replace a whole draft, or its whole logic. */
import type { Context } from '../../../cli/context.ts'
import { refusePlace, writeNew } from '../../../cli/download/save.ts'
import { parseData } from '../../../cli/input.ts'
import { warningsOf } from '../../../cli/gather.ts'
import { unknownFields } from '../../../contract/surveys/question-rules.ts'
import { CommandError, usageError } from '../../../errors.ts'
import { formatText, type Content, type IdMap } from '../../../model/document/index.ts'
import { changeDraft, unchanged } from '../../../draft/change.ts'
import { idMapFor, contentOf, exported, screensIn } from '../../../draft/document.ts'
import { lastChange } from '../../../draft/stored.ts'
import { readDraft } from '../../../draft/read.ts'
import { counted } from '../../../text/counted.ts'

interface Loss {
  allowLoss?: boolean | undefined
}

/** `{ids, entities}` as the service takes it, or a document as `quiz export` writes it. */
export async function saveDraft(context: Context, id: number, { file, allowLoss }: Loss & { file?: string | undefined }): Promise<void> {
  if (file === undefined) throw usageError('--file is required', 'To write one: surveyctl quiz export SURVEY -o survey.yaml')
  const read = await readSavable(context, file, id)
  const draft = await readDraft(context.service, id)
  const { content, exact } = read(idMapFor(draft.content))
  const sent = await changeDraft(context.service, draft, content, { what: 'saved from a file', allowLoss, exact })
  const count = content.screens?.ids.length
  const line =
    count === undefined
      ? `Saved ${Object.keys(content).join(', ')} of survey ${id}`
      : `Saved ${counted(count, 'screen')} to the draft of survey ${id}`
  await context.show.done({ id, screens: count ?? null, changed: sent }, sent ? line : unchanged(id), id)
}

interface Savable {
  content: Content
  /** Ids and entities, which are sent as they stand. */
  exact: boolean
}

/** What a file holds, as sections of this survey, once its keys are known. `onlyShown`: nothing is sent, so what can't be is left out. */
export async function readSavable(
  context: Context,
  file: string,
  id: number,
  { onlyShown = false } = {},
): Promise<(idMap: IdMap) => Savable> {
  const text = await context.ask.readText(file)
  const data = await parseData(text, file)
  if (typeof data === 'object' && data !== null && 'format' in data)
    return (idMap) => ({ content: contentOf(text, idMap, file, onlyShown), exact: false })
  const screens = screensIn(id, data)
  for (const warning of warningsOf(unknownFields(screens))) context.show.warn(warning)
  return () => ({ content: { screens }, exact: true })
}

export async function replaceConditions(context: Context, id: number, conditions: Record<string, unknown>): Promise<boolean> {
  const what = Object.keys(conditions).length === 0 ? 'cleared the logic' : 'replaced the logic'
  return changeDraft(context.service, await readDraft(context.service, id), { conditions }, { what })
}

interface Target {
  output?: string | undefined
  force?: boolean | undefined
}

export async function exportDraft(context: Context, id: number, { output, force }: Target): Promise<void> {
  if (output !== undefined && !context.show.form.asDocument) await refusePlace(output, Boolean(force))
  const document = exported(await readDraft(context.service, id))
  if (context.show.form.asDocument) return context.show.thing(document)
  const text = output?.toLowerCase().endsWith('.json') ? `${JSON.stringify(document, undefined, 2)}\n` : formatText(document)
  if (output === undefined || output === '-') return context.show.print(text)
  await writeNew(output, text, force)
  await context.show.done({ id, path: output }, `Wrote survey ${id} to ${output}`, output)
}

/** Brings back what the last change of this tool replaced, an undo too; what others changed since stays. */
export async function undoChange(context: Context, id: number, { allowLoss }: Loss): Promise<void> {
  const last = lastChange(context.service, id)
  if (!last)
    throw new CommandError('not_found', `No change of survey ${id} was made from this machine, so there is nothing to undo`, {
      hint: 'Only changes of this tool, by this user, can be undone. Publications: surveyctl version list SURVEY',
    })
  const { undoing } = await import('../../../draft/undo.ts')
  const draft = await readDraft(context.service, id)
  const { what, at, undoes: isBroughtBack = false } = last
  const wanted = undoing(id, last, draft.content)
  const sent = await changeDraft(context.service, draft, wanted, { what, undoes: !isBroughtBack, allowLoss })
  await context.show.done(
    { id, undone: what, at, changed: sent, is_brought_back: isBroughtBack },
    sent ? `${isBroughtBack ? 'Brought back' : 'Undid'} in survey ${id}: ${what}` : unchanged(id),
    id,
  )
}

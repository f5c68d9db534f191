/** Sends what was read of another system's file: as a new survey, or in place of a draft. */
import type { QuizRow } from '../../contract/core/records.ts'
import { createQuiz, listQuizzes, viewQuiz } from '../../contract/surveys/quiz.ts'
import { changeDraft, changesBetween } from '../../draft/change.ts'
import { storeImported, lastImported } from '../../draft/stored.ts'
import { readDraft, type Draft } from '../../draft/read.ts'
import { send } from '../../draft/send.ts'
import { CommandError } from '../../errors.ts'
import { isUuid } from '../../model/document/ids.ts'
import { managedBy, type Content } from '../../model/document/index.ts'
import type { Service } from '../../service.ts'
import { isObject } from '../../text/is-object.ts'
import type { FormatName } from '../form.ts'
import type { Lowered } from '../lower/lower.ts'
import { sendMedia, type FoundMedia } from './media.ts'
import { counted } from '../../text/counted.ts'

export interface Imported extends Pick<Lowered, 'content'> {
  source: FormatName
}

/** Surveys of this name that have questions of this file. */
export async function madeOf(call: Service['call'], name: string, { screens }: Content): Promise<QuizRow[]> {
  const ids = new Set(screens?.ids.filter(isUuid))
  const made: QuizRow[] = []
  for (const row of await call(listQuizzes, {})) {
    if (row.name !== name) continue
    const { widgets } = await call(viewQuiz, { id: row.id })
    if (widgets?.ids.some((id) => ids.has(id))) made.push(row)
  }
  return made
}

interface Sent {
  /** Why texts of buttons were not sent: the plan has none. */
  textsLeft: CommandError | undefined
}

interface Creating {
  media?: readonly FoundMedia[] | undefined
  /** The survey is there, but not whole. */
  unfinished: (id: number) => void
}

export async function createImported(
  service: Service,
  folder_id: number,
  { content }: Imported,
  { media, unfinished }: Creating,
): Promise<Sent & { id: number }> {
  const { id } = await service.call(createQuiz, { folder_id })
  try {
    const screens = media ? await sendMedia(service, id, content.screens, media) : content.screens
    const { texts, conditions, ...others } = content
    const logic = isObject(conditions) && Object.keys(conditions).length > 0 ? { conditions } : {}
    await send(service, id, {}, { ...others, screens, ...logic }, true)
    const textsLeft = await sendTexts(service, id, texts)
    if (!service.dryRun) storeImported(service, id, { screens, ...logic })
    return { id, textsLeft }
  } catch (error) {
    if (!service.dryRun) unfinished(id)
    throw error
  }
}

interface Replacing {
  media?: readonly FoundMedia[] | undefined
  /** The name of the file is that of the survey from now on. */
  renames: boolean
  allowLoss: boolean
  /** Asks, where somebody changed the draft since the last import; throws where the answer is no. */
  confirm: (line: string) => Promise<void>
}

export async function replaceWithImported(
  service: Service,
  id: number,
  { content, source }: Imported,
  { media, renames, allowLoss, confirm }: Replacing,
): Promise<Sent & { sent: boolean }> {
  const draft = await readDraft(service, id)
  await confirmReplacing(service, draft, content, allowLoss ? undefined : confirm)
  const screens = media ? await sendMedia(service, id, content.screens, media) : content.screens
  const { texts, name, ...others } = content
  const wanted = { ...others, screens, ...(renames && { name }) }
  const sent = await changeDraft(service, draft, wanted, { what: `imported from ${source}`, allowLoss })
  if (!service.dryRun) storeImported(service, id, { screens, conditions: others.conditions })
  return { sent, textsLeft: await sendTexts(service, id, texts) }
}

/** Tells what becomes of the questions. */
async function confirmReplacing(service: Service, { id, content }: Draft, wanted: Content, confirm?: Replacing['confirm']): Promise<void> {
  const before = content.screens?.ids.filter((screen) => !['welcome', 'submit'].includes(screen)) ?? []
  const after = wanted.screens?.ids.filter((screen) => !['welcome', 'submit'].includes(screen)) ?? []
  const kept = before.filter((screen) => after.includes(screen)).length
  const line = `${counted(kept, 'question')} kept, ${after.length - kept} new, ${before.length - kept} vanishing`
  if (before.length === 0) return
  service.note(`Survey ${id}: ${line}`)
  const { texts: _, name: __, ...sections } = wanted
  const isSame = changesBetween(managedBy(sections, content), sections).length === 0
  if (!isSame && !service.dryRun && !isAsImported(service, id, content)) await confirm?.(line)
}

async function sendTexts(service: Service, id: number, texts: unknown): Promise<CommandError | undefined> {
  try {
    if (texts !== undefined) await send(service, id, {}, { texts }, true)
    return undefined
  } catch (error) {
    if (error instanceof CommandError && error.kind === 'forbidden') return error
    throw error
  }
}

/** What the last import of this machine left there: changed by nobody since, it may be replaced without a question. */
function isAsImported(service: Service, id: number, now: Content): boolean {
  const last = lastImported(service, id)
  return last !== undefined && changesBetween(managedBy(last, now), last).length === 0
}

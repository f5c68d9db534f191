/** The draft as a text in the person's editor, until it is in order or given up; then sent as any other change. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../../cli/context.ts'
import { CommandError } from '../../../errors.ts'
import { ending } from '../../../system/child.ts'
import { keepFile, removeTemporary, temporaryFolder } from '../../../system/temporary.ts'
import { formatText, managedBy, type Content } from '../../../model/document/index.ts'
import { isEmpty, withoutProblems, withProblems } from '../../../model/document/problem-marks.ts'
import { surveySchema } from '../../../model/document/schema.ts'
import { changeDraft, changesBetween } from '../../../draft/change.ts'
import { idMapFor, documentOf, readDocument } from '../../../draft/document.ts'
import { changeLines } from '../../../draft/plan-lines.ts'
import { readDraft, type Draft } from '../../../draft/read.ts'
import { counted } from '../../../text/counted.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { environment } from '../../../system/environment.ts'

const schemaName = 'survey.schema.json'

const heading = (id: number, name: string): string =>
  [
    ` yaml-language-server: $schema=${schemaName}`,
    ` Survey ${id} ${JSON.stringify(name)}: the draft. Save and leave the editor to send it; an empty file sends nothing.`,
    ' May be changed: everything below. A new screen gets a key of your choice (a-z, 0-9, -); one that is left out is removed.',
    ' Keys say which question is which: a screen under another key is another question, without the answers of the old one.',
    ' Logic names questions as q:KEY. Unset fields are left out; any field that the service has may be added.',
    ' A whole section that is left out stays as it is.',
  ].join('\n')

export async function editDraft(context: Context, id: number, { allowLoss }: { allowLoss?: boolean | undefined }): Promise<void> {
  const draft = await readDraft(context.service, id)
  const folder = temporaryFolder('surveyctl-edit')
  const path = join(folder, `survey-${id}.yaml`)
  // Editors that know such comments complete fields and mark mistakes.
  writeFileSync(join(folder, schemaName), JSON.stringify(surveySchema(), null, 2), { mode: 0o600 })
  let isUnsent = false
  try {
    const wanted = await edited(context, draft, path)
    if (!wanted) return context.show.note('Nothing was changed; nothing was sent')
    isUnsent = true
    await sendEdited(context, draft, wanted, allowLoss)
    isUnsent = false
  } catch (error) {
    // What was typed must not be lost with a refusal.
    if (isUnsent) keepText(context, draft, path)
    throw error
  } finally {
    if (isUnsent) keepFile(folder)
    else removeTemporary(folder)
  }
}

async function sendEdited(context: Context, draft: Draft, wanted: Content, allowLoss: boolean | undefined): Promise<void> {
  const { id } = draft
  const lines = changeLines(managedBy(wanted, draft.content), wanted)
  for (const line of lines) context.show.note(line)
  const count = counted(lines.length, 'change')
  await context.ask.confirm(`Send ${count} to survey ${id}?`)
  // However quick the editor was: it is read again.
  await changeDraft(context.service, { ...draft, read_at: 0 }, wanted, { what: 'edited', allowLoss })
  await context.show.done({ id, changes: lines.length }, `Changed survey ${id}: ${count}`, id)
}

/** With its ids, so that it means the same questions later. */
function keepText(context: Context, { id, content }: Draft, path: string): void {
  const { questions } = idMapFor(content)
  writeFileSync(path, `${withoutProblems(readFileSync(path, 'utf8')).trimEnd()}\n${formatText({ ids: { questions } })}`, { mode: 0o600 })
  context.show.warn(toCopy`Your text is saved in ${path}. To send it: surveyctl quiz save ${id} --file ${path}`)
}

/** What the person made of it; `undefined`: nothing. */
async function edited(context: Context, draft: Draft, path: string): Promise<Content | undefined> {
  const idMap = idMapFor(draft.content)
  const original = formatText(documentOf(draft, idMap), heading(draft.id, draft.name))
  let text = original
  for (let attempt = 1; ; attempt++) {
    writeFileSync(path, text, { mode: 0o600 })
    await openEditor(context, path)
    const typed = withoutProblems(readFileSync(path, 'utf8'))
    if (typed === original || isEmpty(typed)) return undefined
    const { content, problems } = readDocument(typed, idMap)
    if (problems.length === 0) return changesBetween(managedBy(content, draft.content), content).length === 0 ? undefined : content
    const lines = problems.map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`)
    // Opened a second time without a change: the person has given up, or the editor is a script.
    if (typed === withoutProblems(text) || (!context.show.form.terminal && attempt >= mostAttempts)) throw notInOrder(lines)
    for (const line of lines) context.show.warn(line)
    text = withProblems(typed, problems)
  }
}

/** Of an editor that is a script. */
const mostAttempts = 3

const notInOrder = (problems: string[]): CommandError =>
  new CommandError('usage', ['The document still has errors', ...problems], { hint: 'Nothing was sent' })

/** In a shell, since what is set may have arguments of its own. */
async function openEditor(context: Context, path: string): Promise<void> {
  const editor = environment().VISUAL || environment().EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi')
  const [command, args]: [string, string[]] =
    process.platform === 'win32' ? ['cmd', ['/c', `${editor} "${path}"`]] : ['/bin/sh', ['-c', `${editor} "$1"`, 'sh', path]]
  const child = spawn(command, args, { stdio: 'inherit', env: environment() })
  const { code, killedBy } = await ending(child, context.service.signal)
  if (context.service.signal.aborted || killedBy === 'SIGINT' || code === 130)
    throw new CommandError('interrupted', 'Interrupted; nothing was sent')
  if (code !== 0) throw new CommandError('refused', `The editor (${editor}) ended with ${code ?? killedBy}; nothing was sent`)
}

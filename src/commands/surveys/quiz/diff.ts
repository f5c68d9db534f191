/** What is different, and what that does to answers: nothing is sent. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Context } from '../../../cli/context.ts'
import { usageError, Ended } from '../../../errors.ts'
import { difference, managedBy, treeOf, type Content, type IdMap } from '../../../model/document/index.ts'
import type { Column } from '../../../output/columns.ts'
import { idMapFor } from '../../../draft/document.ts'
import { againstPublication } from '../../../draft/against-publication.ts'
import { impactRows } from '../../../draft/impact.ts'
import { reportUnread } from '../../../draft/mentions.ts'
import { changeLines, namer } from '../../../draft/plan-lines.ts'
import { reportPublication } from '../../../draft/publication.ts'
import { readDraft, type Draft } from '../../../draft/read.ts'
import { readSavable } from './save.ts'

export async function showImpact(context: Context, id: number, file: string | undefined, columns: readonly Column[]): Promise<void> {
  if (file === undefined) throw usageError('--file is required', 'To write one: surveyctl quiz export SURVEY -o survey.yaml')
  const read = await readSavable(context, file, id, { onlyShown: true })
  const draft = await readDraft(context.service, id)
  const after = { ...draft.content, ...read((await idMapBeside(context, file)) ?? idMapFor(draft.content)).content }
  const { rows, mentions, isAtRisk } = await impactRows(context.service, id, draft.content, after)
  await context.show.rows([rows], columns)
  reportUnread(context.service, mentions)
  if (rows.length > 0) await reportPublication(context.service, id)
  if (isAtRisk) throw new Ended(10)
}

/** A survey file of a project has the ids of its keys beside it. */
async function idMapBeside(context: Context, file: string): Promise<IdMap | undefined> {
  const path = join(dirname(file), 'ids.yaml')
  if (basename(file) !== 'survey.yaml' || !existsSync(path)) return undefined
  const { idMap, problems } = (await import('../../../project/files/ids.ts')).readIds(await context.ask.readText(path), path)
  if (problems.length > 0) throw usageError(problems.map(({ file: at, line, column, message }) => `${at}:${line}:${column} ${message}`))
  return idMap
}

interface DiffOptions {
  file?: string | undefined
  full?: boolean | undefined
}

/** Of partial sections a file manages only what it names. */
const againstFile = ({ content }: Draft, wanted: Content): [Content, Content] => [managedBy(wanted, content), wanted]

/** A file against the draft, another survey against this one, or the draft against what is published. */
export async function showDiff(context: Context, id: number, other: string | undefined, { file, full }: DiffOptions): Promise<void> {
  if (file !== undefined && other !== undefined) throw usageError('--file cannot be given together with another survey')
  const draft = await readDraft(context.service, id)
  const [before, after] =
    file !== undefined
      ? againstFile(draft, (await readSavable(context, file, id))(idMapFor(draft.content)).content)
      : other !== undefined
        ? [draft.content, await surveyContent(context, other)]
        : await againstPublication(context.service, draft)
  const sections = Object.keys(after).filter((name) => before[name] !== undefined)
  const common = (content: Content): Content => Object.fromEntries(sections.map((name) => [name, content[name]]))
  const [old, now] = [common(before), common(after)]
  const changes = difference(treeOf(old), treeOf(now))
  const name = namer(old, now)
  if (context.show.form.asDocument) await context.show.thing(changes.map(({ path, ...change }) => ({ path: name(path), ...change })))
  else if (changes.length > 0) await context.show.print(`${changeLines(old, now, full === true).join('\n')}\n`)
  if (changes.length > 0) throw new Ended(10)
}

/** Of another survey, without its note, which is its own. */
async function surveyContent(context: Context, reference: string): Promise<Content> {
  const { note: _, ...content } = (await readDraft(context.service, await context.ask.quiz(reference))).content
  return content
}

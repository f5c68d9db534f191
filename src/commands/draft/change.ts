/**
 * Changes a draft. The service replaces the whole draft with each save and has no conditional write, so the draft is read
 * again just before, changes that were made meanwhile are merged or refused, and the result is read back and compared.
 */
import type { Context } from '../../cli/context.ts'
import { CommandError } from '../../errors.ts'
import { bookOf, difference, managedBy, merge, pathText, treeOf, type Content, type Path } from '../../model/document/index.ts'
import { alone, keep } from './kept.ts'
import { guardAnswers } from './loss.ts'
import { readDraft, type Draft } from './read.ts'
import { send } from './send.ts'
import { toCopy } from '../../text/to-copy.ts'

export interface ChangeOptions {
  /** What was changed, for `quiz undo`. */
  what: string
  allowLoss?: boolean | undefined
}

export const changesBetween = (before: Content, after: Content) => difference(treeOf(before), treeOf(after))
const differs = (before: Content, after: Content): boolean => changesBetween(before, after).length > 0

/** The message when nothing had to be sent. */
export const unchanged = (id: number): string => `Survey ${id} is like that already: nothing was sent`

/** Saves the sections of `wanted`; returns whether anything was sent. */
export async function changeDraft(context: Context, draft: Draft, wanted: Content, options: ChangeOptions): Promise<boolean> {
  const before = managedBy(wanted, draft.content)
  if (!differs(before, wanted)) return false
  await guardAnswers(context, draft, { ...draft.content, ...wanted }, { allowed: options.allowLoss === true, instead: 'Nothing was saved' })
  if (context.flags.dryRun) await send(context, draft.id, before, merged(before, before, wanted).content)
  else await alone(context, draft.id, () => replace(context, draft.id, before, wanted, options))
  return true
}

async function replace(context: Context, id: number, before: Content, wanted: Content, { what }: ChangeOptions): Promise<void> {
  const now = managedBy(wanted, (await readDraft(context, id)).content)
  const next = mergedWith(context, id, [before, now, wanted])
  keep(context, id, { what, at: new Date().toISOString(), before: now, after: next })
  await send(context, id, now, next)
  const found = (await readDraft(context, id)).content
  const left = changesBetween(managedBy(found, next), managedBy(next, found))
  if (left.length === 0) return
  throw new CommandError(
    'refused',
    `Survey ${id} was saved, but reads back differently from what was sent: ${pathsIn(left, next, found)}`,
    {
      code: 'unverified',
      hint: toCopy`Somebody else may have changed it at the same moment. To see it: surveyctl quiz export ${id}`,
    },
  )
}

const merged = (before: Content, now: Content, wanted: Content) => merge(treeOf(before), treeOf(now), treeOf(wanted))

/**
 * What stands there now with our changes, so that what nobody touched is sent as it was read. What somebody else changed
 * since the first read stays; unless both changed the same.
 */
function mergedWith(context: Context, id: number, [before, now, wanted]: [Content, Content, Content]): Content {
  const { content, entries } = merged(before, now, wanted)
  const conflicts = entries.filter(({ side }) => side === 'conflict')
  if (conflicts.length > 0)
    throw new CommandError('refused', `Survey ${id} was changed meanwhile, in the same place: ${pathsIn(conflicts, wanted, now)}`, {
      code: 'changed_meanwhile',
      hint: 'Nothing was sent. Check the survey and run the command again',
      retryable: true,
    })
  const theirs = entries.filter(({ side }) => side === 'theirs')
  if (theirs.length > 0) context.note(`Survey ${id} was changed meanwhile (${pathsIn(theirs, wanted, now)}); that stays`)
  return content
}

/** Paths with keys, also of questions that only one of them has. */
export function pathsIn(list: readonly { path: Path }[], first: Content, second: Content): string {
  const none = { ids: [], entities: {} }
  const book = bookOf(first.screens ?? none)
  const other = bookOf(second.screens ?? none, book)
  const all = { ...other, questions: { ...other.questions, ...book.questions } }
  return [...new Set(list.map(({ path }) => pathText(path, all)))].join(', ')
}

/**
 * Changes a draft. The service replaces the whole draft with each save and has no conditional write, so the draft is read
 * just before, changes that were made meanwhile are merged or refused, and the result is read back and compared.
 */
import { asHelp, type Service } from '../service.ts'
import { CommandError } from '../errors.ts'
import { difference, managedBy, merge, treeOf, type Content, type Path } from '../model/document/index.ts'
import { sameValue } from '../model/document/tree.ts'
import { changedHereSince, undoably, withSurveyLock } from './stored.ts'
import { guardAnswers } from './loss.ts'
import { namer } from './plan-lines.ts'
import { readDraft, type Draft } from './read.ts'
import { refuseSettings, send } from './send.ts'
import { toCopy } from '../text/to-copy.ts'

export interface ChangeOptions {
  /** What was changed, for `quiz undo`. */
  what: string
  /** That change is taken back. */
  undoes?: boolean | undefined
  allowLoss?: boolean | undefined
  /** What answers would lose was counted of this very draft, and agreed to. */
  isGuarded?: true
  /** What is wanted is sent as it stands: fields at their defaults that it leaves out are not put back. */
  exact?: boolean
}

export const changesBetween = (before: Content, after: Content) => difference(treeOf(before), treeOf(after))
const differs = (before: Content, after: Content): boolean => changesBetween(before, after).length > 0

/** The message when nothing had to be sent. */
export const unchanged = (id: number): string => `Survey ${id} already has these values: nothing was sent`

/** Saves the sections of `wanted`; returns whether anything was sent. */
export async function changeDraft(service: Service, draft: Draft, wanted: Content, options: ChangeOptions): Promise<boolean> {
  const before = managedBy(wanted, draft.content)
  if (options.exact ? sameValue(before, wanted) : !differs(before, wanted)) return false
  if (!options.isGuarded)
    await guardAnswers(
      service,
      draft,
      { ...draft.content, ...wanted },
      { allowed: options.allowLoss === true, instead: 'Nothing was saved' },
    )
  if (service.dryRun) await send(service, draft.id, before, options.exact ? wanted : merged(before, before, wanted).content, options.exact)
  else await withSurveyLock(service, draft.id, () => replace(service, draft, wanted, options))
  return true
}

/** Milliseconds after which a draft that was read is read again before it is replaced: the commands that ask nobody need only one. */
const freshFor = 2000

async function replace(service: Service, draft: Draft, wanted: Content, { what, undoes, exact }: ChangeOptions): Promise<void> {
  const { id, read_at } = draft
  const before = managedBy(wanted, draft.content)
  const isFresh = Date.now() - read_at < freshFor && !changedHereSince(service, id, read_at)
  const now = isFresh ? before : managedBy(wanted, (await readDraft(service, id)).content)
  if (exact && differs(before, now)) throw changedMeanwhile(id, pathsIn(changesBetween(before, now), before, now))
  const next = exact ? wanted : mergedWith(service, id, [before, now, wanted])
  // What is never sent must not take the place of what can be undone.
  refuseSettings(now, next)
  const change = { what, undoes, at: new Date().toISOString(), before: now, after: next }
  await undoably(service, id, change, (sending) => send(sending, id, now, next, exact))
  const found = await asHelp(service, `Whether survey ${id} reads back as it was saved`, (call) => readDraft({ call }, id))
  const left = found ? changesBetween(managedBy(found.content, next), managedBy(next, found.content)) : []
  if (!found || left.length === 0) return
  throw new CommandError(
    'refused',
    `Survey ${id} was saved, but reads back differently from what was sent: ${pathsIn(left, next, found.content)}`,
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
function mergedWith(service: Service, id: number, [before, now, wanted]: [Content, Content, Content]): Content {
  const { content, entries } = merged(before, now, wanted)
  const conflicts = entries.filter(({ side }) => side === 'conflict')
  if (conflicts.length > 0) throw changedMeanwhile(id, `in the same place: ${pathsIn(conflicts, wanted, now)}`)
  const theirs = entries.filter(({ side }) => side === 'theirs')
  if (theirs.length > 0) service.note(`Survey ${id} was changed meanwhile (${pathsIn(theirs, wanted, now)}); that stays`)
  return content
}

const changedMeanwhile = (id: number, where: string): CommandError =>
  new CommandError('refused', `Survey ${id} was changed meanwhile, ${where}`, {
    code: 'changed_meanwhile',
    hint: 'Nothing was sent. Check the survey and run the command again',
    retryable: true,
  })

/** Paths with keys, also of questions that only one of them has. */
export const pathsIn = (list: readonly { path: Path }[], first: Content, second: Content): string => {
  const name = namer(first, second)
  return [...new Set(list.map(({ path }) => name(path)))].join(', ')
}

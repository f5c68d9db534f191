/**
 * What of an account a caller may see. Whoever sees less than all is told the same of what is hidden as of what isn't there,
 * and no count that hidden things are part of.
 */
import { rightsOnSurveys } from '../../contract/core/rights.ts'
import type { Actor } from '../engine/actor.ts'
import { denied, refuse } from '../engine/handler.ts'
import type { FolderRecord, QuizRecord } from './entities.ts'
import { findFolder, listFolders } from './folder.ts'
import { findQuiz } from './quiz.ts'
import { Where } from './where.ts'
import type { Store } from './store.ts'

/** The condition on rows of `quiz`, for lists and counts. */
export function seenBy(actor: Actor, where = new Where()): Where {
  if (!actor.limited) return where
  const [hidden, own] = [actor.foldersWith('forbidden'), actor.foldersWith('partially')].map((ids) => JSON.stringify(ids))
  return where
    .and('folder_id not in (select value from json_each(?))', hidden)
    .and('(member_id = ? or folder_id not in (select value from json_each(?)))', actor.member_id, own)
}

/** Ids of those of the given ones that exist in the account, and that the caller may see. */
export function seenQuizIds(store: Store, workspaceId: number, actor: Actor, ids: readonly number[]): Set<number> {
  const where = seenBy(
    actor,
    new Where()
      .and('workspace_id = ?', workspaceId)
      .and('deleted_at is null')
      .and('id in (select value from json_each(?))', JSON.stringify(ids)),
  )
  return new Set(store.all<{ id: number }>(`select id from quiz where ${where.sql}`, ...where.values).map(({ id }) => id))
}

/** Whether something that belongs to a survey (or to none) may be shown; surveys in the trash keep their folder. */
export function isSeenOf(store: Store, actor: Actor): (thing: { quiz_id?: number | null | undefined }) => boolean {
  if (!actor.limited) return () => true
  const known = new Map<number, boolean>()
  return ({ quiz_id: id }) => {
    if (id === null || id === undefined) return true
    const quiz = known.has(id) ? undefined : findQuiz(store, id, { trash: true })
    if (!known.has(id)) known.set(id, quiz !== undefined && actor.sees(quiz))
    return known.get(id)!
  }
}

/** What is counted over the whole account; whoever doesn't see all of it isn't told. */
export const ofWholeAccount = <T>({ limited }: Actor, count: T): T | null => (limited ? null : count)

/** The account's folders as the caller sees them: hidden ones leave no gap in the places. */
export function seenFolders(store: Store, workspaceId: number, actor: Actor): FolderRecord[] {
  const folders = listFolders(store, workspaceId)
  return actor.limited ? folders.filter(({ id }) => actor.opens(id)).map((folder, pos) => ({ ...folder, pos })) : folders
}

/** One of them, for an answer. */
export const seenFolder = (store: Store, workspaceId: number, actor: Actor, id: number): FolderRecord | undefined =>
  actor.limited ? seenFolders(store, workspaceId, actor).find((folder) => folder.id === id) : findFolder(store, workspaceId, id)

/** The folder; a hidden one is refused as one that isn't there is. */
export function needSeenFolder(store: Store, workspaceId: number, actor: Actor, id: number): FolderRecord {
  const folder = findFolder(store, workspaceId, id)
  if (folder && actor.opens(id)) return folder
  return actor.limited ? denied('access_denied_to_folder') : refuse(400, 'folder_not_found')
}

/** Refuses to put a survey where it would be hidden from the caller, or where they could do more with it than before. */
export function needMove(actor: Actor, quiz: QuizRecord, folderId: number): void {
  const moved = { ...quiz, folder_id: folderId }
  if (!actor.sees(moved)) denied('access_denied_to_folder')
  if (rightsOnSurveys.some((right) => actor.canOn(right, moved) && !actor.canOn(right, quiz))) denied()
}

/**
 * What a caller may see of an account. For callers from whom something is hidden, what is hidden is answered in the same
 * way as what doesn't exist, and counts that would include it are withheld.
 */
import { isOfSurvey, rightsOf } from '../../../contract/core/operation.ts'
import { operationsByGroup } from '../../../contract/operations.ts'
import type { Actor } from '../account/actor.ts'
import { denied, refuse } from '../refusal.ts'
import type { FolderRecord, QuizRecord } from '../entities.ts'
import { findFolder, listFolders } from './folder.ts'
import { findQuiz } from './quiz.ts'
import { Where } from '../where.ts'
import type { Store } from '../store.ts'

/** The condition for rows of `quiz` that the actor may see. */
export function visibleTo(actor: Actor, where = new Where()): Where {
  if (!actor.limited) return where
  const [hidden, ownOnly] = [actor.foldersWith('forbidden'), actor.foldersWith('partially')].map((ids) => JSON.stringify(ids))
  return where
    .and('folder_id not in (select value from json_each(?))', hidden)
    .and('(member_id = ? or folder_id not in (select value from json_each(?)))', actor.member_id, ownOnly)
}

/** Those of the ids that are surveys of the account and visible to the caller. */
export function visibleQuizIds(store: Store, workspaceId: number, actor: Actor, ids: readonly number[]): Set<number> {
  const where = visibleTo(
    actor,
    new Where()
      .and('workspace_id = ?', workspaceId)
      .and('deleted_at is null')
      .and('id in (select value from json_each(?))', JSON.stringify(ids)),
  )
  return new Set(store.all<{ id: number }>(`select id from quiz where ${where.sql}`, ...where.values).map(({ id }) => id))
}

/** A filter for records that belong to a survey (or to none): visible when their survey is, also while that is in the trash. */
export function visibilityFor(store: Store, actor: Actor): (record: { quiz_id?: number | null | undefined }) => boolean {
  if (!actor.limited) return () => true
  const known = new Map<number, boolean>()
  return ({ quiz_id: id }) => {
    if (id === null || id === undefined) return true
    const isVisible = known.get(id) ?? isVisibleQuiz(store, actor, id)
    known.set(id, isVisible)
    return isVisible
  }
}

function isVisibleQuiz(store: Store, actor: Actor, id: number): boolean {
  const quiz = findQuiz(store, id, { trash: true })
  return quiz !== undefined && actor.sees(quiz)
}

/** A count over the whole account; `null` for callers who don't see all of it. */
export const ofWholeAccount = <T>({ limited }: Actor, count: T): T | null => (limited ? null : count)

/** The folders that the caller may see; hidden ones leave no gap in `pos`. */
export function visibleFolders(store: Store, workspaceId: number, actor: Actor): FolderRecord[] {
  const folders = listFolders(store, workspaceId)
  return actor.limited ? folders.filter(({ id }) => actor.seesFolder(id)).map((folder, pos) => ({ ...folder, pos })) : folders
}

/** One of the visible folders, with its `pos` among them. */
export const visibleFolder = (store: Store, workspaceId: number, actor: Actor, id: number): FolderRecord | undefined =>
  actor.limited ? visibleFolders(store, workspaceId, actor).find((folder) => folder.id === id) : findFolder(store, workspaceId, id)

/** The folder, or a refusal: the same for a hidden folder and a missing one. */
export function needVisibleFolder(store: Store, workspaceId: number, actor: Actor, id: number): FolderRecord {
  const folder = findFolder(store, workspaceId, id)
  if (folder && actor.seesFolder(id)) return folder
  return actor.limited ? denied('access_denied_to_folder') : refuse(400, 'folder_not_found')
}

/** The rights that an operation on a survey may need; all others are about the account. */
const rightsOnSurveys = [...new Set(operationsByGroup().flatMap(({ operations }) => operations.filter(isOfSurvey).flatMap(rightsOf)))]

/** Refuses to move a survey where the caller wouldn't see it, or where they would gain a right on it. */
export function needMove(actor: Actor, quiz: QuizRecord, folderId: number): void {
  const moved = { ...quiz, folder_id: folderId }
  if (!actor.sees(moved)) denied('access_denied_to_folder')
  if (rightsOnSurveys.some((right) => actor.canOn(right, moved) && !actor.canOn(right, quiz))) denied()
}

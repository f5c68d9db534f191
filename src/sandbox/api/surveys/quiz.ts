import * as contract from '../../../contract/surveys/quiz.ts'
import type { Widgets } from '../../../contract/core/records.ts'
import { uuidsOf } from '../../../model/document/renew-ids.ts'
import type { QuizRecord } from '../../store/entities.ts'
import type { Store } from '../../store/store.ts'
import { defaultFolder, findFolder } from '../../store/surveys/folder.ts'
import type { Actor } from '../../store/account/actor.ts'
import { denied, invalid, refuse } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { needRoomForQuizzes } from '../../store/account/plan.ts'
import { publish } from '../../store/surveys/publishing.ts'
import { listArchived, listVisible } from '../../store/surveys/quiz-list.ts'
import { needMove, needVisibleFolder, visibleFolder } from '../../store/surveys/visibility.ts'
import {
  changeDraft,
  changeQuiz,
  createQuiz,
  findQuiz,
  folderRefOf,
  previewUrl,
  quizDetailOf,
  quizRowOf,
  screensIn,
  settingsOf,
  sharedUrl,
} from '../../store/surveys/quiz.ts'
import { findTheme } from '../../store/surveys/theme.ts'

export const handlers: HandlersOf<typeof contract> = {
  createQuiz: ({ input, workspace, actor, service }) => {
    const folder = needVisibleFolder(service.store, workspace.id, actor, input.folder_id)
    const quiz = createQuiz(service, { workspace_id: workspace.id, folder_id: folder.id, member_id: actor.member_id })
    const { id, name, virtual_id } = quiz
    return {
      id,
      workspace_id: workspace.id,
      name,
      virtual_id,
      url_preview: previewUrl(service, quiz),
      url_shared: sharedUrl(service, quiz),
      is_published: false,
    }
  },

  listQuizzes: ({ input, workspace, actor, service }) => listVisible(service, workspace.id, actor, input),

  listArchivedQuizzes: ({ workspace, actor, service }) => listArchived(service, workspace.id, actor),

  viewQuiz: ({ quiz, actor, service }) => ({
    ...quizDetailOf(service, quiz),
    folder: visibleFolder(service.store, quiz.workspace_id, actor, quiz.folder_id) ?? folderRefOf(service, quiz),
  }),

  saveQuiz: ({ input: { ids, entities }, quiz, service, refusesTakenIds }) => {
    if (refusesTakenIds) needFreeIds(service.store, quiz, { ids, entities })
    return { status: true, ...summary(changeDraft(service, quiz, { widgets: { ids, entities } })) }
  },

  setQuiz: ({ input, quiz, service }) => {
    const { id: _id, name, ...given } = input
    const settings = { ...quiz.draft.settings, ...given }
    const widgets = given.lang ? screensIn(quiz.draft, given.lang) : quiz.draft.widgets
    const changed = changeQuiz(service, quiz, { draft: { ...quiz.draft, widgets, settings }, ...(name !== undefined && { name }) })
    return { status: true, ...summary(changed), settings: settingsOf(changed, changed.draft) }
  },

  themeQuiz: ({ input, quiz, workspace, service }) => {
    const theme = findTheme(service.store, workspace.id, input.theme_id) ?? refuse(400, 'not_found')
    return { status: true, ...summary(changeDraft(service, quiz, { theme })), theme }
  },

  publishQuiz: ({ quiz, actor, service }) => {
    const published = publish(service, quiz, actor.member_id)
    return { status: true, ...summary(published), url_shared: sharedUrl(service, published), version_id: published.version_id }
  },

  conditionsQuiz: ({ input, quiz, service }) => ({
    status: true,
    ...summary(changeDraft(service, quiz, { conditions: input.conditions })),
    conditions: input.conditions,
  }),

  noteQuiz: ({ input, quiz, service }) => ({ status: true, notes: changeQuiz(service, quiz, { notes: input.notes }).notes }),

  duplicateQuiz: ({ input, quiz, workspace, actor, service }) => {
    const copy = createQuiz(service, {
      workspace_id: workspace.id,
      folder_id: quiz.folder_id,
      member_id: actor.member_id,
      type: quiz.type,
      name: input.name || `${quiz.name} (copy)`,
      content: quiz.draft,
    })
    return { status: true, quiz: quizRowOf(service, copy) }
  },

  renameQuiz: ({ input, quiz, service }) => ({ status: true, name: changeQuiz(service, quiz, { name: input.name }).name }),

  makeTemplate: ({ quiz, service }) => {
    changeQuiz(service, quiz, { is_template: true })
    return { status: true, template_id: quiz.id }
  },

  archiveQuiz: ({ input, quiz, service }) => {
    const archive_at = input.archive ? (quiz.archive_at ?? service.now().toISOString()) : null
    changeQuiz(service, quiz, { archive_at })
    return { status: true, archive_at, is_archived: input.archive }
  },

  moveQuiz: ({ input, quiz, workspace, actor, service }) => {
    const { id: folder_id, name } = needVisibleFolder(service.store, workspace.id, actor, input.folder_id)
    needMove(actor, quiz, folder_id)
    changeQuiz(service, quiz, { folder_id })
    return { status: true, folder_id, folder: { id: folder_id, name } }
  },

  deleteQuiz: ({ quiz, service }) => {
    changeQuiz(service, quiz, { deleted_at: service.now().toISOString() })
    return { status: true }
  },

  restoreQuizzes: ({ input, workspace, actor, service }) => {
    const deleted = [...new Set(input.ids)].map((id) => needTrashed(service, workspace.id, actor, id))
    needRoomForQuizzes(service, workspace.id, deleted.length)
    for (const quiz of deleted) {
      const folder_id = folderAfterTrash(service, quiz)
      needMove(actor, quiz, folder_id)
      changeQuiz(service, quiz, { deleted_at: null, folder_id })
    }
    return { status: true, ids: deleted.map(({ id }) => id), restored: deleted.length }
  },
}

const summary = (quiz: QuizRecord) => ({
  quiz_id: quiz.id,
  name: quiz.name,
  is_published: quiz.published !== null,
  updated_at: quiz.updated_at,
})

/** For the fault `taken_ids`: refuses ids that stand in the draft of any other survey, of other accounts and in the trash too. */
function needFreeIds(store: Store, { id }: QuizRecord, widgets: Widgets): void {
  const isTaken = (uuid: string): boolean => store.get('select 1 from quiz where id <> ? and instr(draft, ?) > 0', id, uuid) !== undefined
  const taken = uuidsOf(widgets).filter(isTaken)
  if (taken.length > 0) invalid({ ids: taken.map((uuid) => `The id ${uuid} has already been taken.`) })
}

/** A survey of this account in the trash, which the caller may restore; refuses otherwise. */
function needTrashed({ store }: Service, workspaceId: number, actor: Actor, id: number): QuizRecord {
  const quiz = findQuiz(store, id, { trash: true })
  if (actor.limited && !(quiz?.workspace_id === workspaceId && actor.sees(quiz))) denied()
  if (!quiz || quiz.workspace_id !== workspaceId || quiz.deleted_at === null) refuse(400, 'quiz_not_found', { id })
  if (!actor.canOn('delete_quiz', quiz)) denied()
  return quiz
}

/** The folder to restore into: the survey's own, or the default one when that was deleted. */
const folderAfterTrash = ({ store }: Service, { workspace_id, folder_id }: QuizRecord): number =>
  (findFolder(store, workspace_id, folder_id) ?? defaultFolder(store, workspace_id)).id

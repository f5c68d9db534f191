import * as contract from '../../../contract/surveys/folder.ts'
import { counted } from '../../../text/counted.ts'
import { addFolder } from '../../store/surveys/folder.ts'
import type { Actor, Owned } from '../../store/account/actor.ts'
import { denied, invalid, refuse } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { needVisibleFolder, visibleFolder, visibleFolders } from '../../store/surveys/visibility.ts'

export const handlers: HandlersOf<typeof contract> = {
  createFolder: ({ input, workspace, actor, service }) => {
    needFreeName(service, workspace.id, actor, input.name)
    const added = addFolder(service, { workspace_id: workspace.id, user_id: actor.member_id, name: input.name })
    const folder = visibleFolder(service.store, workspace.id, actor, added.id) ?? added
    return { status: true, folder_id: folder.id, folder }
  },

  renameFolder: ({ input, workspace, actor, service }) => {
    const folder = needVisibleFolder(service.store, workspace.id, actor, input.folderId)
    if (folder.name !== input.name) needFreeName(service, workspace.id, actor, input.name)
    service.store.update('folder', folder.id, { name: input.name, updated_at: service.now().toISOString() })
    return { status: true, folder_id: folder.id, name: input.name }
  },

  deleteFolder: ({ input, workspace, actor, service }) => {
    const { store } = service
    const folder = needVisibleFolder(store, workspace.id, actor, input.folderId)
    if (folder.is_default) refuse(400, 'default_folder')
    const inside = store.all<Owned>('select folder_id, member_id from quiz where folder_id = ? and deleted_at is null', folder.id)
    // Its surveys are deleted with it, so the right on each is needed; without it even their number is withheld.
    if (inside.some((quiz) => !actor.canOn('delete_quiz', quiz))) denied()
    const quizzes = inside.length
    if (quizzes > 0 && input.confirm_delete_quizzes !== true) {
      invalid({ confirm_delete_quizzes: `The folder contains ${counted(quizzes, 'survey')}, to be deleted with it.` }, 'confirm_required', {
        quizzes,
      })
    }
    const time = service.now().toISOString()
    store.run('update quiz set deleted_at = ?, updated_at = ? where folder_id = ? and deleted_at is null', time, time, folder.id)
    store.update('folder', folder.id, { deleted_at: time, updated_at: time })
    return { status: true, folder_id: folder.id, deleted_quizzes: quizzes }
  },

  reorderFolders: ({ input, workspace, actor, service }) => {
    const { store } = service
    const folders = visibleFolders(store, workspace.id, actor)
    const first = [...new Set(input.folder_ids)].map(
      (id) => folders.find((folder) => folder.id === id) ?? refuse(400, 'folder_not_found', { folder_id: id }),
    )
    const ordered = [...first, ...folders.filter((folder) => !first.includes(folder))]
    // Hidden folders keep their positions: the visible ones only exchange theirs.
    const positions = folders.map(({ id }) => store.number('select pos from folder where id = ?', id))
    ordered.forEach(({ id }, index) => store.update('folder', id, { pos: positions[index], updated_at: service.now().toISOString() }))
    return { status: true, folder_ids: ordered.map(({ id }) => id) }
  },
}

/** Refuses a name that a visible folder has, in exactly the same spelling. */
function needFreeName({ store }: Service, workspaceId: number, actor: Actor, name: string): void {
  if (visibleFolders(store, workspaceId, actor).some((folder) => folder.name === name)) refuse(400, 'duplicate_name')
}

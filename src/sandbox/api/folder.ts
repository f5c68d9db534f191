import * as contract from '../../contract/folder.ts'
import { addFolder, listFolders, needFolder } from '../store/folder.ts'
import { invalid, refuse, type HandlersOf, type Service } from '../engine/handler.ts'

export const handlers: HandlersOf<typeof contract> = {
  createFolder: ({ input, workspace, actor, service }) => {
    needFreeName(service, workspace.id, input.name)
    const folder = addFolder(service, { workspace_id: workspace.id, user_id: actor.member_id, name: input.name })
    return { status: true, folder_id: folder.id, folder }
  },

  renameFolder: ({ input, workspace, service }) => {
    const folder = needFolder(service.store, workspace.id, input.folderId)
    if (folder.name !== input.name) needFreeName(service, workspace.id, input.name)
    service.store.update('folder', folder.id, { name: input.name, updated_at: service.now().toISOString() })
    return { status: true, folder_id: folder.id, name: input.name }
  },

  deleteFolder: ({ input, workspace, service }) => {
    const { store } = service
    const folder = needFolder(store, workspace.id, input.folderId)
    if (folder.is_default) refuse(400, 'default_folder')
    const quizzes = store.count('select count(*) from quiz where folder_id = ? and deleted_at is null', folder.id)
    if (quizzes > 0 && input.confirm_delete_quizzes !== true) {
      invalid({ confirm_delete_quizzes: `The folder holds ${quizzes} surveys; they are deleted with it.` }, 'confirm_required', { quizzes })
    }
    const time = service.now().toISOString()
    store.run('update quiz set deleted_at = ?, updated_at = ? where folder_id = ? and deleted_at is null', time, time, folder.id)
    store.update('folder', folder.id, { deleted_at: time, updated_at: time })
    return { status: true, folder_id: folder.id, deleted_quizzes: quizzes }
  },

  reorderFolders: ({ input, workspace, service }) => {
    const { store } = service
    const folders = listFolders(store, workspace.id)
    const first = [...new Set(input.folder_ids)].map(
      (id) => folders.find((folder) => folder.id === id) ?? refuse(400, 'folder_not_found', { folder_id: id }),
    )
    const ordered = [...first, ...folders.filter((folder) => !first.includes(folder))]
    ordered.forEach(({ id }, pos) => store.update('folder', id, { pos, updated_at: service.now().toISOString() }))
    return { status: true, folder_ids: ordered.map(({ id }) => id) }
  },
}

/** Names are compared as they are written. */
function needFreeName({ store }: Service, workspaceId: number, name: string): void {
  if (listFolders(store, workspaceId).some((folder) => folder.name === name)) refuse(400, 'duplicate_name')
}

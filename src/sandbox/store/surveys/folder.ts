/** Folders of an account, in their order. */
import type { FolderRecord } from '../entities.ts'
import { refuse } from '../refusal.ts'
import type { Service } from '../service.ts'
import { missing, type Store, type Stored } from '../store.ts'

type FolderRow = Stored<FolderRecord>

const read = (row: FolderRow): FolderRecord => ({ ...row, is_default: row.is_default === 1 })

export const listFolders = (store: Store, workspaceId: number): FolderRecord[] =>
  store.all<FolderRow>('select * from folder where workspace_id = ? and deleted_at is null order by pos, id', workspaceId).map(read)

export function findFolder(store: Store, workspaceId: number, id: number): FolderRecord | undefined {
  const row = store.get<FolderRow>('select * from folder where id = ? and workspace_id = ? and deleted_at is null', id, workspaceId)
  return row && read(row)
}

/** The folder, or 400 `folder_not_found`. */
export const needFolder = (store: Store, workspaceId: number, id: number): FolderRecord =>
  findFolder(store, workspaceId, id) ?? refuse(400, 'folder_not_found')

/** Every account has one: it can't be deleted. */
export const defaultFolder = (store: Store, workspaceId: number): FolderRecord =>
  read(
    store.get<FolderRow>('select * from folder where workspace_id = ? and is_default = 1', workspaceId) ??
      missing('default folder of workspace', workspaceId),
  )

export function addFolder(
  { store, now }: Service,
  { is_default = false, ...folder }: { id?: number; workspace_id: number; user_id: number; name: string; is_default?: boolean },
): FolderRecord {
  const nextPos = 'select coalesce(max(pos) + 1, 0) from folder where workspace_id = ? and deleted_at is null'
  const pos = store.number(nextPos, folder.workspace_id)
  const time = now().toISOString()
  const id = store.insert('folder', { ...folder, pos, is_default, created_at: time, updated_at: time })
  return findFolder(store, folder.workspace_id, id) ?? missing('folder', id)
}

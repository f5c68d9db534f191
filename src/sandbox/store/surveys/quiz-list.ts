/** Lists of surveys: those that the caller may see, without reading their questions. */
import type { Input } from '../../../contract/core/operation.ts'
import type { listQuizzes } from '../../../contract/surveys/quiz.ts'
import type { FolderRecord } from '../entities.ts'
import type { Actor } from '../account/actor.ts'
import type { Service } from '../service.ts'
import { sharedUrl } from './quiz.ts'
import { visibleTo, visibleFolders } from './visibility.ts'
import { missing } from '../store.ts'
import { Where } from '../where.ts'

interface Row {
  id: number
  name: string
  type: string
  virtual_id: string
  folder_id: number
  member_id: number
  is_published: number
  is_template: number
  created_at: string
  updated_at: string
  archive_at: string | null
}

const columns = `id, name, type, virtual_id, folder_id, member_id, published is not null as is_published, is_template, created_at, updated_at, archive_at`

const order = { created_at: 'created_at', updated_at: 'updated_at', name: 'name collate nocase', id: 'id' } as const

type QuizListInput = Input<typeof listQuizzes>

/** Rows of one page, of surveys in the archive or outside of it; only those that the caller may see count. */
function read({ store }: Service, workspaceId: number, actor: Actor, archived: 'archived' | 'not archived', input: QuizListInput): Row[] {
  const where = new Where()
    .and('workspace_id = ?', workspaceId)
    .and('deleted_at is null')
    .and(archived === 'archived' ? 'archive_at is not null' : 'archive_at is null')
  if (input.folder_id !== undefined) where.and('folder_id = ?', input.folder_id)
  const { sql, values } = visibleTo(actor, where)
  const direction = input.order ?? 'desc'
  const { limit, offset = 0 } = input
  return store.all<Row>(
    `select ${columns} from quiz where ${sql} order by ${order[input.sort ?? 'created_at']} ${direction}, id ${direction} limit ? offset ?`,
    ...values,
    limit ?? -1,
    offset,
  )
}

const shown = (service: Service, { member_id: _author, folder_id: _folder, archive_at: _archived, ...row }: Row) => ({
  ...row,
  url_shared: sharedUrl(service, row),
  is_published: row.is_published === 1,
  is_template: row.is_template === 1,
})

/** The folder of a row: a visible survey outside the trash always has one. */
function folderLookup({ store }: Service, workspaceId: number, actor: Actor): (row: Row) => FolderRecord {
  const folders = new Map(visibleFolders(store, workspaceId, actor).map((folder) => [folder.id, folder]))
  return ({ folder_id }) => folders.get(folder_id) ?? missing('folder', folder_id)
}

/** Rows with their whole folders. */
export function listVisible(service: Service, workspaceId: number, actor: Actor, input: QuizListInput) {
  const folderOf = folderLookup(service, workspaceId, actor)
  return read(service, workspaceId, actor, 'not archived', input).map((row) => ({ ...shown(service, row), folder: folderOf(row) }))
}

/** Rows with the short form of their folders. */
export function listArchived(service: Service, workspaceId: number, actor: Actor) {
  const folderOf = folderLookup(service, workspaceId, actor)
  return read(service, workspaceId, actor, 'archived', {}).map((row) => {
    const { id, name } = folderOf(row)
    return { ...shown(service, row), archive_at: row.archive_at, folder: { id, name } }
  })
}

/** Lists of surveys: those that the caller may see, without reading their questions. */
import type { Input } from '../contract/operation.ts'
import type { listQuizzes } from '../contract/quiz.ts'
import type { Actor, Service } from './handler.ts'
import { sharedUrl } from './quizzes.ts'
import type { Bindable } from './store.ts'

interface Row {
  id: number; name: string; type: string; virtual_id: string; folder_id: number; folder_name: string | null; member_id: number
  is_published: number; is_template: number; created_at: string; updated_at: string; archive_at: string | null
}

const columns = `quiz.id, quiz.name, quiz.type, quiz.virtual_id, quiz.folder_id, folder.name as folder_name, quiz.member_id,
  quiz.published is not null as is_published, quiz.is_template, quiz.created_at, quiz.updated_at, quiz.archive_at`

const order = {
  created_at: 'quiz.created_at', updated_at: 'quiz.updated_at', name: 'quiz.name collate nocase', id: 'quiz.id',
} as const

export type QuizListInput = Input<typeof listQuizzes>

/** In pages of the visible ones: whoever sees all lets the database do it. */
export function listVisible({ store }: Service, workspaceId: number, actor: Actor, input: QuizListInput, archived = false): Row[] {
  const parts: [string, ...Bindable[]][] = [['quiz.workspace_id = ?', workspaceId], ['quiz.deleted_at is null'], [`quiz.archive_at is ${archived ? 'not ' : ''}null`]]
  if (input.folder_id !== undefined) parts.push(['quiz.folder_id = ?', input.folder_id])
  const direction = input.order ?? 'desc'
  const sql = `select ${columns} from quiz left join folder on folder.id = quiz.folder_id where ${parts.map(([part]) => part).join(' and ')}
    order by ${order[input.sort ?? 'created_at']} ${direction}, quiz.id ${direction}`
  const values = parts.flatMap(([, ...bound]) => bound)
  const { limit, offset = 0 } = input
  if (actor.owner) return store.all<Row>(`${sql} limit ? offset ?`, ...values, limit ?? -1, offset)
  return store.all<Row>(sql, ...values).filter((row) => actor.sees(row)).slice(offset, limit === undefined ? undefined : offset + limit)
}

export const rowOf = (service: Service, { folder_id, folder_name, member_id: _author, archive_at, ...row }: Row) => ({
  ...row,
  url_shared: sharedUrl(service, row),
  is_published: row.is_published === 1, is_template: row.is_template === 1,
  ...(archive_at !== null && { archive_at }),
  folder: { id: folder_id, name: folder_name ?? '' },
})

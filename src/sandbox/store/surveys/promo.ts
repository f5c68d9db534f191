/** Promo lists and their codes. */
import type { Actor } from '../account/actor.ts'
import type { AnswerRecord } from '../entities.ts'
import { refuse } from '../refusal.ts'
import type { Service } from '../service.ts'
import { visibleTo } from './visibility.ts'
import type { Store } from '../store.ts'
import { Where } from '../where.ts'

export type PromoList = { id: number; workspace_id: number; name: string; created_at: string; updated_at: string }

export const needList = (store: Store, workspaceId: number, id: number): PromoList =>
  store.get<PromoList>('select * from promo_list where id = ? and workspace_id = ?', id, workspaceId) ?? refuse(400, 'not_found')

export function addList({ store, now }: Service, workspaceId: number, name: string, id?: number): number {
  const time = now().toISOString()
  return store.insert('promo_list', {
    ...(id !== undefined && { id }),
    workspace_id: workspaceId,
    name,
    created_at: time,
    updated_at: time,
  })
}

/** Adds the codes that the list doesn't have yet; the others are counted as duplicates. */
export function addCodesTo({ store, now }: Service, listId: number, codes: readonly string[]): { added: number; duplicates: number } {
  const time = now().toISOString()
  // One statement for all takes half as long. A lone surrogate is stored as U+FFFD, as in any other text.
  const values = JSON.stringify(codes.map((code) => code.toWellFormed()))
  const added = store.run(
    'insert or ignore into promo_code (list_id, code, updated_at) select ?, value, ? from json_each(?) order by key',
    listId,
    time,
    values,
  ).changes
  store.update('promo_list', listId, { updated_at: time })
  return { added, duplicates: codes.length - added }
}

export function statsOf(store: Store, listId: number): { total: number; used: number; unused: number } {
  const total = store.number('select count(*) from promo_code where list_id = ?', listId)
  const used = store.number('select count(*) from promo_code where list_id = ? and used = 1', listId)
  return { total, used, unused: total - used }
}

/** Surveys that the list is attached to and that the caller may see. */
export function quizzesOf(store: Store, actor: Actor, listId: number): { id: number; name: string }[] {
  const where = visibleTo(actor, new Where().and('promo_list_id = ?', listId).and('deleted_at is null'))
  return store.all<{ id: number; name: string }>(`select id, name from quiz where ${where.sql} order by id`, ...where.values)
}

/** Whether the list is attached to a survey that the caller may not see (one in the trash counts too). */
export const hasHiddenQuizzes = (store: Store, actor: Actor, listId: number): boolean =>
  store
    .all<{ folder_id: number; member_id: number }>('select folder_id, member_id from quiz where promo_list_id = ?', listId)
    .some((quiz) => !actor.sees(quiz))

export interface CodeRow {
  id: number
  code: string
  used: number
  used_at: string | null
  updated_at: string
}

export const shownCode = ({ id, code, used, used_at, updated_at }: CodeRow) => ({ id, code, used: used === 1, used_at, updated_at })

/** Takes an unused code of the attached list; `null` when there is no list or all its codes are used. */
export function takeCode({ store, now }: Service, { id, quiz_id }: Pick<AnswerRecord, 'id' | 'quiz_id'>): string | null {
  const code = store.get<{ id: number; code: string }>(
    'select promo_code.id, code from promo_code join quiz on quiz.promo_list_id = list_id where quiz.id = ? and used = 0 order by promo_code.id limit 1',
    quiz_id,
  )
  if (!code) return null
  const time = now().toISOString()
  store.update('promo_code', code.id, { used: true, used_at: time, answer_id: id, updated_at: time })
  return code.code
}

/** Promo lists and their codes as they are kept. */
import { refuse, type Service } from '../engine/handler.ts'
import type { Bindable } from './records.ts'
import type { Store } from './store.ts'

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

/** Adds those that the list doesn't have yet; equal ones count as duplicates. */
export function addCodesTo({ store, now }: Service, listId: number, codes: readonly string[]): { added: number; duplicates: number } {
  const time = now().toISOString()
  let added = 0
  for (const code of codes)
    added += store.run('insert or ignore into promo_code (list_id, code, updated_at) values (?, ?, ?)', listId, code, time).changes
  store.update('promo_list', listId, { updated_at: time })
  return { added, duplicates: codes.length - added }
}

export function statsOf(store: Store, listId: number): { total: number; used: number; unused: number } {
  const total = store.count('select count(*) from promo_code where list_id = ?', listId)
  const used = store.count('select count(*) from promo_code where list_id = ? and used = 1', listId)
  return { total, used, unused: total - used }
}

export const quizzesOf = (store: Store, listId: number): { id: number; name: string }[] =>
  store.all<{ id: number; name: string }>('select id, name from quiz where promo_list_id = ? and deleted_at is null order by id', listId)

/** A `where` that grows; empty conditions are left out. */
export class Where {
  readonly values: Bindable[] = []
  readonly #parts: string[] = []

  and(sql: string, ...values: Bindable[]): this {
    this.#parts.push(sql)
    this.values.push(...values)
    return this
  }

  /** Rows with the text in a column, whatever its case. */
  search(column: string, text: string | undefined): this {
    return text ? this.and(`${column} like ? escape '\\'`, `%${text.replace(/[\\%_]/g, '\\$&')}%`) : this
  }

  get sql(): string {
    return this.#parts.join(' and ')
  }
}

export interface CodeRow {
  id: number
  code: string
  used: number
  used_at: string | null
  updated_at: string
}

export const codeOf = ({ id, code, used, used_at, updated_at }: CodeRow) => ({ id, code, used: used === 1, used_at, updated_at })

import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import * as contract from '../../../contract/surveys/promo.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { codesExtensions, readCodes, UnreadableFile } from '../../files/codes.ts'
import type { Actor } from '../../store/account/actor.ts'
import { denied, invalid, refuse } from '../../store/refusal.ts'
import type { HandlersOf, Seed } from '../../engine/handler.ts'
import type { Service, Upload } from '../../store/service.ts'
import { offsetPage } from '../../engine/paging.ts'
import {
  addCodesTo,
  addList,
  shownCode,
  hasHiddenQuizzes,
  needList,
  quizzesOf,
  statsOf,
  type CodeRow,
  type PromoList,
} from '../../store/surveys/promo.ts'
import { visibleTo, visibleQuizIds } from '../../store/surveys/visibility.ts'
import { rowsOf, Where } from '../../store/where.ts'

const maxCodeLength = 255

/** The codes, trimmed; refuses with all invalid ones at once. */
function validCodes(codes: readonly string[]): string[] {
  const trimmed = codes.map((code) => code.trim())
  const problems = trimmed.flatMap((code, index): [string, string][] => {
    if (code === '') return [[`codes.${index}`, 'is empty']]
    return [...code].length > maxCodeLength ? [[`codes.${index}`, `must be up to ${maxCodeLength} characters`]] : []
  })
  if (problems.length > 0) invalid(Object.fromEntries(problems))
  return trimmed
}

/** The ids, sorted; refuses when one isn't a survey of the account that the caller may see. */
function needQuizzes({ store }: Service, workspaceId: number, actor: Actor, ids: readonly number[]): number[] {
  const known = visibleQuizIds(store, workspaceId, actor, ids)
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) refuse(400, 'quiz_not_found', { unknown })
  return [...known].sort((a, b) => a - b)
}

/** Attaches a list to the surveys; `null` detaches. */
const attach = ({ store }: Service, ids: readonly number[], listId: number | null): void =>
  void store.run('update quiz set promo_list_id = ? where id in (select value from json_each(?))', listId, JSON.stringify(ids))

async function parse({ path, filename, size }: Upload): Promise<string[]> {
  const extension =
    codesExtensions.find((known) => known === extname(filename).slice(1).toLowerCase()) ??
    invalid({ file: `must be ${codesExtensions.join(', ')}` })
  if (size > contract.importBytes) invalid({ file: 'must be up to 1 MB' })
  try {
    return await readCodes(await readFile(path), extension)
  } catch (error) {
    if (error instanceof UnreadableFile) invalid({ file: error.message })
    throw error
  }
}

const listColumns = (attached: Where): string => `promo_list.id, name, created_at, updated_at,
  (select count(*) from promo_code where list_id = promo_list.id) as codes_count,
  (select count(*) from promo_code where list_id = promo_list.id and used = 1) as used_count,
  (select count(*) from quiz where ${attached.sql}) as quizzes_count`

const codeColumns = { id: 'id', updated_at: 'updated_at', name: 'code' } as const

export const handlers: HandlersOf<typeof contract> = {
  listPromos: ({ input, workspace, actor, service: { store } }) => {
    const attached = visibleTo(actor, new Where().and('promo_list_id = promo_list.id').and('deleted_at is null'))
    const where = new Where().and('workspace_id = ?', workspace.id).search('name', input.search)
    const { sort = 'updated_at', order = 'desc' } = input
    const column = sort === 'name' ? 'name collate nocase' : sort
    const lists = rowsOf<PromoList>(store, 'promo_list', where, {
      columns: listColumns(attached),
      values: attached.values,
      order: `${column} ${order}, id ${order}`,
    })
    return { status: true, ...offsetPage(lists, input) }
  },

  createPromo: ({ input, workspace, service }) => {
    const codes = validCodes(input.codes)
    const list_id = addList(service, workspace.id, input.name)
    return { status: true, list_id, name: input.name, ...addCodesTo(service, list_id, codes) }
  },

  renamePromo: ({ input, workspace, service }) => {
    const { id } = needList(service.store, workspace.id, input.list_id)
    service.store.update('promo_list', id, { name: input.name, updated_at: service.now().toISOString() })
    return { status: true, list_id: id, name: input.name }
  },

  deletePromo: ({ input, workspace, actor, service: { store } }) => {
    const { id } = needList(store, workspace.id, input.list_id)
    if (hasHiddenQuizzes(store, actor, id)) denied()
    store.run('update quiz set promo_list_id = null where promo_list_id = ?', id)
    const removed_codes = store.run('delete from promo_code where list_id = ?', id).changes
    store.run('delete from promo_list where id = ?', id)
    return { status: true, list_id: id, removed_codes }
  },

  listCodes: ({ input, workspace, actor, service: { store } }) => {
    const { id } = needList(store, workspace.id, input.list_id)
    const where = new Where().and('list_id = ?', id).search('code', input.search)
    if (input.used !== undefined) where.and('used = ?', input.used)
    const { sort = 'id', order = 'desc' } = input
    const stats = statsOf(store, id)
    const rows = rowsOf<CodeRow>(store, 'promo_code', where, { order: `${codeColumns[sort]} ${order}, id ${order}` })
    // Counting a million codes a second time would take as long as reading a page of them.
    const isCounted = !input.search && input.used === undefined
    const { data, ...page } = offsetPage(isCounted ? { total: stats.total, read: rows.read } : rows, input)
    return { status: true, ...page, data: data.map(shownCode), stats, quizzes: quizzesOf(store, actor, id) }
  },

  listAttachedCodes: ({ quiz, actor, service: { store } }) => {
    const id = quiz.promo_list_id
    if (id === null) return { status: true, list: null, total: 0, data: [], stats: { total: 0, used: 0, unused: 0 }, quizzes: [] }
    const data = store.all<CodeRow>('select * from promo_code where list_id = ? order by id desc', id).map(shownCode)
    const list = store.get<{ id: number; name: string }>('select id, name from promo_list where id = ?', id)
    return { status: true, list, total: data.length, data, stats: statsOf(store, id), quizzes: quizzesOf(store, actor, id) }
  },

  addCodes: ({ input, workspace, service }) => {
    const { id } = needList(service.store, workspace.id, input.list_id)
    return { status: true, list_id: id, ...addCodesTo(service, id, validCodes(input.codes)) }
  },

  removeCode: ({ input, workspace, service: { store } }) => {
    const removed = store.run(
      'delete from promo_code where id = ? and list_id in (select id from promo_list where workspace_id = ?)',
      input.code_id,
      workspace.id,
    ).changes
    return removed > 0 ? { status: true, code_id: input.code_id } : refuse(400, 'not_found')
  },

  parseCodes: async ({ upload }) => {
    const codes = await parse(upload.file)
    return { status: true, message: `${codes.length} codes were read`, data: { imported_count: codes.length, codes } }
  },

  attachPromo: ({ input, workspace, actor, service }) => {
    const { id } = needList(service.store, workspace.id, input.list_id)
    const attached = needQuizzes(service, workspace.id, actor, input.quize_ids)
    attach(service, attached, id)
    return { status: true, list_id: id, attached }
  },

  detachPromo: ({ input, workspace, actor, service }) => {
    const detached = needQuizzes(service, workspace.id, actor, input.quize_ids)
    attach(service, detached, null)
    return { status: true, detached }
  },

  syncPromo: ({ input, workspace, actor, service }) => {
    const { id } = needList(service.store, workspace.id, input.list_id)
    const wanted = needQuizzes(service, workspace.id, actor, input.quize_ids)
    const current = quizzesOf(service.store, actor, id).map((quiz) => quiz.id)
    const attached = wanted.filter((quizId) => !current.includes(quizId))
    const detached = current.filter((quizId) => !wanted.includes(quizId))
    attach(service, attached, id)
    attach(service, detached, null)
    return { status: true, list_id: id, attached, detached }
  },

  listPinned: ({ input, quiz, workspace, actor, service: { store } }) => {
    const { id } = needList(store, workspace.id, input.list_id)
    const where = visibleTo(actor, new Where().and('workspace_id = ?', workspace.id).and('deleted_at is null').search('name', input.search))
    const rows = rowsOf<Pick<QuizRecord, 'id' | 'name' | 'promo_list_id'>>(store, 'quiz', where, {
      columns: 'id, name, promo_list_id',
      order: 'id desc',
    })
    const { data, ...page } = offsetPage(rows, input)
    const pinned = data.map((row) => ({ id: row.id, name: row.name, attach: row.promo_list_id === id, current: row.id === quiz.id }))
    return { ...page, data: pinned }
  },
}

/** List 1 "Spring letter" of 500 codes is attached to survey 42, with 20 used; list 2 "Winter letter" has 100. */
export const seed: Seed = (service, { workspace }) => {
  const { store, now } = service
  const numbered = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(4, '0')}`)
  addCodesTo(service, addList(service, workspace.id, 'Spring letter', 1), numbered('SPRING', 500))
  addCodesTo(service, addList(service, workspace.id, 'Winter letter', 2), numbered('WINTER', 100))
  attach(service, [42], 1)
  store.run(
    'update promo_code set used = 1, used_at = ? where list_id = 1 and id <= (select min(id) + 19 from promo_code where list_id = 1)',
    now().toISOString(),
  )
}

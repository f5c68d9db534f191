/** What belongs to the account: folders, lists of promo codes, schedulers, favourites, presets, roles. What is there by its name stays as it is. */
import { addAppearancePreset, viewAppearance } from '../../contract/answers/appearance.ts'
import { listRoles, setRole } from '../../contract/account/role.ts'
import { createScheduler, listSchedulers } from '../../contract/account/scheduler.ts'
import type { AnyOperation, Input } from '../../contract/core/operation.ts'
import { listFavorites, saveFavorite } from '../../contract/surveys/favorite.ts'
import { createFolder } from '../../contract/surveys/folder.ts'
import { addCodes, codesAtOnce, createPromo, listCodes, listPromos } from '../../contract/surveys/promo.ts'
import { listArchivedQuizzes, listQuizzes } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import { counted } from '../../text/counted.ts'
import { isObject } from '../../text/is-object.ts'
import type { Restoring } from './survey.ts'

type Named = Readonly<Record<string, unknown>>

/** Folders that surveys of the account tell of; none lists those without any. */
export async function foldersOf({
  service,
}: Pick<Restoring, 'service'>): Promise<{ ids: Map<string, number>; usual: { id: number; name: string } | undefined }> {
  const ids = new Map<string, number>()
  let usual: { id: number; name: string } | undefined
  for (const rows of [await service.call(listQuizzes, {}), await service.call(listArchivedQuizzes, {})])
    for (const { folder } of rows) {
      if (!folder?.name) continue
      ids.set(folder.name, folder.id)
      if (folder.is_default === true) usual = { id: folder.id, name: folder.name }
    }
  return { ids, usual }
}

/** The default folder can't be made: its surveys go into that of the account, where a survey shows it, else into a new one. */
export async function restoreFolder(work: Restoring, workspace_id: number, name: string, isDefault: boolean): Promise<void> {
  const { made, service, once, losses } = work
  if (made.map.folders[name]) return
  const { ids, usual } = await foldersOf(work)
  const keep = (folder: { id: number; name: string }): void => {
    made.map.folders[name] = folder
    made.save()
  }
  if (isDefault && usual) return keep(usual)
  const there = ids.get(name)
  if (there !== undefined && !isDefault) return keep({ id: there, name })
  for (let count = 1; count < 20; count++) {
    const own = isDefault ? `${name} (restored${count === 1 ? '' : ` ${count}`})` : count === 1 ? name : `${name} (${count})`
    try {
      const id = await once(`folder ${own}`, {
        send: async () => (await service.call(createFolder, { workspace_id, name: own })).folder_id,
        // An empty folder can't be looked up. If it was made, making it again is refused because of its name.
        find: async () => undefined,
      })
      if (own !== name) losses.push({ survey: null, name: 'the account', what: `folder "${name}"`, why: `comes back as "${own}"` })
      return keep({ id, name: own })
    } catch (error) {
      if (!(error instanceof CommandError && error.facts.code === 'duplicate_name')) throw error
    }
  }
  throw new CommandError('refused', `No folder can be made for "${name}": all its names are taken`)
}

/**
 * Lists with the codes that were not handed out; a used one would be handed out once more. In the account of the backup a list that
 * is still there is the one to attach: its codes are known there.
 */
export async function restorePromo(
  work: Restoring,
  id: number,
  { usedCodes, isSame }: { usedCodes: boolean; isSame: boolean },
): Promise<void> {
  const { backup, service, made, losses } = work
  const [any] = backup.surveys
  if (any === undefined) return
  const there = new Map<number, string>()
  const read = async () => {
    for await (const rows of service.rows(listPromos, { id, sort: 'id', order: 'asc' }))
      for (const list of rows) there.set(list.id, list.name ?? '')
  }
  await read()
  for await (const lists of backup.service.rows(listPromos, { id: any }))
    for (const { id: list_id, name } of lists) {
      const own = name ?? ''
      if (isSame && there.get(list_id) === own) {
        made.map.promo[own] = { id: list_id, name: own }
        continue
      }
      const codes: Record<'used' | 'unused', string[]> = { used: [], unused: [] }
      for await (const rows of backup.service.rows(listCodes, { id: any, list_id }))
        for (const { code, used } of rows) codes[used ? 'used' : 'unused'].push(code)
      await restoreList(work, id, { own, codes: codes.unused, there })
      if (usedCodes) await restoreList(work, id, { own: `${own} (used)`, codes: codes.used, there })
      else if (codes.used.length > 0)
        losses.push({
          survey: null,
          name: 'the account',
          what: `${counted(codes.used.length, 'used code')} of "${own}"`,
          why: 'left out, as each would be handed out once more: --used-codes',
        })
    }
  made.save()
}

interface List {
  own: string
  codes: readonly string[]
  there: ReadonlyMap<number, string>
}

async function restoreList({ service, made, once, losses }: Restoring, id: number, { own, codes, there }: List): Promise<void> {
  if (codes.length === 0) return
  const known = made.map.promo[own]
  const taken = new Set(there.values())
  const name = known?.name ?? (taken.has(own) ? `${own} (restored)` : own)
  const list_id =
    known?.id ??
    (await once(`promo ${own}`, {
      note: async () => ({ lists: [...there.keys()] }),
      send: async () => {
        const { list_id: list, id: other } = await service.call(createPromo, { id, name, codes: codes.slice(0, codesAtOnce) })
        return Number(list ?? other)
      },
      find: async (noted) => {
        const before = isObject(noted) && Array.isArray(noted.lists) ? noted.lists : []
        return [...there].find(([list, its]) => its === name && !before.includes(list))?.[0]
      },
      keep: (list) => {
        made.map.promo[own] = { id: list, name }
        made.save()
      },
    }))
  if (name !== own && !known)
    losses.push({ survey: null, name: 'the account', what: `promo list "${own}"`, why: `comes back as "${name}": the name is taken` })
  const has = new Set<string>()
  for await (const rows of service.rows(listCodes, { id, list_id })) for (const { code } of rows) has.add(code)
  const missing = codes.filter((code) => !has.has(code))
  for (let at = 0; at < missing.length; at += codesAtOnce)
    await service.call(addCodes, { id, list_id, codes: missing.slice(at, at + codesAtOnce) })
}

/** By their names: one that is there stays as it is. */
export async function restoreThings(
  work: Restoring,
  workspace_id: number,
  { activate, isSame }: { activate: boolean; isSame: boolean },
): Promise<void> {
  const { made, backup, service, losses } = work
  const from = backup.manifest.workspace_id
  const at = { workspace_id }
  const skipping = async (what: string, restore: () => Promise<void>): Promise<void> => {
    try {
      await restore()
    } catch (error) {
      if (!(error instanceof CommandError && ['forbidden', 'not_found'].includes(error.kind))) throw error
      losses.push({ survey: null, name: 'the account', what, why: error.message })
    }
  }
  await skipping('schedulers', () =>
    each(work, listSchedulers, from, workspace_id, (row) => {
      if (!activate && row.is_active === true)
        losses.push({
          survey: null,
          name: 'the account',
          what: `scheduler "${String(row.name)}"`,
          why: 'comes back switched off: --activate',
        })
      return service.call(createScheduler, { ...at, ...picked(createScheduler, row), ...(!activate && { is_active: false }) } as Input<
        typeof createScheduler
      >)
    }),
  )
  await skipping('favorites', () =>
    each(work, listFavorites, from, workspace_id, (row) => {
      const source = made.map.surveys[String(row.source_quiz_id)]?.id
      const { favorite_question_id: _, source_quiz_id: __, source_widget_id: widget, ...fields } = picked(saveFavorite, row)
      return service.call(saveFavorite, {
        ...at,
        ...fields,
        ...(source !== undefined && { source_quiz_id: source, source_widget_id: widget }),
      } as Input<typeof saveFavorite>)
    }),
  )
  await skipping('presets of reports', async () => {
    const [was, now] = [await backup.service.call(viewAppearance, { workspace_id: from }), await service.call(viewAppearance, at)]
    const names = new Set((now.presets ?? []).map(({ name }) => name))
    for (const preset of was.presets ?? [])
      if (!names.has(preset.name))
        await service.call(addAppearancePreset, { ...at, ...picked(addAppearancePreset, preset) } as Input<typeof addAppearancePreset>)
  })
  if (!isSame) await skipping('roles', () => restoreRoles(work, workspace_id))
}

/** Nothing makes a role: those that are there by name get the rights that they had. */
async function restoreRoles({ made, backup, service, losses }: Restoring, workspace_id: number): Promise<void> {
  const was = (await backup.service.call(listRoles, { workspace_id: backup.manifest.workspace_id })).items
  const now = (await service.call(listRoles, { workspace_id })).items
  const folders = new Map<number, number>()
  for await (const rows of backup.service.rows(listQuizzes, {}))
    for (const { folder } of rows) {
      const own = folder?.name ? made.map.folders[folder.name] : undefined
      if (folder && own) folders.set(folder.id, own.id)
    }
  for (const role of was) {
    const there = now.find(({ name }) => name === role.name)
    if (!there || typeof there.id !== 'number') {
      losses.push({
        survey: null,
        name: 'the account',
        what: `role "${String(role.name)}"`,
        why: 'the service has no operation that creates a role: create it in the cabinet, then surveyctl role set',
      })
      continue
    }
    const given = Array.isArray(role.folder_permissions) ? role.folder_permissions.filter(isObject) : []
    const folder_permissions = given.flatMap((one) => {
      const folder_id = folders.get(Number(one.folder_id))
      return folder_id === undefined ? [] : [{ ...one, folder_id }]
    })
    const input = { workspace_id, role_id: there.id, permissions: role.permissions, folder_permissions }
    await service.call(setRole, input as Input<typeof setRole>)
  }
}

async function each(
  { backup, service }: Restoring,
  list: typeof listSchedulers | typeof listFavorites,
  from: number,
  workspace_id: number,
  make: (row: Named) => Promise<unknown>,
): Promise<void> {
  const [was, now] = [await backup.service.call(list, { workspace_id: from }), await service.call(list, { workspace_id })]
  const names = new Set(now.items.map(({ name }) => name))
  for (const row of was.items) if (!names.has(row.name)) await make(row)
}

/** What an operation takes of a row, without what isn't set. */
const picked = ({ body }: AnyOperation, row: Named): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(body).flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, withoutUnset(row[name])]])),
  )

/** Of settings, one level down. */
const withoutUnset = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) : value

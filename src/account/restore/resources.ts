/** What belongs to the account: schedulers, favourites, presets, roles. What is there stays as it is. */
import { addAppearancePreset, viewAppearance } from '../../contract/answers/appearance.ts'
import { listRoles, setRole } from '../../contract/account/role.ts'
import { createScheduler, listSchedulers } from '../../contract/account/scheduler.ts'
import type { AnyOperation, Input } from '../../contract/core/operation.ts'
import { listFavorites, saveFavorite } from '../../contract/surveys/favorite.ts'
import { listQuizzes } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import { withNewIds } from '../../model/document/renew-ids.ts'
import { isObject } from '../../text/is-object.ts'
import { idIn, pairsOf } from '../names.ts'
import type { Restoring } from './survey.ts'

type Named = Readonly<Record<string, unknown>>

/** One that is there stays as it is. */
export async function restoreResources(
  work: Restoring,
  workspace_id: number,
  { activate, isSame }: { activate: boolean; isSame: boolean },
): Promise<void> {
  const { mapFile, backup, service } = work
  const from = backup.manifest.workspace_id
  const at = { workspace_id }
  const both = { from, workspace_id, isSame }
  const skipping = async (what: string, restore: () => Promise<void>): Promise<void> => {
    try {
      await restore()
    } catch (error) {
      if (!(error instanceof CommandError && ['forbidden', 'not_found'].includes(error.kind))) throw error
      mapFile.loseOfAccount(what, error.summary)
    }
  }
  await skipping('schedulers', () =>
    each(work, listSchedulers, both, (row) => {
      if (!activate && row.is_active === true)
        mapFile.loseOfAccount(`scheduler "${String(row.name)}"`, 'comes back switched off: --activate')
      return service.call(createScheduler, { ...at, ...picked(createScheduler, row), ...(!activate && { is_active: false }) } as Input<
        typeof createScheduler
      >)
    }),
  )
  await skipping('favorites', () =>
    each(work, listFavorites, both, (row) => {
      const source = mapFile.map.surveys[String(row.source_quiz_id)]
      const { favorite_question_id: _, source_quiz_id: __, source_widget_id: widget, ...fields } = picked(saveFavorite, row)
      return service.call(saveFavorite, {
        ...at,
        ...fields,
        ...(source && { source_quiz_id: source.id, source_widget_id: withNewIds(widget, source.questions ?? {}) }),
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
async function restoreRoles({ mapFile, backup, service }: Restoring, workspace_id: number): Promise<void> {
  const was = (await backup.service.call(listRoles, { workspace_id: backup.manifest.workspace_id })).items
  const now = (await service.call(listRoles, { workspace_id })).items
  const folders = new Map<number, number>()
  for await (const rows of backup.service.rows(listQuizzes, {}))
    for (const { folder } of rows) {
      const copy = folder?.name ? mapFile.map.folders[folder.name] : undefined
      if (folder && copy) folders.set(folder.id, copy.id)
    }
  for (const role of was) {
    const there = now.find(({ name }) => name === role.name)
    if (!there || typeof there.id !== 'number') {
      mapFile.loseOfAccount(
        `role "${String(role.name)}"`,
        'the service has no operation that creates a role: create it in the cabinet, then surveyctl role set',
      )
      continue
    }
    const given = Array.isArray(role.folder_permissions) ? role.folder_permissions.filter(isObject) : []
    const folder_permissions = given.flatMap((one) => {
      const folder_id = folders.get(Number(one.folder_id))
      if (folder_id !== undefined) return [{ ...one, folder_id }]
      mapFile.loseOfAccount(
        `what role "${String(role.name)}" may do in folder ${String(one.folder_id)}`,
        'no survey of the backup is in it, so nothing tells its name: surveyctl role set',
      )
      return []
    })
    const input = { workspace_id, role_id: there.id, permissions: role.permissions, folder_permissions }
    await service.call(setRole, input as Input<typeof setRole>)
  }
}

async function each(
  { backup, service }: Restoring,
  list: typeof listSchedulers | typeof listFavorites,
  { from, workspace_id, isSame }: { from: number; workspace_id: number; isSame: boolean },
  make: (row: Named) => Promise<unknown>,
): Promise<void> {
  const [was, now] = [await backup.service.call(list, { workspace_id: from }), await service.call(list, { workspace_id })]
  const named = (rows: readonly Named[]) => rows.map((row) => ({ ...row, id: idIn(row), name: String(row.name) }))
  for (const [row, there] of pairsOf(named(was.items), named(now.items), isSame)) if (!there) await make(row)
}

/** What an operation takes of a row, without what isn't set. */
const picked = ({ body }: AnyOperation, row: Named): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(body).flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, withoutUnset(row[name])]])),
  )

/** Of settings, one level down. */
const withoutUnset = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) : value

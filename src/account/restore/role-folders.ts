/** A folder that was deleted and made anew has another id: who could do something in the former one can do it in this one. */
import { listRoles, setRole } from '../../contract/account/role.ts'
import type { Input } from '../../contract/core/operation.ts'
import { listArchivedQuizzes, listQuizzes } from '../../contract/surveys/quiz.ts'
import { isUnreadable } from '../../project/plan/observe.ts'
import { isObject } from '../../text/is-object.ts'
import { foldersOf } from './folders.ts'
import type { Restoring } from './survey.ts'

export interface RoleFolder {
  role: string
  folder: string
  folder_id: number
}

/** In the account of the backup. */
export async function followFolders(work: Restoring, workspace_id: number): Promise<RoleFolder[]> {
  const { service, mapFile } = work
  let anew: Awaited<ReturnType<typeof madeAnew>> = new Map()
  const followed: RoleFolder[] = []
  try {
    anew = await madeAnew(work)
    if (anew.size === 0) return []
    for (const { id, name, permissions, folder_permissions } of (await service.call(listRoles, { workspace_id })).items) {
      const given = Array.isArray(folder_permissions) ? folder_permissions.filter(isObject) : []
      const moved = given.flatMap(({ folder_id }) => anew.get(Number(folder_id)) ?? [])
      if (moved.length === 0) continue
      const folders = given.map((one) => ({ ...one, folder_id: anew.get(Number(one.folder_id))?.id ?? one.folder_id }))
      // The service takes each folder once; what was said of it last holds.
      const once = [...new Map(folders.map((one) => [one.folder_id, one])).values()]
      const input = { workspace_id, role_id: id, permissions, folder_permissions: once }
      await service.call(setRole, input as Input<typeof setRole>)
      followed.push(...moved.map((folder) => ({ role: String(name), folder: folder.name, folder_id: folder.id })))
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error
    const names = [...anew.values()].map(({ name }) => `"${name}"`).join(', ') || 'folders that were made anew'
    mapFile.loseOfAccount(`what roles may do in ${names}`, `${error.message}; surveyctl role set`)
  }
  return followed
}

/** By the ids of folders that are gone: those of the backup, and those that earlier restores made for them. */
async function madeAnew({ service, backup, mapFile }: Restoring): Promise<Map<number, { id: number; name: string }>> {
  const live = new Set((await foldersOf({ service })).all.map(({ id }) => id))
  const anew = new Map<number, { id: number; name: string }>()
  for (const rows of [await backup.service.call(listQuizzes, {}), await backup.service.call(listArchivedQuizzes, {})])
    for (const { folder } of rows) {
      const copy = folder?.name ? mapFile.map.folders[folder.name] : undefined
      if (!folder || !copy || folder.is_default === true) continue
      for (const id of [folder.id, ...(mapFile.map.former[String(folder.name)] ?? [])])
        if (copy.id !== id && !live.has(id)) anew.set(id, copy)
    }
  return anew
}

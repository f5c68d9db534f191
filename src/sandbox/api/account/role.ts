import { rights } from '../../../contract/core/rights.ts'
import * as contract from '../../../contract/account/role.ts'
import { findRole, listRoles } from '../../store/account/account.ts'
import type { FolderPermission, Permission, Permissions, RoleRecord } from '../../store/entities.ts'
import { isOneOf } from '../../../text/is-one-of.ts'
import { needFolder } from '../../store/surveys/folder.ts'
import type { Actor } from '../../store/account/actor.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'

const rowOf = ({ store }: Service, actor: Actor, { id, name, permissions, folder_permissions, workspace_id }: RoleRecord) => ({
  id,
  name,
  permissions: fullSet(permissions),
  folder_permissions: visibleFolderPermissions(actor, folder_permissions),
  members_count: store.number('select count(*) from member where workspace_id = ? and role_id = ?', workspace_id, id),
})

/** Permissions for the folders that the caller may see. */
export const visibleFolderPermissions = (actor: Actor, given: readonly FolderPermission[]): FolderPermission[] =>
  given.filter(({ folder_id }) => actor.seesFolder(folder_id))

/** Every right; those that aren't named are forbidden. */
const fullSet = (given: Permissions): Permissions => Object.fromEntries(rights.map((right) => [right, given[right] ?? 'forbidden']))

function needKnownRights(given: Readonly<Record<string, Permission>>): Permissions {
  const unknown = Object.keys(given).filter((right) => !isOneOf(rights, right))
  if (unknown.length > 0) invalid(Object.fromEntries(unknown.map((right) => [`permissions.${right}`, 'is not a right'])))
  return given
}

function needOwnFolders(service: Service, workspaceId: number, given: readonly FolderPermission[]): void {
  const ids = given.map(({ folder_id }) => folder_id)
  if (new Set(ids).size < ids.length) invalid({ folder_permissions: 'name each folder once' })
  for (const id of ids) needFolder(service.store, workspaceId, id)
}

export const handlers: HandlersOf<typeof contract> = {
  listRoles: ({ workspace, actor, service }) => ({
    status: true,
    items: listRoles(service.store, workspace.id).map((role) => rowOf(service, actor, role)),
  }),

  setRole: ({ input, workspace, actor, service }) => {
    const permissions = needKnownRights(input.permissions)
    const role = findRole(service.store, workspace.id, input.role_id) ?? refuse(400, 'not_found')
    const folder_permissions = input.folder_permissions ?? role.folder_permissions
    needOwnFolders(service, workspace.id, folder_permissions)
    const changed: RoleRecord = {
      ...role,
      permissions: fullSet(permissions),
      folder_permissions: folder_permissions.map(({ folder_id, permissions }) => ({ folder_id, permissions })),
    }
    service.store.update('role', role.id, { permissions: changed.permissions, folder_permissions: changed.folder_permissions })
    return { status: true, role_id: role.id, ...rowOf(service, actor, changed) }
  },
}

import * as z from '../core/schema.ts'
import { idOf, json, required } from '../core/fields.ts'
import { listed, operation, type Result } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'
import { isObject } from '../../text/is-object.ts'

export const permissionLevels = ['allowed', 'partially', 'forbidden'] as const
const level = z.enum(permissionLevels, `must be one of ${permissionLevels.join(', ')}`)

const permissions = z.record(z.string(), level, 'must map rights to allowed, partially or forbidden')
const folderPermissions = z.array(
  z.object({ folder_id: z.int('must be a whole number'), permissions: level }),
  'must be a list of {folder_id, permissions}',
)

export const role = z.looseObject({
  id: z.optional(z.int()),
  role_id: z.optional(z.int()),
  name: z.optional(z.nullable(z.string())),
  permissions: z.optional(z.unknown()),
  folder_permissions: z.optional(z.unknown()),
})

export const listRoles = operation({
  id: 'role.list',
  request: 'GET /workspace/{workspace_id}/roles',
  summary: 'List roles with their permissions',
  ...listed('items', role),
  offers: [{ thing: 'role' }],
})

/** What was not sent is forbidden: of those rights only the sent ones are shown. */
function shownRole({ items }: Result<typeof listRoles>, { role_id, permissions: sent }: Readonly<Record<string, unknown>>) {
  const found = items.find(({ id }) => id === role_id)
  const rights = isObject(found?.permissions) ? Object.entries(found.permissions) : []
  const shown = rights.filter(([right, may]) => may !== 'forbidden' || (isObject(sent) && Object.hasOwn(sent, right)))
  return found && { ...found, permissions: Object.fromEntries(shown) }
}

/** Whoever could change roles could give themselves any right. */
export const setRole = operation({
  id: 'role.set',
  request: 'POST /workspace/{workspace_id}/roles',
  effect: 'live',
  summary: 'Replace the permissions of a role; what is not sent is forbidden',
  body: {
    role_id: required(idOf('role', 'not_found')),
    permissions: required(json(permissions, 'The full set: {right: allowed, partially or forbidden}')),
    folder_permissions: json(folderPermissions, 'The full set for folders: [{folder_id, permissions}]; as before when absent'),
  },
  result: role,
  ownerOnly: true,
  repeatable: true,
  refusals: ['not_found', 'folder_not_found'],
  replaces: readBack(listRoles, shownRole),
})

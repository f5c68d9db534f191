import * as contract from '../../../contract/account/member.ts'
import { rights, type Right } from '../../../contract/core/rights.ts'
import { permissionOf } from '../../engine/access.ts'
import { findMember, roleOf } from '../../store/account/account.ts'
import type { Permission } from '../../store/entities.ts'
import { refuse } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import { visibleFolderPermissions } from './role.ts'

export const handlers: HandlersOf<typeof contract> = {
  viewAccess: ({ input, workspace, actor, service }) => {
    const member = findMember(service.store, workspace.id, input.memberId) ?? refuse(400, 'not_found')
    const role = roleOf(service.store, member)
    const permissionFor = (right: Right): Permission => (member.is_owner ? 'allowed' : permissionOf(member, role, right))
    return {
      status: true,
      member_id: member.id,
      name: member.name,
      email: member.email,
      is_owner: member.is_owner,
      role_id: member.role_id,
      role: role ? { id: role.id, name: role.name } : null,
      permissions: Object.fromEntries(rights.map((right) => [right, permissionFor(right)])),
      folder_permissions: visibleFolderPermissions(actor, role?.folder_permissions ?? []),
    }
  },
}

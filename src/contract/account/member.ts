import * as z from '../core/schema.ts'
import { idOf } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

export const viewAccess = operation({
  id: 'member.access',
  request: 'GET /workspace/{workspace_id}/members/{memberId}/access',
  summary: 'Show what a participant may do',
  params: { memberId: idOf('participant') },
  result: z.looseObject({
    member_id: z.optional(z.int()),
    role_id: z.optional(z.nullable(z.int())),
    permissions: z.optional(z.unknown()),
    folder_permissions: z.optional(z.unknown()),
  }),
  refusals: ['not_found'],
})

/** Who calls, and what they may do. */
import { createHash } from 'node:crypto'
import type { Right } from '../../contract/core/rights.ts'
import type { MemberRecord, Permission, RoleRecord, WorkspaceRecord } from '../store/entities.ts'
import { findMember, findRole, findWorkspace } from '../store/account.ts'
import type { Actor } from './actor.ts'
import type { Store } from '../store/store.ts'

export interface Caller {
  workspace: WorkspaceRecord
  actor: Actor
}

/** The caller of an Authorization header; none when the key is missing, unknown or revoked. */
export function callerOf(store: Store, header: string | undefined): Caller | undefined {
  const key = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  if (key === undefined) return undefined
  const row = store.get<{ workspace_id: number; member_id: number }>(
    'select workspace_id, member_id from api_key where key = ? and revoked_at is null',
    key,
  )
  if (!row) return undefined
  const member = findMember(store, row.workspace_id, row.member_id)!
  const role = member.role_id === null ? undefined : findRole(store, row.workspace_id, member.role_id)
  return { workspace: findWorkspace(store, row.workspace_id)!, actor: actorOf(member, role) }
}

/**
 * Rights that a participant was given by name go before those of the role; what neither names is forbidden.
 * A role's permission for a folder goes before both, for that folder.
 */
export function actorOf(member: MemberRecord, role: RoleRecord | undefined): Actor {
  const inFolder = new Map(member.is_owner ? [] : role?.folder_permissions.map(({ folder_id, permissions }) => [folder_id, permissions]))
  const permission = (right: Right, folderId?: number): Permission =>
    (folderId === undefined ? undefined : inFolder.get(folderId)) ?? member.permissions[right] ?? role?.permissions[right] ?? 'forbidden'
  const reaches = (given: Permission, author: number): boolean => given === 'allowed' || (given === 'partially' && author === member.id)
  return {
    owner: member.is_owner,
    member_id: member.id,
    member,
    can: (right, folderId) => member.is_owner || permission(right, folderId) !== 'forbidden',
    canOn: (right, quiz) => member.is_owner || reaches(permission(right, quiz.folder_id), quiz.member_id),
    sees: (quiz) => reaches(inFolder.get(quiz.folder_id) ?? 'allowed', quiz.member_id),
    opens: (folderId) => inFolder.get(folderId) !== 'forbidden',
    foldersWith: (permission) => [...inFolder].flatMap(([id, given]) => (given === permission ? [id] : [])),
    limited: [...inFolder.values()].some((given) => given !== 'allowed'),
  }
}

/** Passwords of surveys are kept as digests: equal ones are found, none can be read. */
export const digest = (quizId: number, password: string): string => createHash('sha256').update(`${quizId}:${password}`).digest('hex')

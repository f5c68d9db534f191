/** Who makes a request, and what they may do. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Right } from '../../contract/core/rights.ts'
import type { MemberRecord, Permission, RoleRecord, WorkspaceRecord } from '../store/entities.ts'
import { getMember, getWorkspace, roleOf } from '../store/account/account.ts'
import type { Actor } from '../store/account/actor.ts'
import type { Store } from '../store/store.ts'

export interface Caller {
  workspace: WorkspaceRecord
  actor: Actor
}

/** The caller of an Authorization header; `undefined` when the key is missing, unknown or revoked. */
export function callerOf(store: Store, header: string | undefined): Caller | undefined {
  const key = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
  if (key === undefined) return undefined
  const row = store.get<{ workspace_id: number; member_id: number }>(
    'select workspace_id, member_id from api_key where key = ? and revoked_at is null',
    key,
  )
  if (!row) return undefined
  const member = getMember(store, row.workspace_id, row.member_id)
  return { workspace: getWorkspace(store, row.workspace_id), actor: actorOf(member, roleOf(store, member)) }
}

/** A participant's own permission overrides that of their role; a right that neither names is forbidden. */
export const permissionOf = (member: MemberRecord, role: RoleRecord | undefined, right: Right): Permission =>
  member.permissions[right] ?? role?.permissions[right] ?? 'forbidden'

/** Inside a folder that the role has a permission for, that permission overrides all others. */
export function actorOf(member: MemberRecord, role: RoleRecord | undefined): Actor {
  const inFolder = new Map(member.is_owner ? [] : role?.folder_permissions.map(({ folder_id, permissions }) => [folder_id, permissions]))
  const permission = (right: Right, folderId?: number): Permission =>
    (folderId === undefined ? undefined : inFolder.get(folderId)) ?? permissionOf(member, role, right)
  const covers = (given: Permission, author: number): boolean => given === 'allowed' || (given === 'partially' && author === member.id)
  return {
    isOwner: member.is_owner,
    member_id: member.id,
    can: (right, folderId) => member.is_owner || permission(right, folderId) !== 'forbidden',
    canOn: (right, quiz) => member.is_owner || covers(permission(right, quiz.folder_id), quiz.member_id),
    sees: (quiz) => covers(inFolder.get(quiz.folder_id) ?? 'allowed', quiz.member_id),
    seesFolder: (folderId) => inFolder.get(folderId) !== 'forbidden',
    foldersWith: (permission) => [...inFolder].flatMap(([id, given]) => (given === permission ? [id] : [])),
    limited: [...inFolder.values()].some((given) => given !== 'allowed'),
  }
}

/** Compares in constant time: how long it takes doesn't reveal how much of a guess is right. */
export function isSameSecret(given: string | null | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

/** Passwords of surveys are stored as digests: they can be compared, but not read. */
export const passwordDigest = (quizId: number, password: string): string =>
  createHash('sha256').update(`${quizId}:${password}`).digest('hex')

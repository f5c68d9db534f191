/** Accounts: workspaces, their members, roles and keys. */
import { randomBytes } from 'node:crypto'
import type { FolderRecord, MemberRecord, Permissions, RoleRecord, WorkspaceRecord } from '../entities.ts'
import { addFolder } from '../surveys/folder.ts'
import type { Service } from '../service.ts'
import { fullPlan } from './plan.ts'
import { fromJson, missing, type Store, type Stored } from '../store.ts'

type WorkspaceRow = Stored<WorkspaceRecord, 'plan'>
type MemberRow = Stored<MemberRecord, 'permissions'>
type RoleRow = Stored<RoleRecord, 'permissions' | 'folder_permissions'>

const readRole = (row: RoleRow): RoleRecord => ({
  ...row,
  permissions: fromJson(row.permissions),
  folder_permissions: fromJson(row.folder_permissions),
})

export function findWorkspace(store: Store, id: number): WorkspaceRecord | undefined {
  const row = store.get<WorkspaceRow>('select * from workspace where id = ?', id)
  return row && { ...row, plan: fromJson(row.plan) }
}

/** An account that is known to exist. */
export const getWorkspace = (store: Store, id: number): WorkspaceRecord => findWorkspace(store, id) ?? missing('workspace', id)

export function findMember(store: Store, workspaceId: number, id: number): MemberRecord | undefined {
  const row = store.get<MemberRow>('select * from member where id = ? and workspace_id = ?', id, workspaceId)
  return row && { ...row, is_owner: row.is_owner === 1, permissions: fromJson(row.permissions) }
}

/** A member who is known to exist. */
export const getMember = (store: Store, workspaceId: number, id: number): MemberRecord =>
  findMember(store, workspaceId, id) ?? missing('member', id)

export const listRoles = (store: Store, workspaceId: number): RoleRecord[] =>
  store.all<RoleRow>('select * from role where workspace_id = ? order by id', workspaceId).map(readRole)

export function findRole(store: Store, workspaceId: number, id: number): RoleRecord | undefined {
  const row = store.get<RoleRow>('select * from role where id = ? and workspace_id = ?', id, workspaceId)
  return row && readRole(row)
}

export const roleOf = (store: Store, { workspace_id, role_id }: MemberRecord): RoleRecord | undefined =>
  role_id === null ? undefined : findRole(store, workspace_id, role_id)

export const addRole = (store: Store, role: Omit<RoleRecord, 'id'> & { id?: number }): number => store.insert('role', role)

interface NewMember {
  id?: number
  workspace_id: number
  name: string
  email: string
  role_id?: number | null
  is_owner?: boolean
  permissions?: Permissions
}

export function addMember(service: Service, { role_id = null, is_owner = false, permissions = {}, ...member }: NewMember): number {
  return service.store.insert('member', { ...member, role_id, is_owner, permissions, created_at: service.now().toISOString() })
}

/** A new key of a member. Keys don't expire. */
export function issueKey(
  service: Service,
  workspaceId: number,
  memberId: number,
  key = `sk_${randomBytes(24).toString('base64url')}`,
): string {
  service.store.insert('api_key', { key, workspace_id: workspaceId, member_id: memberId, created_at: service.now().toISOString() })
  return key
}

/** Revokes a key; false when there is no such key in force. */
export const revokeKey = (service: Service, key: string): boolean =>
  service.store.run('update api_key set revoked_at = ? where key = ? and revoked_at is null', service.now().toISOString(), key).changes > 0

interface NewAccount {
  id?: number
  member_id?: number
  folder_id?: number
  name: string
  owner: { name: string; email: string }
  folder: string
}
export interface Account {
  workspace: WorkspaceRecord
  owner: MemberRecord
  folder: FolderRecord
}

/** An account with its owner and default folder, on a plan without limits. */
export function addAccount(service: Service, { id, member_id, folder_id, name, owner, folder }: NewAccount): Account {
  const { store } = service
  const workspaceId = store.insert('workspace', {
    ...(id && { id }),
    name,
    owner_id: 0,
    plan: fullPlan(),
    created_at: service.now().toISOString(),
  })
  const ownerId = addMember(service, { ...(member_id && { id: member_id }), workspace_id: workspaceId, ...owner, is_owner: true })
  store.update('workspace', workspaceId, { owner_id: ownerId })
  return {
    workspace: getWorkspace(store, workspaceId),
    owner: getMember(store, workspaceId, ownerId),
    folder: addFolder(service, {
      ...(folder_id && { id: folder_id }),
      workspace_id: workspaceId,
      user_id: ownerId,
      name: folder,
      is_default: true,
    }),
  }
}

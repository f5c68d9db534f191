import * as contract from '../../../contract/account/storage.ts'
import { refuse } from '../../store/refusal.ts'
import type { ControlHook, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import type { FileRecord } from '../../store/entities.ts'
import { visibilityFor, ofWholeAccount } from '../../store/surveys/visibility.ts'

type HiddenFile = Pick<FileRecord, 'id' | 'name' | 'size' | 'quiz_id' | 'purpose' | 'created_at'>

/** The account's own storage, connected by a person in the cabinet. */
interface StorageState {
  endpoint: string
  bucket: string
  region: string
  reachable: boolean
  verified_at: string | null
}

const storages = ({ store }: Service) => store.records<StorageState>('storage')
const isAvailable = (service: Service, workspaceId: number): boolean => service.plan(workspaceId).options.own_storage

export const handlers: HandlersOf<typeof contract> = {
  viewStorage: ({ workspace, service }) => {
    if (!isAvailable(service, workspace.id)) return { status: true, available: false }
    const state = storages(service).find({ workspace_id: workspace.id })
    if (!state) return { status: true, available: true, connected: false }
    const { endpoint, bucket, region, verified_at } = state
    return { status: true, available: true, connected: true, settings: { endpoint, bucket, region }, verified_at }
  },

  viewStorageUsage: ({ workspace, actor, service }) => {
    if (!isAvailable(service, workspace.id)) return { status: true, available: false }
    const files_count = service.store.number('select count(*) from file where workspace_id = ?', workspace.id)
    return {
      status: true,
      available: true,
      used_bytes: ofWholeAccount(actor, service.files.usedBytes(workspace.id)),
      limit_bytes: service.plan(workspace.id).limits.disk_bytes,
      files_count: ofWholeAccount(actor, files_count),
    }
  },

  listHiddenFiles: ({ workspace, actor, service }) => {
    const limit = service.plan(workspace.id).limits.disk_bytes
    if (limit === null) return { status: true, items: [] }
    // Files are hidden from the first one on whose addition exceeds the quota, in the order of their creation.
    const items = service.store.all<HiddenFile>(
      `
      select id, name, size, quiz_id, purpose, created_at from (
        select file.*, sum(size) over (order by created_at, rowid) as total from file where workspace_id = ?
      ) where total > ? order by created_at`,
      workspace.id,
      limit,
    )
    return { status: true, items: items.filter(visibilityFor(service.store, actor)) }
  },

  verifyStorage: ({ workspace, service }) => {
    const state = storages(service).find({ workspace_id: workspace.id }) ?? refuse(400, 'storage_not_connected')
    const verified_at = service.now().toISOString()
    storages(service).update(state.id, { verified_at })
    return { status: true, storage_ok: state.reachable, verified_at, message: state.reachable ? null : `${state.endpoint} does not answer` }
  },
}

const connected: StorageState = {
  endpoint: 'https://files.example.com',
  bucket: 'surveys',
  region: 'eu-1',
  reachable: true,
  verified_at: null,
}

const connect: ControlHook = (service, { workspace }) => {
  storages(service).put({ workspace_id: workspace.id }, connected)
  return { workspace_id: workspace.id, storage: 'connected' }
}

const disconnect: ControlHook = (service, { workspace }) => ({
  workspace_id: workspace.id,
  storage: storages(service).removeAll({ workspace_id: workspace.id }) > 0 ? 'disconnected' : 'not connected',
})

const revoke: ControlHook = (service, { workspace }) => {
  storages(service).put({ workspace_id: workspace.id }, { ...connected, reachable: false })
  return { workspace_id: workspace.id, storage: 'unreachable' }
}

export const hooks: Hooks = { connect: { storage: connect }, disconnect: { storage: disconnect }, revoke: { storage: revoke } }

export const seed: Seed = (service, { workspace }) => void storages(service).put({ workspace_id: workspace.id }, connected)

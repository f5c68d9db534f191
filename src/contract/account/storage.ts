import * as z from '../core/schema.ts'
import { listed, operation } from '../core/operation.ts'

/** A plan without own storage answers `available: false` and nothing else; that is no error. */
const state = z.looseObject({ available: z.optional(z.boolean()) })

export const viewStorage = operation({
  id: 'storage.view',
  request: 'GET /workspace/{workspace_id}/storage',
  summary: "Show the account's own file storage",
  result: state,
})

export const viewStorageUsage = operation({
  id: 'storage.usage',
  request: 'GET /workspace/{workspace_id}/storage/usage',
  summary: 'Show how much space of the own storage is used',
  result: state,
})

export const listHiddenFiles = operation({
  id: 'storage.hidden-files',
  request: 'GET /workspace/{workspace_id}/storage/hidden-files',
  summary: 'List files that are hidden because the disk quota is exceeded',
  ...listed('items', z.looseObject({})),
  right: 'payment',
})

/** For the account owner only. An unreachable storage is a result, not an error. */
export const verifyStorage = operation({
  id: 'storage.verify',
  request: 'POST /workspace/{workspace_id}/storage/verify',
  effect: 'sends',
  summary: 'Check that the own storage works; for the account owner',
  result: z.looseObject({ storage_ok: z.boolean(), message: z.optional(z.nullable(z.string())) }),
  ownerOnly: true,
  plan: { option: 'own_storage' },
  repeatable: true,
  refusals: ['storage_not_connected'],
})

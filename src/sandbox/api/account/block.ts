import * as contract from '../../../contract/account/block.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import { blocksOf, needScheduler, toUtc } from '../../store/account/scheduler.ts'

export const handlers: HandlersOf<typeof contract> = {
  addBlock: ({ input, workspace, service: { store, now } }) => {
    const { id } = needScheduler(store, workspace.id, input.scheduler_id)
    const [start_utc, end_utc] = [toUtc(input.start_utc), toUtc(input.end_utc)]
    if (end_utc <= start_utc) invalid({ end_utc: 'must be later than start_utc' })
    const block = {
      scheduler_id: id,
      start_utc,
      end_utc,
      comment: input.comment ?? '',
      created_by: 'key' as const,
      created_at: now().toISOString(),
    }
    return { status: true, block_id: blocksOf(store).insert(block, { workspace_id: workspace.id, key: String(id) }), ...block }
  },

  removeBlock: ({ input, workspace, service: { store } }) => {
    if (!blocksOf(store).get(input.blockId, { workspace_id: workspace.id })) refuse(400, 'not_found')
    return { status: blocksOf(store).remove(input.blockId), block_id: input.blockId }
  },
}

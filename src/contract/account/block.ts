import * as z from '../core/schema.ts'
import { idOf, instant, required, text } from '../core/fields.ts'
import { done, operation } from '../core/operation.ts'
import { later } from '../core/rules.ts'

const right = 'settings'

export const addBlock = operation({
  id: 'block.add',
  request: 'POST /workspace/{workspace_id}/booking-blocks',
  effect: 'live',
  summary: 'Block a time, so that nobody can book it',
  body: {
    scheduler_id: required(idOf('scheduler', 'scheduler_not_found')),
    start_utc: required(instant('Start; without an offset it is UTC')),
    end_utc: required(instant('End; without an offset it is UTC')),
    comment: text('Comment'),
  },
  rules: [later('start_utc', 'end_utc')],
  result: z.looseObject({ block_id: z.int() }),
  right,
  refusals: ['scheduler_not_found'],
})

export const removeBlock = operation({
  id: 'block.remove',
  request: 'DELETE /workspace/{workspace_id}/booking-blocks/{blockId}',
  effect: 'deletes',
  summary: 'Remove a time block',
  params: { blockId: idOf('time block') },
  result: done,
  right,
  refusals: ['not_found'],
})

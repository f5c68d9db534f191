import * as z from '../core/schema.ts'
import { choice, integer, required } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

export const useSmtp = operation({
  id: 'smtp.use',
  request: 'POST /workspace/{workspace_id}/smtp',
  effect: ({ action }) => (action === 'test' ? 'sends' : action === 'show' || action === 'logs' ? 'read' : 'live'),
  summary: "Show, switch or test the account's own mail service",
  body: {
    action: required(choice(['show', 'logs', 'enable', 'disable', 'test'], 'What to do')),
    limit: integer('Rows of the log to read', { min: 1, max: 100 }),
    offset: integer('Rows of the log to skip', { min: 0 }),
  },
  result: z.looseObject({
    connected: z.optional(z.unknown()),
    is_active: z.optional(z.unknown()),
    connection_ok: z.optional(z.boolean()),
    logs: z.optional(z.array(z.looseObject({}))),
  }),
  right: 'account_smtp',
  refusals: ['not_connected'],
})

/** `webhook test`: sends the latest answer once more, and shows the result. The service itself calls a webhook only when an answer comes. */
import { ownCommand } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readId } from '../../../cli/values.ts'
import * as z from '../../../contract/core/schema.ts'
import { listWebhookLogs, listWebhooks, type WebhookLog } from '../../../contract/integrations/webhook.ts'
import { CommandError } from '../../../errors.ts'
import { toCopy } from '../../../text/to-copy.ts'
import { boundsOf, hereOf } from '../../tool/sandbox/ask.ts'

const timeout = 90_000

async function needSandbox(context: Context, id: number, webhookId: number) {
  const { sandboxOfProfile } = await import('../../../control/control.ts')
  const sandbox = sandboxOfProfile(hereOf(context))
  if (sandbox) return sandbox
  throw new CommandError(
    'refused',
    'The service cannot call a webhook on request: it calls it when an answer comes. Only the sandbox can',
    {
      hint: toCopy`Answer the survey once, then: surveyctl webhook logs ${id} ${webhookId}. To send a failed call again: surveyctl webhook resend ${id} ${webhookId}`,
    },
  )
}

async function needWebhook(context: Context, id: number, webhookId: number): Promise<{ url?: string | undefined }> {
  const { items } = await context.service.call(listWebhooks, { id })
  const found = items.find((webhook) => webhook.id === webhookId)
  if (found) return found
  throw new CommandError('not_found', `Webhook ${webhookId} of survey ${id} was not found`, {
    hint: toCopy`To see the webhooks of the survey: surveyctl webhook list ${id}`,
  })
}

/** The entry of the log, once the call has ended. */
async function outcomeOf(context: Context, id: number, webhookId: number, logId: number): Promise<WebhookLog> {
  const { poll } = await import('../../../system/poll.ts')
  const look = async (): Promise<WebhookLog | undefined> => {
    for await (const rows of context.service.rows(listWebhookLogs, { id, webhookId }, { limit: 30 }))
      for (const log of rows) if (log.id === logId && log.status !== 'queued') return log
    return undefined
  }
  const log = await poll(context.service, look, { every: 200, until: Date.now() + timeout })
  if (log) return log
  throw new CommandError('unavailable', `The call of webhook ${webhookId} has not ended yet`, {
    hint: toCopy`To look again: surveyctl webhook logs ${id} ${webhookId}`,
  })
}

export const test = ownCommand('test', {
  summary: 'Call a webhook with the latest answer, and show the result (sandbox only)',
  positionals: ['survey', 'webhook-id'],
  asks: { survey: 'survey', 'webhook-id': 'webhook' },
  arguments: { survey: 'Survey, by id, virtual_id, address or exact name', 'webhook-id': 'Id of a webhook (see: webhook list)' },
  examples: ['webhook test 42 7 || surveyctl webhook logs 42 7'],
  also: [listWebhooks, listWebhookLogs],
  run: async (context, given) => {
    const webhookId = readId(given['webhook-id'], 'WEBHOOK_ID')
    const id = await context.ask.quiz(given.survey)
    const sandbox = await needSandbox(context, id, webhookId)
    const { url } = await needWebhook(context, id, webhookId)
    const { ask } = await import('../../../control/control.ts')
    const asked = { action: 'webhook test', input: { quiz: id, webhook_id: webhookId } }
    const sent = await ask(sandbox, asked, z.looseObject({ log_id: z.int(), answer_id: z.int() }), boundsOf(context))
    const log = await outcomeOf(context, id, webhookId, sent.log_id)
    const took = `${String(log.duration_ms)} ms`
    if (log.status !== 'sent')
      throw new CommandError('refused', `${url} did not accept answer ${sent.answer_id}: ${String(log.error)} (${took})`, {
        hint: 'To try again: run the same command',
      })
    await context.show.done(log, `${url} accepted answer ${sent.answer_id}: HTTP ${String(log.http_status)} in ${took}`, webhookId)
  },
})

/** Sends failed deliveries again: one first, the rest only if it arrives, and none twice. */
import { resendIntegrationLogs } from '../../contract/integrations/integration.ts'
import { resendWebhookLogs } from '../../contract/integrations/webhook.ts'
import type { Once } from '../../project/apply/once.ts'
import type { Service } from '../../service.ts'
import { poll } from '../../system/poll.ts'
import { isObject } from '../../text/is-object.ts'
import { entriesOf, type Channel, type Entry } from './logs.ts'
import type { Triaged } from './triage.ts'

export interface Resent {
  survey: number
  channel: string
  sent: number
  arrived: number
  failed: number
  /** Not tried, as too many had failed. */
  left: number
  cause: string | null
}

const longest = 90_000
const every = 500

export async function resendAll(
  service: Service,
  rows: readonly Triaged[],
  { maxErrors, once }: { maxErrors: number; once: Once },
): Promise<Resent[]> {
  const results: Resent[] = []
  for (const { survey, channel, log } of rows) {
    if (!log || log.failed.length === 0) continue
    const result: Resent = { survey, channel, sent: 0, arrived: 0, failed: 0, left: log.failed.length, cause: null }
    results.push(result)
    for (const entry of log.failed) {
      if (result.failed >= maxErrors) break
      const outcome = await resend(service, log.channel, entry, once)
      result.sent++
      result.left--
      if (outcome?.status === 'sent') result.arrived++
      else {
        result.failed++
        result.cause = outcome?.cause ?? 'it has not ended yet'
      }
    }
  }
  return results
}

/** Its entry of the log, once the delivery has ended. */
async function resend(service: Service, channel: Channel, entry: Entry, once: Once): Promise<Entry | undefined> {
  const { attempt } = entry
  const item = `resend ${JSON.stringify(channel)} ${entry.id} ${attempt}`
  await once(item, {
    note: async () => ({ attempt }),
    send: async () => {
      const { survey: id } = channel
      if ('webhook' in channel) await service.call(resendWebhookLogs, { id, webhookId: channel.webhook, log_id: entry.id })
      else await service.call(resendIntegrationLogs, { id, integration: channel.messenger, log_id: entry.id })
      return true
    },
    // Tried once more since, or under way: it was sent.
    find: async (noted) => {
      const now = await lookFor(service, channel, entry.id)
      return now && isObject(noted) && (now.attempt !== noted.attempt || now.status !== 'failed') ? true : undefined
    },
  })
  if (service.dryRun) return entry
  const ended = async (): Promise<Entry | undefined> => {
    const now = await lookFor(service, channel, entry.id)
    return now && (now.status === 'sent' || (now.status === 'failed' && now.attempt !== attempt)) ? now : undefined
  }
  return poll(service, ended, { every, until: Date.now() + longest })
}

async function lookFor(service: Service, channel: Channel, id: number): Promise<Entry | undefined> {
  for await (const entry of entriesOf(service, channel, '')) if (entry.id === id) return entry
  return undefined
}

/** What the log of a channel says: what arrived, what did not and why. */
import { listIntegrationLogs, type messengers } from '../../contract/integrations/integration.ts'
import { listWebhookLogs } from '../../contract/integrations/webhook.ts'
import type { Service } from '../../service.ts'

export type Channel = { survey: number; webhook: number } | { survey: number; messenger: (typeof messengers)[number] }

/** An entry of a log; of its fields only the id is promised. */
export interface Entry {
  id: number
  status: string
  attempt: number
  at: string
  cause: string | null
}

export interface Deliveries {
  /** Oldest first; none that was delivered later by another entry. */
  failed: Entry[]
  waiting: number
  last_success: string | null
  last_failure: string | null
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function entryOf(row: Readonly<Record<string, unknown>>): Entry & { of: string } {
  const { id, status, attempt, created_at, sent_at, http_status, error, answer_id, event, recipient_id } = row
  return {
    id: Number(id),
    status: text(status),
    attempt: Number(attempt ?? 1),
    at: text(sent_at) || text(created_at),
    cause: status === 'failed' ? causeOf(http_status, text(error)) : null,
    of: [answer_id, event, recipient_id].map(String).join(' '),
  }
}

/** The rows of a log, newest first, until one is older. */
export async function* entriesOf(service: Service, channel: Channel, since: string): AsyncGenerator<Entry & { of: string }> {
  const rows =
    'webhook' in channel
      ? service.rows(listWebhookLogs, { id: channel.survey, webhookId: channel.webhook, per_page: 30 })
      : service.rows(listIntegrationLogs, { id: channel.survey, integration: channel.messenger, per_page: 100 })
  for await (const batch of rows)
    for (const row of batch) {
      if (text(row.created_at) !== '' && text(row.created_at) < since) return
      yield entryOf(row)
    }
}

export async function deliveriesOf(service: Service, channel: Channel, since: string): Promise<Deliveries> {
  const arrived = new Set<string>()
  const found: Deliveries = { failed: [], waiting: 0, last_success: null, last_failure: null }
  for await (const { of, ...entry } of entriesOf(service, channel, since)) {
    if (entry.status === 'sent') {
      arrived.add(of)
      found.last_success ??= entry.at
    } else if (entry.status === 'failed') {
      found.last_failure ??= entry.at
      if (!arrived.has(of)) found.failed.unshift(entry)
      // Of several failures of one delivery the newest is sent again.
      arrived.add(of)
    } else found.waiting++
  }
  return found
}

const causes: readonly [RegExp, string][] = [
  [/ENOTFOUND|EAI_AGAIN|\bdns\b|\bresolve\b/i, 'host name not found'],
  [/ECONNREFUSED|refused/i, 'refused'],
  [/certificate|\btls\b|\bssl\b|self.signed/i, 'certificate not accepted'],
  [/\btime(d ?|-)?out\b|\btimed out\b|no answer|not answer|ETIMEDOUT/i, 'timeout'],
  [/redirect/i, 'redirect'],
  [/\bchat\b|recipient/i, 'chat gone'],
  [/tariff|\bplan\b/i, 'plan'],
]

/** Not any number: 500 ms are a time. */
const statusIn = /(?:^|\b(?:HTTP(?:\/[\d.]+)?|status|code|answered|answer)\W{0,3})([345]\d\d)\b(?!\s*m?s\b)/i

/** In a word, where it is one that helps; else as the service says it. */
export function causeOf(http_status: unknown, error: string): string {
  const status = typeof http_status === 'number' ? http_status : Number(statusIn.exec(error)?.[1] ?? 0)
  if (status >= 300 && status < 400) return `redirect (${status})`
  if (status === 401 || status === 403) return `not let in (${status})`
  if (status === 404 || status === 410) return `not there (${status})`
  if (status >= 500) return `its server fails (${status})`
  if (status >= 400) return `refused by it (${status})`
  return causes.find(([pattern]) => pattern.test(error))?.[1] ?? (error === '' ? 'not told' : error)
}

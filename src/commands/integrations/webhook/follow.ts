/** The log of a webhook as it grows. */
import type { Context } from '../../../cli/context.ts'
import { poll } from '../../../system/poll.ts'
import type { Input } from '../../../contract/core/operation.ts'
import { listWebhookLogs, type WebhookLog } from '../../../contract/integrations/webhook.ts'

type LogQuery = Input<typeof listWebhookLogs>

const shownAtFirst = 10

/** Deliveries with a higher id, latest first; at most `most`. */
async function newer(context: Context, query: LogQuery, than: number, most = Infinity): Promise<WebhookLog[]> {
  const found: WebhookLog[] = []
  for await (const rows of context.service.rows(listWebhookLogs, query)) {
    for (const row of rows) {
      if (row.id <= than || found.length >= most) return found
      found.push(row)
    }
  }
  return found
}

/** The latest deliveries, then each new one once it has ended, until it is interrupted. */
export async function* follow(context: Context, query: LogQuery): AsyncGenerator<WebhookLog[]> {
  const shown = new Set<number>()
  const first = await newer(context, query, 0, shownAtFirst)
  /** Deliveries up to this id have all ended. */
  let settled = (first.at(-1)?.id ?? 1) - 1
  const ended = async (): Promise<WebhookLog[] | undefined> => {
    const rows = await newer(context, query, settled)
    const waiting = rows.filter(({ status }) => status === 'queued')
    settled = waiting.length > 0 ? Math.min(...waiting.map(({ id }) => id - 1)) : Math.max(settled, ...rows.map(({ id }) => id))
    const news = rows.filter(({ id, status }) => status !== 'queued' && !shown.has(id))
    return news.length > 0 ? news.reverse() : undefined
  }
  for (;;) {
    const news = await poll(context.service, ended, { every: 2000 })
    for (const { id } of news) shown.add(id)
    yield news
  }
}

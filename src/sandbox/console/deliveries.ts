/** The page of webhook deliveries and their outcomes. */
import { logsOf, type WebhookLog } from '../deliveries/webhook-queue.ts'
import { html, type Html, type Part } from '../pages/html.ts'
import type { RecordOf } from '../store/records.ts'
import { chip, timeOf, type Tone } from './frame.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'
import { listPage, row, type TableColumn } from './table.ts'

const maxShown = 200

const tones: Record<WebhookLog['status'], Tone> = { queued: 'wait', sent: 'good', failed: 'bad' }

const columns: readonly TableColumn[] = [
  { label: 'Time' },
  { label: 'Webhook' },
  { label: 'Answer' },
  { label: 'Call', kind: 'path' },
  { label: 'State', kind: 'text' },
]

const below = (text: Part): Html => html`<br /><span class="soft">${text}</span>`

/** Facts that stand below the state, so that the table fits the page. */
const factsOf = ({ attempt, http_status, duration_ms }: WebhookLog): string =>
  [attempt > 0 && `attempt ${attempt}`, http_status !== null && `HTTP ${http_status}`, duration_ms !== null && `${duration_ms} ms`]
    .filter(Boolean)
    .join(' · ')

const rowOf = (log: RecordOf<WebhookLog>): Html =>
  row(
    columns,
    [
      timeOf(log.sent_at ?? log.created_at),
      html`${log.key}${below(html`<span class="nowrap">survey ${log.quiz_id}</span>`)}`,
      html`${log.answer_id}${below(log.event)}`,
      `${log.method.toUpperCase()} ${log.url}`,
      html`${chip(tones[log.status], log.status)} <span class="soft nowrap">${factsOf(log)}</span>${log.error && below(log.error)}`,
    ],
    { key: log.id, state: `${log.status} ${log.attempt}` },
  )

const items = ({ service }: ConsoleParts): Html => html`${logsOf(service).list({ order: 'desc', limit: maxShown }).map(rowOf)}`

export const deliveries: ConsolePage = listPage({
  title: 'Deliveries',
  caption: 'Webhook deliveries, latest first',
  columns,
  items,
  none: 'No webhook has been called yet. To add one: surveyctl webhook add SURVEY URL --title NAME --active',
})

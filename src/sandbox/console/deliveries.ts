/** The page of webhook deliveries and their outcomes. */
import { logsOf, type WebhookLog } from '../deliveries/webhook-queue.ts'
import { html, type Html } from '../pages/html.ts'
import type { Kept } from '../store/records.ts'
import { chip, timeOf, type Tone } from './frame.ts'
import { listPage } from './list-page.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'
import { row, type TableColumn } from './table.ts'

const shown = 200

const tones: Record<WebhookLog['status'], Tone> = { queued: 'wait', sent: 'good', failed: 'bad' }

const columns: readonly TableColumn[] = [
  { label: 'Time' },
  { label: 'Survey' },
  { label: 'Webhook' },
  { label: 'Answer', kind: 'number' },
  { label: 'Event' },
  { label: 'Call', kind: 'path' },
  { label: 'State' },
  { label: 'HTTP', kind: 'number' },
  { label: 'Attempt', kind: 'number' },
  { label: 'Took', kind: 'number' },
]

const rowOf = (log: Kept<WebhookLog>): Html =>
  row(
    columns,
    [
      timeOf(log.sent_at ?? log.created_at),
      log.quiz_id,
      log.key,
      log.answer_id,
      log.event,
      `${log.method.toUpperCase()} ${log.url}`,
      html`${chip(tones[log.status], log.status)}${log.error && html`<br /><span class="soft">${log.error}</span>`}`,
      log.http_status,
      log.attempt,
      log.duration_ms === null ? undefined : `${log.duration_ms} ms`,
    ],
    { key: log.id, state: `${log.status} ${log.attempt}` },
  )

const items = ({ service }: ConsoleParts): Html => html`${logsOf(service).list({ order: 'desc', limit: shown }).map(rowOf)}`

export const deliveries: ConsolePage = listPage({
  title: 'Deliveries',
  caption: 'Webhook deliveries, latest first',
  columns,
  items,
  none: 'No webhook has been called yet. To add one: surveyctl webhook add SURVEY URL --title NAME --active',
})

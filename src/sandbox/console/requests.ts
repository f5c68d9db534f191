/** The page of the latest requests. */
import type { LoggedRequest } from '../engine/traffic.ts'
import { html, type Html } from '../pages/html.ts'
import { chip, timeOf, type Tone } from './frame.ts'
import { listPage } from './list-page.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'
import { row, type TableColumn } from './table.ts'

const shown = 200

const toneOf = (status: number): Tone => (status < 300 ? 'good' : status < 400 ? 'soft' : status < 500 ? 'wait' : 'bad')

const outcome = ({ status, whole }: LoggedRequest): Html =>
  status === null ? chip('bad', 'no response') : html`${chip(toneOf(status), status)}${!whole && html` ${chip('bad', 'cut off')}`}`

const columns: readonly TableColumn[] = [
  { label: 'Time' },
  { label: 'Method' },
  { label: 'Path', kind: 'path' },
  { label: 'Status' },
  { label: 'Took', kind: 'number' },
]

const rowOf = (request: LoggedRequest): Html =>
  row(
    columns,
    [
      timeOf(request.at),
      request.method,
      html`${request.path}${request.fault !== null && html` ${chip('bad', `fault ${request.fault}`)}`}`,
      outcome(request),
      `${request.ms} ms`,
    ],
    { key: request.id, state: '' },
  )

const items = ({ traffic }: ConsoleParts): Html => html`${traffic.latest(shown).map(rowOf)}`

export const requests: ConsolePage = listPage({
  title: 'Requests',
  caption: 'Requests, latest first',
  columns,
  items,
  none: 'No requests yet. To send one: surveyctl --profile sandbox quiz list',
})

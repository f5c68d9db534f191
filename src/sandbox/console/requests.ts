/** Requests as they come. */
import type { Asked } from '../engine/traffic.ts'
import { html, type Html } from '../respondent/html.ts'
import { chip, timeOf, type Tone } from './frame.ts'
import { listPage } from './list-page.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'
import { row, type Column } from './table.ts'

const shown = 200

const toneOf = (status: number): Tone => (status < 300 ? 'good' : status < 400 ? 'soft' : status < 500 ? 'wait' : 'bad')

const outcome = ({ status, whole }: Asked): Html =>
  status === null ? chip('bad', 'no answer') : html`${chip(toneOf(status), status)}${!whole && html` ${chip('bad', 'cut')}`}`

const columns: readonly Column[] = [
  { label: 'Time' },
  { label: 'Method' },
  { label: 'Path', kind: 'path' },
  { label: 'Status' },
  { label: 'Took', kind: 'number' },
]

const rowOf = (asked: Asked): Html =>
  row(
    columns,
    [
      timeOf(asked.at),
      asked.method,
      html`${asked.path}${asked.fault !== null && html` ${chip('bad', `fault ${asked.fault}`)}`}`,
      outcome(asked),
      `${asked.ms} ms`,
    ],
    { key: asked.id, state: '' },
  )

const items = ({ traffic }: ConsoleParts): Html => html`${traffic.latest(shown).map(rowOf)}`

export const requests: ConsolePage = listPage({
  title: 'Requests',
  caption: 'Requests, latest first',
  columns,
  items,
  none: 'No request came yet. To send one: surveyctl --profile sandbox quiz list',
})

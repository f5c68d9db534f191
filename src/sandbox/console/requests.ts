/** The page of the latest requests; each that had a body links to a view of it. */
import type { LoggedRequest } from '../engine/traffic.ts'
import { html, type Html } from '../pages/html.ts'
import { chip, empty, timeOf, type Tone } from './frame.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'
import { listPage, row, type TableColumn } from './table.ts'

const maxShown = 200

const toneOf = (status: number): Tone => (status < 300 ? 'good' : status < 400 ? 'soft' : status < 500 ? 'wait' : 'bad')

const outcome = ({ status, whole }: LoggedRequest): Html =>
  status === null ? chip('bad', 'no response') : html`${chip(toneOf(status), status)}${!whole && html` ${chip('bad', 'cut off')}`}`

const columns: readonly TableColumn[] = [
  { label: 'Time' },
  { label: 'Method' },
  { label: 'Path', kind: 'path' },
  { label: 'Body' },
  { label: 'Status' },
  { label: 'Took', kind: 'number' },
]

const bodyLink = ({ id, method, path }: LoggedRequest): Html =>
  html`<a href="?request=${id}">show<span class="unseen"> the body of ${method} ${path}</span></a>`

const rowOf = (request: LoggedRequest): Html =>
  row(
    columns,
    [
      timeOf(request.at),
      request.method,
      html`${request.path}${request.fault !== null && html` ${chip('bad', `fault ${request.fault}`)}`}`,
      request.body !== null && bodyLink(request),
      outcome(request),
      `${request.ms} ms`,
    ],
    { key: request.id, state: '' },
  )

const items = ({ traffic }: ConsoleParts): Html => html`${traffic.latest(maxShown).map(rowOf)}`

const list = listPage({
  title: 'Requests',
  caption: 'Requests, latest first',
  columns,
  items,
  none: 'No requests yet. To send one: surveyctl --profile sandbox quiz list',
})

const back = html`<p><a href="/console/requests">All requests</a></p>`

function requestPage(request: LoggedRequest | undefined): Html {
  if (!request) return html`${empty('This request is no longer kept: the log has the latest 500.')}${back}`
  return html`<article class="card operation">
      <h2><code>${request.method} ${request.path}</code> ${outcome(request)}</h2>
      <p class="soft">${timeOf(request.at)} · ${request.ms} ms</p>
      <h3 id="body">Body${request.body !== null && html` <span class="soft">with secrets masked</span>`}</h3>
      ${request.body === null ? html`<p>None</p>` : html`<pre tabindex="0" role="region" aria-labelledby="body"><code>${request.body}</code></pre>`}
    </article>
    ${back}`
}

export const requests: ConsolePage = {
  ...list,
  body: (parts, view) => {
    const id = view.query.get('request')
    return id === null ? list.body(parts, view) : requestPage(parts.traffic.find(Number(id)))
  },
}

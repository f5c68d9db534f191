/** The page of everything that the service sent: e-mails, messages, spreadsheet rows, webhook calls. */
import { channels, readInbox, type InboxRow } from '../store/inbox.ts'
import { html, raw, type Html } from '../pages/html.ts'
import { chip, copied, empty, timeOf } from './frame.ts'
import type { ConsolePage, ConsoleParts } from './page.ts'

const maxShown = 100

const chosenChannel = (query: URLSearchParams): string | undefined => channels.find((channel) => channel === query.get('channel'))

/** Indented where it is JSON. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const letter = ({ id, at, channel, quiz_id, to, subject, text, code }: InboxRow): Html =>
  html`<article class="letter" data-key="${id}" data-state="">
    <p class="head nowrap">${chip('soft', channel)} ${timeOf(at)}${quiz_id !== null && html` <span>survey ${quiz_id}</span>`}</p>
    <h2>${subject ?? `${channel} ${id}`}</h2>
    <p class="head"><span>To</span> <code>${to}</code>${code !== null && html`<span>Code</span> ${copied(`the code ${code}`, code)}`}</p>
    <pre tabindex="0" aria-label="Text of ${subject ?? channel}">${readable(text)}</pre>
  </article>`

function items({ service }: ConsoleParts, query: URLSearchParams): Html {
  const channel = chosenChannel(query)
  const rows = readInbox(service, { latest: maxShown, ...(channel !== undefined && { channel }) })
  return html`${rows.map(letter)}`
}

const choice = (channel: string | undefined, name: string | undefined): Html =>
  html`<li>
    <a href="/console/inbox${name && `?channel=${name}`}" ${channel === name && raw(' aria-current="true"')}>${name ?? 'all'}</a>
  </li>`

export const inbox: ConsolePage = {
  title: 'Inbox',
  live: items,
  body: (parts, { query }) => {
    const list = items(parts, query)
    return html`<nav aria-label="Channels" class="channels">
        <ul>
          ${[undefined, ...channels].map((name) => choice(chosenChannel(query), name))}
        </ul>
      </nav>
      <div data-while-empty${list.text !== '' && raw(' hidden')}>
        ${empty('Nothing has been sent yet. E-mails, messages, spreadsheet rows and webhook calls appear here as the service sends them.')}
      </div>
      <div data-live>${list}</div>`
  },
}

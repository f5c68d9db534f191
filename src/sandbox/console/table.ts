/** Tables: they scroll sideways where they are wider than the page, and on a phone show their cells below each other. */
import { attributes, html, raw, type Html, type Part } from '../pages/html.ts'
import { empty } from './frame.ts'
import type { ConsolePage } from './page.ts'

export interface TableColumn {
  label: string
  /** `name` is the row's heading; numbers are aligned right; texts and paths take the room. */
  kind?: 'name' | 'number' | 'path' | 'text'
}

/** Identifies a row of a live table; it is replaced when its `state` changes. */
interface Item {
  key: number
  state: string | number
}

const heading = ({ label, kind }: TableColumn): Html => html`<th scope="col" ${kind === 'number' && raw(' class="number"')}>${label}</th>`

/** `live`: its rows are updated while the page is open. */
export const table = (caption: string, columns: readonly TableColumn[], rows: Part, { live = false } = {}): Html =>
  html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption class="unseen">${caption}</caption>
      <thead><tr>${columns.map(heading)}</tr></thead>
      <tbody${live && raw(' data-live')}>${rows}</tbody>
    </table>
  </div>`

/** Shows `none` while there are no items and `some` otherwise; the page's script switches between them. */
export const whenEmpty = (items: Html, none: Html, some: Html): Html => {
  const filled = items.text !== ''
  return html`<div data-while-empty${filled && raw(' hidden')}>${none}</div>
    <div data-while-filled${!filled && raw(' hidden')}>${some}</div>`
}

/** Cells in the order of the columns. Each names its column, for screens where the column heads aren't shown. */
export const row = (columns: readonly TableColumn[], cells: readonly Part[], item?: Item): Html =>
  html`<tr${item && attributes({ 'data-key': item.key, 'data-state': item.state })}>${columns.map((column, index) => cell(column, cells[index]))}</tr>`

const cell = ({ label, kind }: TableColumn, content: Part): Html =>
  kind === 'name'
    ? html`<th scope="row">${content}</th>`
    : html`<td${attributes({ 'data-label': label, class: kind })}><div>${content}</div></td>`

interface ListPage {
  title: string
  caption: string
  columns: readonly TableColumn[]
  items: NonNullable<ConsolePage['live']>
  /** The text while there are no items. */
  none: string
}

/** A page with one table that is updated while it is open; while there are no items it says how to get some. */
export const listPage = ({ title, caption, columns, items, none }: ListPage): ConsolePage => ({
  title,
  live: items,
  body: (parts, { query }): Html => {
    const list = items(parts, query)
    return whenEmpty(list, empty(none), table(caption, columns, list, { live: true }))
  },
})

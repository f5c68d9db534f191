/** Tables: one that scrolls in itself where it is wider than the screen, and on a phone stands cell below cell. */
import { attributes, html, raw, type Html, type Part } from '../respondent/html.ts'

export interface Column {
  label: string
  /** `name`: what the row is about. Numbers stand at the right. */
  kind?: 'name' | 'number' | 'path'
}

/** What tells a row apart while it changes: another `state`, and it is drawn anew. */
export interface Item {
  key: number
  state: string | number
}

const heading = ({ label, kind }: Column): Html => html`<th scope="col" ${kind === 'number' && raw(' class="number"')}>${label}</th>`

export const table = (caption: string, columns: readonly Column[], rows: Part, live = false): Html =>
  html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption class="unseen">${caption}</caption>
      <thead><tr>${columns.map(heading)}</tr></thead>
      <tbody${live && raw(' data-live')}>${rows}</tbody>
    </table>
  </div>`

/** What is shown while there are no items, and what once there are; the page's script changes them over. */
export const whenEmpty = (items: Html, none: Html, some: Html): Html => {
  const filled = items.text !== ''
  return html`<div data-while-empty${filled && raw(' hidden')}>${none}</div>
    <div data-while-filled${!filled && raw(' hidden')}>${some}</div>`
}

/** Cells in the order of the columns; each says its column where the heads are out of sight. */
export const row = (columns: readonly Column[], cells: readonly Part[], item?: Item): Html =>
  html`<tr${item && attributes({ 'data-key': item.key, 'data-state': item.state })}>${columns.map((column, index) => cell(column, cells[index]))}</tr>`

const cell = ({ label, kind }: Column, content: Part): Html =>
  kind === 'name'
    ? html`<th scope="row">${content}</th>`
    : html`<td${attributes({ 'data-label': label, class: kind })}><div>${content}</div></td>`

/** A page with one table that is updated while it is open; while there are no items it says how to get some. */
import type { Html } from '../pages/html.ts'
import { empty } from './frame.ts'
import type { ConsolePage } from './page.ts'
import { table, whenEmpty, type TableColumn } from './table.ts'

interface ListPage {
  title: string
  caption: string
  columns: readonly TableColumn[]
  items: NonNullable<ConsolePage['live']>
  /** The text while there are no items. */
  none: string
}

export const listPage = ({ title, caption, columns, items, none }: ListPage): ConsolePage => ({
  title,
  live: items,
  body: (parts, { query }): Html => {
    const list = items(parts, query)
    return whenEmpty(list, empty(none), table(caption, columns, list, true))
  },
})

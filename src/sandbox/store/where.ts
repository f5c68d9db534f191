import type { Bindable } from '../../system/sqlite.ts'
import type { TableName } from './schema.ts'
import type { Store } from './store.ts'

/** An SQL condition that is put together from parts, with the values of its placeholders. */
export class Where {
  readonly values: Bindable[] = []
  readonly #parts: string[] = []

  and(sql: string, ...values: Bindable[]): this {
    this.#parts.push(sql)
    this.values.push(...values)
    return this
  }

  /** Rows whose column contains the text, in upper or lower case. Without a text all rows match. */
  search(column: string, text: string | undefined): this {
    return text ? this.and(`${column} like ? escape '\\'`, `%${text.replace(/[\\%_]/g, '\\$&')}%`) : this
  }

  get sql(): string {
    return this.#parts.join(' and ')
  }
}

interface Rows {
  /** The table's own when absent; `values` are for placeholders in them. */
  columns?: string
  values?: readonly Bindable[]
  order: string
}

/** For pages of a list: rows of a table, which are counted only where their number isn't known. */
export const rowsOf = <T>(store: Store, table: TableName, where: Where, { columns = '*', values = [], order }: Rows) => ({
  get total(): number {
    return store.number(`select count(*) from ${table} where ${where.sql}`, ...where.values)
  },
  read: (limit: number, offset: number): T[] =>
    store.all<T>(
      `select ${columns} from ${table} where ${where.sql} order by ${order} limit ? offset ?`,
      ...values,
      ...where.values,
      limit,
      offset,
    ),
})

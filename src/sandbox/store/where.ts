import type { Bindable } from './records.ts'

/** A `where` that grows; empty conditions are left out. */
export class Where {
  readonly values: Bindable[] = []
  readonly #parts: string[] = []

  and(sql: string, ...values: Bindable[]): this {
    this.#parts.push(sql)
    this.values.push(...values)
    return this
  }

  /** Rows with the text in a column, whatever its case. */
  search(column: string, text: string | undefined): this {
    return text ? this.and(`${column} like ? escape '\\'`, `%${text.replace(/[\\%_]/g, '\\$&')}%`) : this
  }

  get sql(): string {
    return this.#parts.join(' and ')
  }
}

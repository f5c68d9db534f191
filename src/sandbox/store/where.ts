import type { Bindable } from '../../system/sqlite.ts'

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

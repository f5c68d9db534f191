/** JSON as text, safe on a terminal. */
// JSON.stringify escapes only up to U+001F; these characters move the cursor or reorder text as well.
const harmful = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Outside of strings JSON is ASCII, so these characters are always inside one. */
const safe = (json: string): string => (harmful.test(json) ? json.replaceAll(new RegExp(harmful, 'g'), escaped) : json)

export const prettyJson = (value: unknown): string => safe(JSON.stringify(value ?? null, null, 2))

export const compactJson = (value: unknown): string => safe(JSON.stringify(value ?? null))

/** A list as one array, batch by batch: indented on a terminal; otherwise one row a line, for grep and diff. */
export class JsonArray {
  readonly #indented: boolean
  #started = false

  constructor(indented: boolean) {
    this.#indented = indented
  }

  /** The text of a batch within the array. */
  elements(rows: readonly unknown[]): string {
    if (rows.length === 0) return ''
    const before = this.#started ? ',\n' : '[\n'
    this.#started = true
    return before + (this.#indented ? prettyJson(rows).slice(2, -2) : rows.map(compactJson).join(',\n'))
  }

  close(): string {
    return this.#started ? '\n]\n' : '[]\n'
  }
}

/** A text of an answer that fits no option, and where it stands: that is how a report of the answer can say which option it is. */
export interface Unfit {
  label: string
  list: 'options' | 'rows'
  /** Of a column: code of the row in which it stands. */
  row?: number
  /** Of a row: codes of its columns, as far as they are known, and how many are not. */
  columns?: readonly number[]
  unknownColumns?: number
}

export const unfitOptions = (labels: readonly string[], row?: number): Unfit[] =>
  labels.map((label) => ({ label, list: 'options', ...(row !== undefined && { row }) }))

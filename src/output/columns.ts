/** A column of a list, or a line of a detail view. */
export interface ColumnSpec {
  /** Where the value is: `name`, `folder.name`. Also what `--fields` calls it. */
  path: string
  /** Heading; the path's last part when absent. */
  label?: string
  /** How a person reads it; scripts get the value itself. */
  as?: 'time' | 'moment' | 'date' | 'yesno' | 'bytes' | 'money' | 'list' | 'json' | 'duration'
  /** What is of no use when it is cut: a name to be typed, an address. */
  whole?: boolean
  /** Computed for people from the row; scripts get it in TSV too. */
  value?: (row: any) => unknown
}

/** `'folder.name'` is short for `{ path: 'folder.name' }`. */
export type Column = string | ColumnSpec

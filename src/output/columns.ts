/** What commands hand to the output: columns, and charts. */

/** A column of a list, or a line of a detail view. */
export interface ColumnSpec {
  /** Where the value is: `name`, `folder.name`. Also what `--fields` calls it. */
  path: string
  /** Heading; the path's last part when absent. */
  label?: string
  /** How a person reads it; scripts get the value itself. */
  as?: 'time' | 'moment' | 'date' | 'yesno' | 'bytes' | 'money' | 'list' | 'json' | 'duration'
  /** Not cut, if possible: a name to be typed, an address. */
  whole?: boolean
  /** Computes the text from the row; in tables and TSV. JSON has the field of `path`. */
  // `any`: each command types its own rows, and the output doesn't know them.
  // oxlint-disable-next-line typescript/no-explicit-any
  value?: (row: any) => unknown
}

/** `'folder.name'` is short for `{ path: 'folder.name' }`. */
export type Column = string | ColumnSpec

/** One line of a chart. */
export interface Bar {
  label: string
  count: number
  /** Percent of those who answered, 0 to 100. */
  share: number
  /** After the figures, e.g. a mean rank. */
  note?: string
}

/** A sparkline: a row of values as small bars. */
export interface Spark {
  label: string
  values: readonly number[]
  /** Below it. */
  note: string
}

/** A small table of figures with a column for each head. */
export interface Grid {
  title?: string
  heads: readonly string[]
  lines: readonly { label: string; cells: readonly string[] }[]
}

/** The figures of one question. */
export interface Chart {
  heading: string
  /** Facts on one line below the heading. */
  facts?: string
  bars: readonly Bar[]
  /** Bars in groups of their own, e.g. the rows of a matrix. */
  rows?: readonly { label: string; bars: readonly Bar[] }[]
  /** The same as `rows`, as tables: shown instead if all of them fit. */
  grids?: readonly Grid[]
  sparks?: readonly Spark[]
  /** Lines of text below. */
  lines?: readonly string[]
}

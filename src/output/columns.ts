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
  // Columns stand beside the operation whose rows they show; output knows no operation.
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
  /** Behind the figures, e.g. a mean place. */
  note?: string
}

/** A row of values, drawn small. */
export interface Spark {
  label: string
  values: readonly number[]
  /** Below it. */
  note: string
}

/** What a chart shows of one question. */
/** A small table of figures, a column for each head. */
export interface Grid {
  title?: string
  heads: readonly string[]
  lines: readonly { label: string; cells: readonly string[] }[]
}

export interface Chart {
  heading: string
  /** Facts on one line below the heading. */
  facts?: string
  bars: readonly Bar[]
  /** Bars in groups of their own, e.g. the rows of a matrix. */
  rows?: readonly { label: string; bars: readonly Bar[] }[]
  /** What stands in `rows`, side by side: shown in their place where all of it fits. */
  grids?: readonly Grid[]
  sparks?: readonly Spark[]
  /** Texts below. */
  lines?: readonly string[]
}

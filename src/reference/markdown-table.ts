const cell = (text: string): string => text.replaceAll('|', '\\|')
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** Lines of a table in Markdown. */
export const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(header),
  `|${header.map(() => '---|').join('')}`,
  ...rows.map(row),
]

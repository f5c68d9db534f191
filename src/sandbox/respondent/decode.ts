/** How a question's value is read from the form's fields. Both are texts: `one` without spaces around it, `text` as it was written. */
export type Reads = 'one' | 'list' | 'order' | 'cells' | 'number' | 'text'

/**
 * Turns the form's fields into the value of one question. Field names: the question's id; `ID.rank.OPTION` has the position of
 * an option (ranking), `ID.row.ROW` a column (matrix). A file is sent as its id.
 * The page's script uses it too.
 */
export function decode(
  reads: Reads,
  id: string,
  entries: readonly (readonly [string, string])[],
): string | number | string[] | Record<string, string[]> {
  const given = entries.filter(([name, value]) => name === id && value !== '').map(([, value]) => value)
  const under = (prefix: string): [string, string][] =>
    entries.filter(([name, value]) => name.startsWith(prefix) && value !== '').map(([name, value]) => [name.slice(prefix.length), value])
  switch (reads) {
    case 'list':
      return given
    case 'order': {
      const places = new Map<number, string>()
      for (const [option, place] of under(`${id}.rank.`)) if (!places.has(Number(place))) places.set(Number(place), option)
      return [...places].sort(([a], [b]) => a - b).map(([, option]) => option)
    }
    case 'cells': {
      const rows: Record<string, string[]> = {}
      for (const [row, column] of under(`${id}.row.`)) rows[row] = [...(rows[row] ?? []), column]
      return rows
    }
    case 'number':
      return given[0] === undefined ? '' : Number(given[0].replace(',', '.'))
    case 'text':
      return (given[0] ?? '').replace(/\r\n?/g, '\n')
    case 'one':
      return (given[0] ?? '').trim()
  }
}

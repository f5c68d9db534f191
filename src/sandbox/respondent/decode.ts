import type { QuestionType } from '../../contract/core/records.ts'

/**
 * Turns the form's fields into the value of one question. Field names: the question's id; `ID.rank.OPTION` has the position of
 * an option (ranking), `ID.row.ROW` a column (matrix). A file is sent as its id.
 * The page's script uses it too.
 */
export function decode(
  type: QuestionType,
  id: string,
  entries: readonly (readonly [string, string])[],
): string | number | string[] | Record<string, string[]> {
  const given = entries.filter(([name, value]) => name === id && value !== '').map(([, value]) => value)
  const under = (prefix: string): [string, string][] =>
    entries.filter(([name, value]) => name.startsWith(prefix) && value !== '').map(([name, value]) => [name.slice(prefix.length), value])
  switch (type) {
    case 'choice':
    case 'file':
      return given
    case 'ranking': {
      const places = new Map<number, string>()
      for (const [option, place] of under(`${id}.rank.`)) if (!places.has(Number(place))) places.set(Number(place), option)
      return [...places].sort(([a], [b]) => a - b).map(([, option]) => option)
    }
    case 'matrix': {
      const rows: Record<string, string[]> = {}
      for (const [row, column] of under(`${id}.row.`)) rows[row] = [...(rows[row] ?? []), column]
      return rows
    }
    case 'slider':
    case 'rating':
    case 'scale':
      return given[0] === undefined ? '' : Number(given[0].replace(',', '.'))
    case 'input':
      return (given[0] ?? '').replace(/\r\n?/g, '\n')
    case 'yesno':
    case 'dropdown':
    case 'email':
    case 'phone':
    case 'datetime':
      return (given[0] ?? '').trim()
    case 'welcome':
    case 'message':
    case 'html':
    case 'submit':
      return ''
  }
}

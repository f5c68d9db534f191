/** What pyxform refuses, as far as our forms could do it: written from its documentation, with nothing of our reader. */
import { tokensOf } from './xpath.ts'

export type Cells = readonly (readonly unknown[])[]

const plainTypes = new Set([
  'text', 'integer', 'decimal', 'range', 'note', 'date', 'time', 'dateTime', 'image', 'audio', 'video', 'file', 'begin_group', 'end_group',
]) // prettier-ignore
const xmlName = /^[A-Za-z_][A-Za-z0-9_.-]*$/

export interface XlsFormRow {
  type: string
  name: string
  label: string
  relevant: string
  constraint: string
  parameters: string
  row: Record<string, string>
}

function rowsOf(cells: Cells | undefined): Record<string, string>[] {
  const [head = [], ...rows] = cells ?? []
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [String(name), String(row[index] ?? '')])))
}

export function surveyRows(sheets: ReadonlyMap<string, Cells>): XlsFormRow[] {
  return rowsOf(sheets.get('survey')).map((row) => {
    const labels = Object.keys(row).find((name) => name === 'label' || name.startsWith('label::'))
    const { type = '', name = '', relevant = '', constraint = '', parameters = '' } = row
    return { type, name, relevant, constraint, parameters, label: row[labels ?? ''] ?? '', row }
  })
}

/** All that is wrong with it. */
export function pyxformProblems(sheets: ReadonlyMap<string, Cells>): string[] {
  const problems: string[] = []
  const rows = surveyRows(sheets)
  const choices = rowsOf(sheets.get('choices'))
  const [settings] = rowsOf(sheets.get('settings'))
  if (!xmlName.test(settings?.form_id ?? '')) problems.push(`form_id ${settings?.form_id}`)
  if (!settings?.form_title) problems.push('form_title')
  const lists = Map.groupBy(choices, ({ list_name }) => list_name)
  for (const [list, members] of lists) {
    if (!xmlName.test(list ?? '')) problems.push(`list ${list}`)
    const names = members.map(({ name }) => name!)
    if (new Set(names).size < names.length) problems.push(`names in ${list}`)
    for (const [index, { name = '' }] of members.entries()) {
      if (name === '' || /\s/.test(name)) problems.push(`choice ${index} of ${list}: "${name}"`)
      if (!Object.entries(members[index]!).some(([field, text]) => field.startsWith('label') && text)) problems.push(`label of ${name}`)
    }
  }
  const open: string[] = []
  const names = rows.filter(({ type }) => type !== 'end_group').map(({ name }) => name)
  const lower = names.map((name) => name.toLowerCase())
  if (new Set(lower).size < lower.length) problems.push(`names are there twice: ${names.join(' ')}`)
  for (const { type, name, label, relevant, constraint, parameters } of rows) {
    const [, kind, list = ''] = /^(select_one|select_multiple|rank) (\S+)$/.exec(type) ?? []
    if (kind === undefined && !plainTypes.has(type)) problems.push(`type ${type}`)
    if (kind !== undefined && !lists.has(list)) problems.push(`there is no list ${list}`)
    if (type === 'begin_group') open.push(name)
    if (type === 'end_group' && open.pop() === undefined) problems.push('an end without a beginning')
    if (type !== 'end_group' && (!xmlName.test(name) || name === 'meta')) problems.push(`name ${name}`)
    if (type !== 'end_group' && label === '') problems.push(`label of ${name}`)
    if (type === 'range' && !/^start=-?[\d.]+ end=-?[\d.]+ step=[\d.]+$/.test(parameters)) problems.push(`parameters of ${name}`)
    for (const text of [relevant, constraint].filter(Boolean)) {
      try {
        for (const one of tokensOf(text)) if (one.startsWith('${') && !names.includes(one.slice(2, -1))) problems.push(`${one} of ${name}`)
      } catch (error) {
        problems.push(String(error))
      }
    }
    for (const [, ref] of label.matchAll(/\$\{([^}]*)\}/g)) problems.push(`${ref} in the label of ${name}`)
  }
  if (open.length > 0) problems.push(`${open.join(' ')} has no end`)
  return problems
}

/** Rows with a list of choices: those that depend on an answer, rows of tables, and the field behind "other". */
import { any } from '../../expression/expression.ts'
import { otherField } from '../draft.ts'
import { selectQuestion, type Choice, type Select } from './choices.ts'
import { filterOf } from './language.ts'
import type { SheetGroup, Source } from './source.ts'
import type { SheetRow } from './workbook.ts'
import { counted } from '../../../text/counted.ts'

const mostParts = 12
const mostCascaded = 60

export function readSelect(source: Source, row: SheetRow, select: Select, key: string, group: SheetGroup | undefined): void {
  const { losses } = source
  const place = { at: row.at(), key }
  if (select.external || /^(search|pulldata)\s*\(/.test(row.get('appearance'))) {
    losses.add('choices.external', place, select.list)
    return void source.add(row, key, { type: 'input' }, group)
  }
  const choices = source.choices.get(select.list) ?? []
  const table = source.tables.at(-1)
  if (/^label$/i.test(row.get('appearance')) && choices.length > 0)
    return void source.tables.push({ key, title: source.label(row, 'label', place), row, visible: source.visible(row, group), members: [] })
  const isRow = /^list-nolabel$/i.test(row.get('appearance')) && table !== undefined
  if (isRow) table.members.push(key)
  const filter = row.get('choice_filter').replace(/^\s*true\(\s*\)\s*$/i, '')
  if (filter !== '' && choices.length > 0 && splitByAnswer(source, row, select, choices, key, group)) return
  if (filter !== '') losses.add('logic.choice-filter', { at: row.at('choice_filter'), key }, filter)
  const inTable = isRow || /\btable-list\b/.test(group?.row.get('appearance') ?? '')
  const item = source.add(row, key, selectQuestion({ ...select, row: inTable }, choices, row, place, losses), group)
  const renamed = choices.filter(({ name, id }) => name !== id)
  if (renamed.length > 0) item.values = Object.fromEntries(renamed.map(({ name, id }) => [name, id]))
  if (!select.other || choices.length === 0 || select.kind === 'rank') return
  const own = choices.find(({ name }) => name.toLowerCase() === 'other')
  source.items.push(otherField(item, own?.name ?? 'other', own?.label || 'Other', losses))
}

/** A list that depends on one answer becomes a question for each value of it. */
function splitByAnswer(
  source: Source,
  row: SheetRow,
  select: Select,
  choices: readonly Choice[],
  key: string,
  group: SheetGroup | undefined,
): boolean {
  const filter = filterOf(row.get('choice_filter'))
  const subject = filter && source.names.find(filter.question)
  if (!filter || !subject) return false
  const values = [...new Set(choices.map((choice) => choice.row.get(filter.column)).filter(Boolean))]
  const isCascade = source.names.parts.has(subject.key)
  if (values.length === 0 || values.length > (isCascade ? mostCascaded : mostParts)) return false
  const asked = source.names.parts.get(subject.key) ?? [subject.key]
  const parts = values.map((value) => {
    const fitting = choices.filter((choice) => choice.row.get(filter.column) === value)
    const part = `${key}#${value}`
    const item = source.add(row, part, selectQuestion(select, fitting, row, { at: row.at(), key: part }, source.losses), group)
    const when = any(asked.map((one) => ({ kind: 'test' as const, key: one, operator: 'contains' as const, value })))
    item.visible.push({ text: row.get('choice_filter'), at: row.at('choice_filter'), when })
    return part
  })
  source.losses.add(
    'structure.table',
    { at: row.at('choice_filter'), key },
    row.get('choice_filter'),
    `a question for each of ${counted(values.length, 'value')}`,
  )
  source.names.subjects.set(row.get('name'), { key })
  source.names.parts.set(key, parts)
  return true
}

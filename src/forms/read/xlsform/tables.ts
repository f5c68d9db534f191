/** Single choices over one list that XLSForm shows as a table: `table-list` groups, and runs of `list-nolabel`. */
import { counted } from '../../../text/counted.ts'
import { titleScreen, type DraftItem } from '../draft.ts'
import { withOwn } from './own.ts'
import type { Source } from './source.ts'

/** Marks of items that belong to one table, in the order of the survey. */
export function joinTables(source: Source): void {
  const { items, losses, names, tables, rowIds } = source
  const rowId = (part: string): string => rowIds.get(part) ?? part
  for (const { key, title, row, members, visible } of tables) {
    const at = row.at()
    const parts = members.flatMap((member) => items.find((item) => item.key === member) ?? [])
    const [first] = parts
    const start = first ? items.indexOf(first) : -1
    const isRun = parts.every((part, index) => items[start + index] === part)
    if (!first) continue
    const least = row.get('surveyctl_id') === '' ? 2 : 1
    if (!isRun || parts.length < least || !parts.every((part) => sameList(part, first))) {
      losses.add('structure.table', { at, key }, `${counted(parts.length, 'row')} with conditions or lists of their own`)
      if (title !== '' && source.groups === 'message') items.splice(start, 0, titleScreen(at, key, visible, title))
      continue
    }
    const required = parts.filter(({ question }) => question.isRequired).length
    if (required > 0 && required < parts.length) losses.add('required.partial', { at, key }, `${required} of ${parts.length} rows`)
    const { question } = first
    const [hint, media] = [source.label(row, 'hint'), source.media(row)]
    const table: DraftItem = {
      key,
      at,
      visible: first.visible,
      ...(first.values && { values: first.values }),
      question: {
        type: 'matrix',
        title,
        matrixRows: parts.map((part) => ({ id: rowId(part.key), title: part.question.title ?? part.key })),
        matrixColumns: listIn(first) ?? [],
        ...(question.type === 'choice' && question.choiceMultiple && { matrixMultiple: true }),
        ...(hint !== '' && { description: hint }),
        ...(required === parts.length && { isRequired: true }),
        ...(parts.every((part) => part.question.isBlocked) && { isBlocked: true }),
        ...(media && { multimedia: media }),
      },
    }
    withOwn(table, row)
    items.splice(start, parts.length, table)
    for (const [name, subject] of names.subjects)
      if (parts.some((part) => part.key === subject.key)) names.subjects.set(name, { key, row: rowId(subject.key) })
  }
}

const listIn = ({ question }: DraftItem) =>
  question.type === 'choice' ? question.choiceEntities : question.type === 'dropdown' ? question.dropdownEntities : undefined

const sameList = (one: DraftItem, other: DraftItem): boolean =>
  one.question.type === other.question.type &&
  listIn(one) !== undefined &&
  JSON.stringify([listIn(one), one.visible.map(({ text }) => text)]) ===
    JSON.stringify([listIn(other), other.visible.map(({ text }) => text)]) &&
  (one.question.type !== 'choice' || other.question.type !== 'choice' || one.question.choiceMultiple === other.question.choiceMultiple)

/** Rows of the sheet "survey": groups, repeats, questions. */
import { choosing, optionsOf, titleScreen } from '../draft.ts'
import { isOn } from '../json.ts'
import { selectOf } from './choices.ts'
import { withOwn } from './own.ts'
import { readSelect } from './selects.ts'
import type { SheetGroup, Source } from './source.ts'
import { isMeta, isPlace, plainQuestion } from './types.ts'
import type { SheetRow } from './workbook.ts'

const begin = /^begin[ _]*(group|repeat|lgroup|loop)\b(?:\s+over\s+(\S+))?/i
const end = /^end[ _]*(group|repeat|lgroup|loop)\b/i
const mostRepeats = 10

export function readRows(source: Source, rows: readonly SheetRow[], group: SheetGroup | undefined): void {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!
    const type = row.get('type').replaceAll(/\s+/g, ' ')
    if (type === '' || isOn(row.get('disabled'))) continue
    if (end.test(type)) continue
    const [word, kind = '', over] = begin.exec(type) ?? []
    if (word === undefined) {
      const before = source.items.length
      readRow(source, row, type, group)
      const added = source.items[before]
      if (added) withOwn(added, row)
      if (added && row.get('surveyctl_id') !== '') source.rowIds.set(added.key, row.get('surveyctl_id'))
      continue
    }
    const last = endOf(rows, index)
    readGroup(source, row, { kind: kind.toLowerCase(), over }, rows.slice(index + 1, last), group)
    index = last
  }
}

/** The row that ends what begins here. */
function endOf(rows: readonly SheetRow[], from: number): number {
  for (let index = from, depth = 0; index < rows.length; index++) {
    const type = rows[index]!.get('type').replaceAll(/\s+/g, ' ')
    if (begin.test(type)) depth++
    if (end.test(type) && --depth === 0) return index
  }
  return rows.length
}

function readGroup(
  source: Source,
  row: SheetRow,
  { kind, over }: { kind: string; over: string | undefined },
  inside: readonly SheetRow[],
  outer: SheetGroup | undefined,
): void {
  const name = row.get('name') || row.at('type')
  const around = { name, row, visible: source.visible(row, outer) }
  readTitle(source, row, around, inside, outer)
  const keyOf = outer?.keyOf ?? ((key: string): string => key)
  if (kind === 'loop') {
    for (const { name: choice, label } of (source.choices.get(over ?? '') ?? []).slice(0, mostRepeats))
      readRows(source, inside, { ...around, label: label || choice, keyOf: (key) => `${keyOf(key)}#${choice}` })
    return
  }
  const count = Number(row.get('repeat_count') || Number.NaN)
  const isFixed = Number.isInteger(count) && count >= 1 && count <= mostRepeats
  if (kind === 'repeat' && !isFixed)
    source.losses.add('structure.repeat', { at: row.at(), key: name }, row.get('repeat_count') || 'asked as often as the respondent wants')
  const turns = kind === 'repeat' && isFixed ? count : 1
  for (let turn = 1; turn <= turns; turn++) {
    const before = source.items.length
    readRows(source, inside, { ...around, keyOf: turn === 1 ? keyOf : (key) => `${keyOf(key)}#${turn}` })
    if (/\btable-list\b/.test(row.get('appearance'))) {
      const members = source.items
        .slice(before)
        .flatMap(({ key, question }) => (['choice', 'dropdown'].includes(question.type) ? [key] : []))
      source.tables.push({
        key: turn === 1 ? keyOf(name) : `${keyOf(name)}#${turn}`,
        title: source.label(row, 'label'),
        row,
        visible: around.visible,
        members,
      })
    }
  }
}

/** A label of a group frames what is in it: a screen of its own, unless that begins with a text itself. */
function readTitle(
  source: Source,
  row: SheetRow,
  group: Omit<SheetGroup, 'keyOf'>,
  inside: readonly SheetRow[],
  outer: SheetGroup | undefined,
): void {
  const label = source.label(row, 'label')
  const first = inside.find((each) => each.get('type') !== '')
  if (label === '' || !first) return
  const said =
    /^note$/i.test(first.get('type')) || source.raw(first, 'label') === source.raw(row, 'label') || /table-list/.test(row.get('appearance'))
  source.losses.add(
    'structure.group',
    { at: row.at(), key: group.name },
    label,
    said || source.groups === 'drop' ? undefined : 'a screen with its title',
  )
  if (said || source.groups === 'drop') return
  const hint = source.label(row, 'hint')
  const screen = titleScreen(row.at(), group.name, group.visible, label, hint)
  source.items.push({ ...screen, key: source.keyOf(screen.key, outer) })
}

function readRow(source: Source, row: SheetRow, written: string, group: SheetGroup | undefined): void {
  const { losses, names } = source
  const type = written.toLowerCase()
  const name = row.get('name')
  const at = row.at()
  if (isMeta(type)) return losses.add('meta.dropped', { at, key: name || type }, type)
  if (type === 'hidden') return losses.add('hidden.undeclared', { at, key: name }, name)
  if (type === 'include') return losses.add('file.include', { at, key: name }, name || written)
  if (type === 'calculate') return void names.calculated.set(name, { text: row.get('calculation'), at })
  const key = source.keyOf(name || `${type.replaceAll(/\W+/g, '-')}-${row.at().replace(/.*\D/, '')}`, group)
  const place = { at, key }
  const select = selectOf(written)
  if (select) return readSelect(source, row, select, key, group)
  const appearance = row.get('appearance')
  if (type === 'note') {
    const shown = source.texts.shown(source.raw(row, 'label'), place)
    const item = source.add(row, key, shown, group)
    const hint = source.label(row, 'hint')
    item.question = {
      ...item.question,
      ...shown,
      ...(shown.type === 'message' && hint !== '' && { description: [shown.description, hint].filter(Boolean).join('\n') }),
    }
    return
  }
  if (/^(acknowledge|trigger)$/.test(type)) {
    losses.add('type.approximated', place, type, 'one option to tick')
    return void source.add(
      row,
      key,
      choosing(optionsOf([{ value: 'OK', title: 'OK' }], place, losses), { several: true }, place, losses),
      group,
    )
  }
  if (isPlace(type)) losses.add('type.unsupported', place, type)
  const question = isPlace(type) ? ({ type: 'input' } as const) : plainQuestion(type, row, place, losses)
  if (!question) return losses.add('type.unknown', place, written)
  if (appearance !== '' && !/multiline|rating|signature|draw|annotate|numbers|field-list|w\d/.test(appearance))
    losses.add('appearance.dropped', { at: row.at('appearance'), key }, appearance)
  source.add(row, key, question, group)
}

/** What `export form --as xlsform` wrote beside what XLSForm can say: columns `surveyctl_id` and `surveyctl`. */
import { createHash } from 'node:crypto'
import { isUuid } from '../../../model/document/ids.ts'
import { isObject } from '../../../text/is-object.ts'
import type { Form } from '../../form.ts'
import type { DraftItem } from '../draft.ts'
import { fieldsOf, type Fields } from '../json.ts'
import { restored } from '../own.ts'
import type { SheetRow } from './workbook.ts'

function ownIn(row: SheetRow | undefined): Fields {
  const text = row?.get('surveyctl') ?? ''
  if (!text.startsWith('{')) return {}
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    // Somebody wrote something else there.
    return {}
  }
}

export function withOwn(item: DraftItem, row: SheetRow): void {
  const id = row.get('surveyctl_id')
  if (isUuid(id)) item.id = id
  item.question = restored(item.question, ownIn(row))
}

/** Of all conditions: another one means that somebody changed them. */
export const relevantMark = (rows: readonly (readonly [name: string, relevant: string])[]): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16)

export function withOwnSettings(form: Form, row: SheetRow | undefined, rows: readonly SheetRow[]): Form {
  const own = ownIn(row)
  if (own.format !== 1) return form
  const { mark, conditions } = fieldsOf(own.logic)
  const said = rows.flatMap((each) => (each.get('type') === '' ? [] : [[each.get('name'), each.get('relevant')] as const]))
  return {
    ...form,
    ...(form.welcome && { welcome: restored({ type: 'welcome', ...form.welcome }, own.welcome) }),
    submit: restored({ type: 'submit', ...form.submit }, own.submit),
    settings: restored(form.settings, own.settings),
    ...(mark === relevantMark(said) && isObject(conditions) && { conditions }),
  }
}

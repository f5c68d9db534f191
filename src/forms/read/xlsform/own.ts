/** What `export form --as xlsform` wrote beside what XLSForm can say: columns `surveyctl_id` and `surveyctl`. */
import { isObject } from '../../../text/is-object.ts'
import type { Form } from '../../form.ts'
import type { DraftItem } from '../draft.ts'
import { fieldsOf, type Fields } from '../json.ts'
import { markOf, restored, takeOwn } from '../own.ts'
import type { SheetRow } from './workbook.ts'
import { jsonOf } from '../../../text/json-of.ts'

function ownIn(row: SheetRow | undefined): Fields {
  const text = row?.get('surveyctl') ?? ''
  // Somebody may have written something else there.
  return text.startsWith('{') ? fieldsOf(jsonOf(text)) : {}
}

export const withOwn = (item: DraftItem, row: SheetRow): void => takeOwn(item, row.get('surveyctl_id'), ownIn(row))

export function withOwnSettings(form: Form, row: SheetRow | undefined, rows: readonly SheetRow[]): Form {
  const own = ownIn(row)
  if (own.format !== 1) return form
  const { mark, conditions } = fieldsOf(own.logic)
  const said = rows.flatMap((each) => (each.get('type') === '' ? [] : [[each.get('name'), each.get('relevant')]]))
  return {
    ...form,
    ...(form.welcome && { welcome: restored({ type: 'welcome', ...form.welcome }, own.welcome) }),
    submit: restored({ type: 'submit', ...form.submit }, own.submit),
    settings: restored(form.settings, own.settings),
    ...(mark === markOf(said) && isObject(conditions) && { conditions }),
  }
}

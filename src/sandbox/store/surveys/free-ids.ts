/** For the fault `taken_ids`: a service in which each id of a question, or of an option, is there once. */
import type { Widgets } from '../../../contract/core/records.ts'
import { uuidsOf } from '../../../model/document/renew-ids.ts'
import type { QuizRecord } from '../entities.ts'
import { invalid } from '../refusal.ts'
import type { Store } from '../store.ts'

/** Of other accounts as well, and of what lies in the trash. */
export function needFreeIds(store: Store, { id }: QuizRecord, widgets: Widgets): void {
  const isTaken = (one: string): boolean => store.get('select 1 from quiz where id <> ? and instr(draft, ?) > 0', id, one) !== undefined
  const taken = uuidsOf(widgets).filter(isTaken)
  if (taken.length > 0) invalid({ ids: taken.map((one) => `The id ${one} has already been taken.`) })
}

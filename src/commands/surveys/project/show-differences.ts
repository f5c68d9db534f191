/** What `project status` and `project drift` print. */
import type { Context } from '../../../cli/context.ts'
import { Ended } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import type { Difference } from '../../../project/plan/differences.ts'
import { valueText } from '../../../draft/value-text.ts'

const columns: Column[] = [
  'key',
  { path: 'quiz_id', label: 'survey' },
  'status',
  'path',
  { path: 'before', value: ({ before }) => (before === undefined ? null : valueText(before)) },
  { path: 'after', value: ({ after }) => (after === undefined ? null : valueText(after)) },
]

export async function showDifferences(context: Context, differences: readonly Difference[]): Promise<void> {
  if (differences.length > 0 || context.show.form.asData) await context.show.rows([differences], columns)
  if (differences.length > 0) throw new Ended(10)
}

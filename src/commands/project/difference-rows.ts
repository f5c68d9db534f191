/** Differences as rows of `project status` and `project drift`. */
import type { Context } from '../../cli/context.ts'
import { Ended } from '../../errors.ts'
import { managedBy } from '../../model/document/codec.ts'
import { difference, treeOf, type Change, type Content } from '../../model/document/index.ts'
import type { Column } from '../../output/columns.ts'
import { namer, shown } from './names.ts'
import type { Survey } from './read-survey.ts'

export interface Row {
  key: string
  quiz_id: number | null
  status: 'in_step' | 'changed' | 'new' | 'unknown' | 'gone'
  path: string | null
  kind: Change['kind'] | null
  before?: unknown
  after?: unknown
}

const columns: Column[] = [
  'key',
  { path: 'quiz_id', label: 'survey' },
  'status',
  'path',
  { path: 'before', value: ({ before }) => (before === undefined ? null : shown(before)) },
  { path: 'after', value: ({ after }) => (after === undefined ? null : shown(after)) },
]

const about = ({ key, state }: Survey): Pick<Row, 'key' | 'quiz_id'> => ({ key, quiz_id: state?.quiz_id ?? null })
export const only = (survey: Survey, status: Row['status']): Row => ({ ...about(survey), status, path: null, kind: null })

export function rowsOf(survey: Survey, before: Content, after: Content, theirs: Content): Row[] {
  const changes = difference(treeOf(before), treeOf(after))
  if (changes.length === 0) return []
  const name = namer(survey.ours.book, theirs)
  return changes.map(({ path, kind, before: old, after: now }) => ({
    ...about(survey),
    status: 'changed',
    path: name(path),
    kind,
    ...(old !== undefined && { before: old }),
    ...(now !== undefined && { after: now }),
  }))
}

/** Of the files, as both had it last. */
export function statusOf(survey: Survey): Row[] {
  const { ours, state } = survey
  if (!state) return [only(survey, 'new')]
  if (!state.base) return [only(survey, 'unknown')]
  return rowsOf(survey, managedBy(ours.content, state.base), ours.content, state.base)
}

export async function showDifferences(context: Context, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0 || context.asData) await context.showRows([rows.map((row) => ({ ...row }))], columns)
  if (rows.length > 0) throw new Ended(10)
}

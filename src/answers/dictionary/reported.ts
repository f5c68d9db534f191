/** Questions as the report shows them: what respondents could see of each, and what kind it may be. */
import { isObject } from '../../text/is-object.ts'
import { kindOf } from './kind.ts'
import type { SeenOption } from './options.ts'
import type { Kind } from './shape.ts'

/** A question of `POST /report`. */
export interface ReportSeen {
  widget_id?: unknown
  type?: unknown
  title?: unknown
  answered?: unknown
  bars?: unknown
  rows?: unknown
}

export interface ReportedOption extends SeenOption {
  removed: boolean
}

const bars = (list: unknown): ReportedOption[] =>
  (Array.isArray(list) ? list.filter(isObject) : []).flatMap(({ id, label, removed }) =>
    id === undefined ? [] : [{ id: String(id), title: String(label ?? id), removed: removed === true }],
  )

export function reportedOptions({ type, bars: list, rows }: ReportSeen): { options: ReportedOption[]; rows: ReportedOption[] } {
  const [first]: unknown[] = Array.isArray(rows) ? rows : []
  return { options: bars(type === 'matrix' && isObject(first) ? first.bars : list), rows: bars(rows) }
}

/** Where more was chosen than people answered, several could be chosen. */
export function reportedKind({ type, bars: list, answered }: ReportSeen): Kind | undefined {
  const counted = Array.isArray(list) ? list.reduce((sum: number, { count }) => sum + (Number(count) || 0), 0) : 0
  const choice = { type: String(type), choiceMultiple: counted > Number(answered ?? 0) }
  return kindOf(choice)
}

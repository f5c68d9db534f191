/** How many answers a change concerns: from a report, where that has the count, else from each answer. */
import type { ReportQuestion } from '../../contract/answers/report.ts'
import type { Concern } from './impact.ts'
import { answerKindOfType, isAnsweredByList } from '../question/index.ts'
import { isObject } from './shape.ts'

/** From the report's question; `undefined` where it doesn't have the count. */
export function countInReport({ counts, option, type, range }: Concern, asked: ReportQuestion | undefined): number | undefined {
  if (!asked) return 0
  const answered = asked.answered
  if (typeof answered !== 'number') return undefined
  if (counts === 'question' || answered === 0) return answered
  const bars = Array.isArray(asked.bars) ? asked.bars.filter(isObject) : undefined
  if (!bars) return undefined
  if (counts === 'range') return range && countOutside(bars, range, answered)
  // A ranking's bars count first places only.
  const bar = answerKindOfType(type) === 'options' ? bars.find(({ id }) => String(id) === option) : undefined
  return typeof bar?.count === 'number' ? bar.count : undefined
}

/** `undefined` where the bars don't tell: they may stand for ranges of values, or lack values of earlier publications. */
function countOutside(
  bars: readonly Record<string, unknown>[],
  { min, max }: { min: number; max: number },
  answered: number,
): number | undefined {
  let [outside, all] = [0, 0]
  for (const { id, count } of bars) {
    const value = Number(id)
    if (!Number.isFinite(value) || typeof count !== 'number') return undefined
    all += count
    if (value < min || value > max) outside += count
  }
  return all === answered ? outside : undefined
}

/** Whether an answer, as text, contains what is counted. */
export function answerHolds({ counts, type, field, option, optionTitle, range }: Concern, answer: unknown): boolean {
  const text = String(answer ?? '')
  if (text === '') return false
  if (counts === 'range') return range !== undefined && (Number(text) < range.min || Number(text) > range.max)
  if (counts !== 'option') return true
  const names = [optionTitle, option].filter((name): name is string => name !== undefined && name !== '')
  const kind = answerKindOfType(type)
  if (kind === 'options' && !isAnsweredByList(type)) return names.includes(text)
  const parts = text.split('; ')
  if (kind === 'order') return parts.some((part) => names.includes(part.replace(/^\d+\. /, '')))
  if (kind !== 'cells') return parts.some((part) => names.includes(part))
  return parts.some((part) => {
    const at = part.indexOf(': ')
    return field === 'rows'
      ? names.includes(part.slice(0, at))
      : part
          .slice(at + 2)
          .split(', ')
          .some((cell) => names.includes(cell))
  })
}

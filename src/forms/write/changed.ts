/** What writers share: what a reader would not find again, and what is unfinished. */
import { listsOf } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** As pairs of what it reads and what it was. */
export function changed(read: object, own: object): { fields?: Record<string, [unknown, unknown]> } {
  const [before, now] = [read, own].map((each) => Object.fromEntries(Object.entries(each).filter(([, value]) => isSet(value))))
  const names = [...new Set([...Object.keys(before!), ...Object.keys(now!)])]
  const fields = names.filter((name) => JSON.stringify(before![name]) !== JSON.stringify(now![name]))
  return fields.length > 0 ? { fields: Object.fromEntries(fields.map((name) => [name, [before![name] ?? null, now![name] ?? null]])) } : {}
}

/** A draft's question that nobody could answer. */
export function lacksOptions(question: Question): boolean {
  const { options, rows, columns } = listsOf(question)
  return [options, rows, columns].some((list) => list?.length === 0)
}

import { setQuiz } from '../../contract/quiz.ts'
import { settings as fields } from '../../contract/settings.ts'
import { difference } from '../../model/document/difference.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { treeOf } from '../../model/document/tree.ts'
import { isMap, type Section } from './section.ts'

const isKnown = (key: string): key is keyof typeof fields => Object.hasOwn(fields, key) && key !== 'name'

/** `null` is what the service shows of what was never set. */
function problemsOf(values: Record<string, unknown>): DocumentProblem[] {
  if ('name' in values) return [{ path: ['name'], message: 'is a section of its own' }]
  return Object.entries(values).flatMap(([key, value]) => {
    if (!isKnown(key) || value === null) return []
    return (fields[key].schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({
      path: [key, ...(path as (string | number)[])],
      message,
    }))
  })
}

/** Changed keys only; what others have is left to them. */
export const settings: Section = {
  uses: [setQuiz],
  see: ({ settings: its }) => {
    if (!isObject(its)) return undefined
    const { name: _, ...own } = its
    return own
  },
  problems: (value) => (isObject(value) ? problemsOf(value) : isMap(value)),
  refuses: ({ now, next }) =>
    changedSettings(now, next).flatMap((key) => {
      if (!isKnown(key)) return [`${key} is no setting that can be sent`]
      return now !== undefined && (next as Record<string, unknown>)[key] === null ? [`${key} cannot be unset`] : []
    }),
  steps: ({ now, next }) => {
    const changed = changedSettings(now, next).filter((key) => (next as Record<string, unknown>)[key] !== null)
    if (changed.length === 0) return []
    const values = Object.fromEntries(changed.map((key) => [key, (next as Record<string, unknown>)[key]]))
    return [{ stage: 'settings', operation: setQuiz, input: ({ id }) => ({ id, ...values }) }]
  },
}

const changedSettings = (now: unknown, next: unknown): string[] => [
  ...new Set(difference(treeOf({ settings: now ?? {} }), treeOf({ settings: next })).map(({ path }) => path[1]!)),
]

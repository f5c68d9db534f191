import { setQuiz } from '../../contract/surveys/quiz.ts'
import { settings as fields } from '../../contract/surveys/settings.ts'
import { changedKeys } from '../../model/document/difference.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { problemsOfMap } from '../../draft/section-problems.ts'
import type { Section } from './section.ts'

const isKnown = (key: string): key is keyof typeof fields => Object.hasOwn(fields, key) && key !== 'name'

/** `null` is what the service shows for a setting that was never set. */
function problemsOf(values: Record<string, unknown>): DocumentProblem[] {
  if ('name' in values) return [{ path: ['name'], message: 'is a section of its own' }]
  return Object.entries(values).flatMap(([key, value]) => {
    if (!isKnown(key) || value === null) return []
    return (fields[key].schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => ({
      path: [key, ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
      message,
    }))
  })
}

/** Only changed keys are sent. */
export const settings: Section<Readonly<Record<string, unknown>>> = {
  uses: [setQuiz],
  fromView: ({ settings: its }) => {
    if (!isObject(its)) return undefined
    const { name: _, ...own } = its
    return own
  },
  problems: (value) => (isObject(value) ? problemsOf(value) : problemsOfMap(value)),
  refuses: ({ now, next }) =>
    changedSettings(now, next).flatMap((key) => {
      if (!isKnown(key)) return [`${key} is not a setting that can be changed`]
      return now !== undefined && next[key] === null ? [`${key} cannot be unset`] : []
    }),
  steps: ({ now, next }) => {
    const changed = changedSettings(now, next).filter((key) => next[key] !== null)
    if (changed.length === 0) return []
    const values = Object.fromEntries(changed.map((key) => [key, next[key]]))
    return [{ stage: 'settings', operation: setQuiz, input: ({ id }) => ({ id, ...values }) }]
  },
}

const changedSettings = (now: unknown, next: unknown): string[] => changedKeys('settings', now ?? {}, next)

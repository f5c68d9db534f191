import { themeQuiz } from '../../contract/surveys/quiz.ts'
import { isObject } from '../../text/is-object.ts'
import type { Section } from './section.ts'

/** A theme's id, or the name that `environments.ENV.themes` gives it: the service lists no themes. */
export const theme: Section<unknown, unknown> = {
  uses: [themeQuiz],
  fromView: ({ theme: its }) => (its === undefined ? undefined : isObject(its) ? (its.theme_id ?? null) : null),
  resolve: (value, { name, themes }) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return { value }
    if (typeof value !== 'string') return { problem: 'must be the id of a theme, or a name for one' }
    return Object.hasOwn(themes, value)
      ? { value: themes[value] }
      : { problem: `"${value}" has no id: name it in surveyctl.yaml, environments.${name}.themes` }
  },
  toFile: (value, { themes }) => Object.entries(themes).find(([, id]) => id === value)?.[0] ?? value,
  isDefault: (value) => value === null,
  steps: ({ next }) => [{ stage: 'theme', operation: themeQuiz, input: ({ id }) => ({ id, theme_id: next }) }],
}

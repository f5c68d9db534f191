import { problemsOfMap } from '../../draft/section-problems.ts'
import type { Section } from './section.ts'

/** Hidden variables: shown, and written in the cabinet only. */
export const hidden: Section = {
  fromView: ({ hidden_options }) => hidden_options ?? undefined,
  problems: problemsOfMap,
  isDefault: (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
}

import { isMap, type Section } from './section.ts'

/** Hidden variables: shown, and written in the cabinet only. */
export const hidden: Section = {
  see: ({ hidden_options }) => hidden_options ?? undefined,
  problems: isMap,
  isUsual: (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
}

import type { Fields } from '../contract/core/fields.ts'

/** An operation of several actions is several commands: each takes the fields of its action, and hides the others. */
export const onlyFlags = (fields: Fields, ...shown: string[]): Record<string, false> =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => !shown.includes(name))
      .map((name) => [name, false]),
  )

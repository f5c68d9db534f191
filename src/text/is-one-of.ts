/** Whether a value is in a list of literals; narrows its type to them. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T =>
  // `includes` accepts only values of the list's own type.
  list.includes(value as T)

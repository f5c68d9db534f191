/** Whether a list of literals holds a value that isn't known to be one of them. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T =>
  // `includes` only takes what it may find.
  list.includes(value as T)

/** `1 answer`, `3 answers`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** The first of a list, and how many more there are: a sentence about hundreds stays a sentence. */
export const firstOf = (items: readonly unknown[], most = 10): string =>
  items.length <= most + 1 ? items.join(', ') : `${items.slice(0, most).join(', ')} and ${items.length - most} more`

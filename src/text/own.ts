/** What an object that was read has itself under a name. */
export const own = <T>(entries: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  entries && Object.hasOwn(entries, name) ? entries[name] : undefined

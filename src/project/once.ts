/** What must not be done twice: noted before and after, and looked up where nobody knows whether it was done. */
export interface OnceWork<T> {
  send: () => Promise<T>
  /** What an earlier run made, by what it noted; `undefined`: nothing. */
  find: (noted: unknown) => Promise<T | undefined>
  /** Keeps the result where the next run looks first, before the work counts as done. Without it the journal's own word is taken. */
  keep?: (result: T) => void
  /** Noted before it is sent, for `find`. */
  note?: () => Promise<unknown>
}

export type Once = <T>(item: string, work: OnceWork<T>) => Promise<T>

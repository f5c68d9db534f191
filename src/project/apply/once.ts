/** Work that must not be done twice: a journal notes it before and after. Where its outcome is unknown, it is looked up. */
export interface OnceWork<T> {
  send: () => Promise<T>
  /** Finds what an earlier run made, by what it noted; `undefined`: it made nothing. */
  find: (noted: unknown) => Promise<T | undefined>
  /** Saves the result before the journal notes that the work is done. Without it the result is taken from the journal. */
  keep?: (result: T) => void
  /** Noted before it is sent, for `find`. */
  note?: () => Promise<unknown>
}

export type Once = <T>(item: string, work: OnceWork<T>) => Promise<T>

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

/** What an interrupted run of the same work left, and what this one does. */
export interface Journal {
  entry: (item: string) => { state: 'begun' | 'done' | 'failed'; value?: unknown } | undefined
  /** On the disk when it resolves. */
  begin: (item: string, value?: unknown) => Promise<void>
  end: (item: string, outcome: 'done' | 'failed', value?: unknown) => Promise<void>
  /** A journal of finished work is removed. */
  close: (finished: boolean) => void
}

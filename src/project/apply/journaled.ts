/** Work on a project: by one process at a time on this machine, and nothing twice after a crash. */
import { CommandError, isUnclear } from '../../errors.ts'
import type { Opened } from '../opened.ts'
import type { Journal } from '../../system/journal.ts'
import type { Once } from './once.ts'

export async function journaled<T>(opened: Pick<Opened, 'journal'>, work: (once: Once) => Promise<T>): Promise<T> {
  const journal = opened.journal()
  let finished = false
  try {
    const result = await work(onceBy(journal))
    finished = true
    return result
  } finally {
    journal.close(finished)
  }
}

const onceBy =
  (journal: Journal): Once =>
  async (item, { send, find, note, keep }) => {
    const past = journal.entry(item)
    const ended = async <T>(result: T, keeping?: (result: T) => void): Promise<T> => {
      keeping?.(result)
      await journal.end(item, 'done', result)
      return result
    }
    if (past?.state === 'begun') {
      const found = await find(past.value)
      if (found !== undefined) return ended(found, keep)
      // What `send` gave then: the journal is of this very work.
    } else if (past?.state === 'done' && !keep) return past.value as Awaited<ReturnType<typeof send>>
    await journal.begin(item, await note?.())
    try {
      return await ended(await send(), keep)
    } catch (error) {
      // Only a clear refusal tells that nothing was done.
      if (error instanceof CommandError && !isUnclear(error)) await journal.end(item, 'failed')
      throw error
    }
  }

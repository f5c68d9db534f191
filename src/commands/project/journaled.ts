/** Work of one project in one environment: no other at the same time on this machine, and nothing twice after a crash. */
import { join } from 'node:path'
import { openJournal } from '../../cli/bulk/journal.ts'
import { CommandError, isUnclear } from '../../errors.ts'
import type { Once } from '../../project/once.ts'
import type { Opened } from './open.ts'

export async function journaled<T>({ context, project, environment }: Opened, work: (once: Once) => Promise<T>): Promise<T> {
  const name = ['project', project.config.id, environment.name, context.settings().value('base_url')].join('\n')
  const journal = openJournal(join(context.stateDir, 'journals'), name, { total: 1, resume: true })
  const once: Once = async (item, { send, find, note, keep }) => {
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
  let finished = false
  try {
    const result = await work(once)
    finished = true
    return result
  } finally {
    journal.close(finished)
  }
}

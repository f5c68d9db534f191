/** One survey into a database that holds all that a sync goes on from: nothing is kept on this machine. */
import type { Service } from '../../service.ts'
import type { Whose } from '../store/notes.ts'
import { loadStore } from '../postgres/index.ts'
import { sync } from '../sync/run.ts'
import { surveyAnswers } from '../sync/service.ts'
import { openDatabases, writeDatabases } from './databases.ts'
import type { Database } from './destinations.ts'
import { digester } from './hash-key.ts'
import { factsOf, orFail, readingOf, type Synced, type Wanted } from './sync.ts'

export async function syncDirect(service: Service, whose: Whose, database: Database, wanted: Wanted): Promise<Synced> {
  const startedAt = Date.now()
  const { signal } = service
  const opened = await openDatabases(service, whose, [database], {
    known: [],
    version: wanted.version,
    grant: wanted.grant,
    resume: wanted.rewrite,
  })
  return orFail(opened, async () => {
    // One that could not be begun has thrown.
    const begun = opened.begun[0]!
    const { state } = begun
    const store = await loadStore(begun, signal)
    try {
      const values = wanted.values ?? state.values
      const incomplete = wanted.incomplete ?? state.facts.incomplete ?? 'recent'
      const isOther = state.values !== values || state.revision !== store.dictionary(whose.quiz).revision
      const rebuild = state.sync > 0 && (isOther || wanted.rewrite || begun.lost > 0 || begun.damaged)
      const { progress } = wanted
      const reading = await readingOf(service, whose.quiz, wanted)
      const options = { ...reading, incomplete, keep: wanted.keep, digest: digester(undefined), hashed: { rebuild } }
      const { dictionary, ...result } = await sync(store, surveyAnswers(service, whose.quiz), options)
      const work = { store, dictionary, folder: '', values, sync: result.sync, rewrite: wanted.rewrite, signal, progress }
      const written = await writeDatabases(opened, { work, incomplete, wanted })
      if (opened.failures.length > 0) throw opened.failures[0]
      const facts = { written_at: new Date().toISOString(), answers: store.count, behind: false }
      return {
        ...factsOf(whose.quiz, dictionary, wanted),
        destinations: written.map((one) => ({ ...facts, ...one })),
        ended: [],
        seconds: (Date.now() - startedAt) / 1000,
        ...result,
      }
    } finally {
      store.close()
    }
  })
}

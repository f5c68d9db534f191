/** One survey into a database that holds all that a sync goes on from: nothing is kept on this machine. */
import type { Service } from '../../service.ts'
import type { Whose } from '../store/notes.ts'
import { loadStore } from '../postgres/index.ts'
import { sync } from '../sync/run.ts'
import { surveyAnswers } from '../sync/service.ts'
import { openDatabases, writeDatabases } from './databases.ts'
import type { Database } from './destinations.ts'
import { orFail, type Synced, type Wanted } from './sync.ts'

/** The most answers of one page. */
const pageRows = 999

export async function syncDirect(service: Service, whose: Whose, database: Database, wanted: Wanted): Promise<Synced> {
  const seconds = Date.now()
  const { signal, note } = service
  const opened = await openDatabases(service, whose, [database], { known: [], version: wanted.version })
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
      const told = (answers: number): void =>
        note(
          `Survey ${whose.quiz}: what stands in the database has to be written again, so all ${answers.toLocaleString('en')} answers are read (about ${Math.ceil(answers / pageRows) + 4} requests)`,
        )
      const { full, keys, labels, former, ahead, progress, mayChange } = wanted
      const read = (known: number, total: number | undefined): void => progress('reading', known, total)
      const known = await former?.(whose.quiz)
      const options = {
        incomplete,
        full,
        withNetwork: false,
        keys,
        labels,
        former: known,
        ahead,
        progress: read,
        signal,
        hashed: { rebuild, told },
      }
      const { dictionary, ...result } = await sync(store, surveyAnswers(service, whose.quiz), options)
      const work = { store, dictionary, folder: '', values, sync: result.sync, rewrite: wanted.rewrite, signal, progress }
      const written = await writeDatabases(opened, { work, incomplete, named: keys, mayChange, version: wanted.version })
      if (opened.failures.length > 0) throw opened.failures[0]
      const asked = new Set(dictionary.questions.map(({ id }) => id))
      const facts = { written_at: new Date().toISOString(), answers: store.count, behind: false }
      return {
        quiz: whose.quiz,
        name: dictionary.name,
        destinations: written.map((one) => ({ ...facts, ...one })),
        ended: [],
        seconds: (Date.now() - seconds) / 1000,
        unused_keys: Object.keys(keys).filter((id) => !asked.has(id)),
        ...result,
      }
    } finally {
      store.close()
    }
  })
}

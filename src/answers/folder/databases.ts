/** The databases of a sync: each is begun before an answer is read, and written after it. */
import type { Service } from '../../service.ts'
import type { Derivation } from '../derive/work.ts'
import { adopt } from '../dictionary/adopt.ts'
import type { Column } from '../dictionary/columns.ts'
import { noteWritten, type Whose } from '../store/notes.ts'
import type { Store } from '../store/store.ts'
import type { Begun, RowsWritten } from '../postgres/index.ts'
import { hasRun } from '../postgres/state.ts'
import { isSame, type Database } from './destinations.ts'

export interface OpenedDatabase {
  begun: Begun[]
  /** Of databases that were written before: the others are written all the same. */
  failures: unknown[]
}

/** One that was named now and fails ends the sync: it is not remembered. */
export async function openDatabases(
  { signal }: Service,
  whose: Whose,
  wanted: readonly Database[],
  { known, ...facts }: { known: readonly Database[]; version: string; grant?: readonly string[]; resume?: boolean },
): Promise<OpenedDatabase> {
  const opened: OpenedDatabase = { begun: [], failures: [] }
  for (const one of wanted) {
    const { beginRun } = await import('../postgres/index.ts')
    try {
      opened.begun.push(await beginRun(one, whose, { signal, ...facts }))
    } catch (error) {
      if (signal.aborted || !known.some((other) => isSame(one, other))) {
        await failAll(opened.begun, error)
        throw error
      }
      opened.failures.push(error)
    }
  }
  return opened
}

export async function failAll(begun: readonly Begun[], error: unknown): Promise<void> {
  if (begun.length === 0) return
  const { failRun } = await import('../postgres/index.ts')
  await Promise.all(begun.map((one) => failRun(one, error)))
}

/** Takes names, codes and former labels from databases that another store has written: there they stay as they are. */
export function adoptDecisions(store: Store, { quiz }: Whose, begun: readonly Begun[]): void {
  for (const { state } of begun) {
    if (!state.facts.dictionary || hasRun(store, state)) continue
    const dictionary = store.dictionary(quiz)
    adopt(dictionary, state.facts.dictionary)
    store.transaction(() => {
      store.saveDictionary(dictionary)
      // So that the publications are looked at again.
      store.run(`delete from meta where name = 'survey'`)
    })
  }
}

/** What a sync without a folder goes on from. */
const metaNames = ['survey', 'logic', 'full', 'kept']

export interface ToWrite {
  work: Derivation
  incomplete: 'recent' | 'all' | 'none'
  wanted: Renaming & { version: string }
}

interface Renaming {
  /** Names that a person chose, by ids of questions: the columns of these may be renamed. */
  keys: Readonly<Record<string, string>>
  /** All columns may be renamed. */
  mayChange: boolean
}

export const renamingOf =
  ({ keys, mayChange }: Renaming) =>
  ({ question }: Column): boolean =>
    mayChange || (question !== undefined && Object.hasOwn(keys, question.id))

export type WrittenTo = RowsWritten & { to: 'postgres' } & Database

/** One that fails doesn't keep the others from being written. */
export async function writeDatabases({ begun, failures }: OpenedDatabase, { work, incomplete, wanted }: ToWrite): Promise<WrittenTo[]> {
  const done: WrittenTo[] = []
  const { store } = work
  const mayRename = renamingOf(wanted)
  const mark = store.get<{ mark: number | null }>('select mark from sync where n = ?', work.sync)?.mark ?? undefined
  const meta = Object.fromEntries(metaNames.flatMap((name) => (store.meta(name) === undefined ? [] : [[name, store.meta(name)!]])))
  for (const opened of begun) {
    const { beginRun, writePostgres, failRun } = await import('../postgres/index.ts')
    const { url, schema } = opened.destination
    // Two addresses may be of one database: there each run ended the one before.
    const isAlone = begun.filter(({ destination }) => destination.schema === schema).length === 1
    let one = opened
    try {
      if (!isAlone)
        one = await beginRun(opened.destination, opened.whose, { signal: work.signal, version: wanted.version, grant: opened.grant })
      const facts = { meta, incomplete, ...(mark !== undefined && { mark }) }
      done.push({ to: 'postgres', url, schema, ...(await writePostgres({ work, begun: one, mayRename, facts })) })
      noteWritten(store, `${url} ${schema}`)
    } catch (error) {
      work.signal.throwIfAborted()
      await failRun(one, error)
      failures.push(error)
    }
  }
  return done
}

/**
 * What bulk work has done, so that a killed run can go on: one table, a row an item. That an item was begun is on the disk when
 * `begin` returns, so one without such a row was never sent; an item that was begun and not ended is looked up on the service.
 * Work is known by its name and its items, whatever list they stood in: a later run over some of them takes over what is known of
 * those, and leaves the rest.
 */
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { CommandError } from '../errors.ts'
import { diskFailure, sqliteCode } from './disk-failure.ts'
import { dropName, livingHolder, takeName } from './lock.ts'
import { makeFolder } from './make-folder.ts'
import { Database } from './sqlite.ts'

/** `begun`: sent, perhaps; its outcome is unknown. Values are what the command noted with it. */
export interface JournalEntry {
  state: 'begun' | 'done' | 'failed'
  value?: unknown
}

/** What earlier runs left of each item, by the reference it was given by; `entry` is missing where it was not begun. */
export type Left = ReadonlyMap<string, { reference: string; entry?: JournalEntry }>

export interface Journal {
  /** What earlier runs left of these items. */
  known: Left
  entry: (item: string) => JournalEntry | undefined
  /** Before the item is sent. */
  begin: (item: string, value?: unknown) => Promise<void>
  /** After the service answered. */
  end: (item: string, outcome: 'done' | 'failed', value?: unknown) => Promise<void>
  /** `finished`: all is done and told, and what is known of the work is forgotten once that holds for all of it. */
  close: (finished: boolean) => void
}

interface Opening {
  /** Go on with what is there; without it these items begin anew. */
  resume: boolean
  /** The reference that each item was given by, by item. Without them the work is taken as a whole, by one run at a time. */
  items?: ReadonlyMap<string, string>
}

interface Row {
  item: string
  reference: string
  job: string
  state: JournalEntry['state'] | null
  value: string | null
  holder: string | null
}

/** The row of work that is taken as a whole. */
const whole = ''
const keptFor = 60 * 86_400_000
/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const damageCodes = [11, 26]

/** Items of one `job` are forgotten together: those of one run, and of all runs that it goes on with. */
const schema = `pragma busy_timeout = 10000; pragma journal_mode = wal; pragma synchronous = full;
  create table if not exists item (
    work text not null, item text not null, reference text not null, job text not null, holder text, told integer not null default 0,
    state text check (state in ('begun', 'done', 'failed')), value text, at integer not null, primary key (work, item))`

/** Nobody goes on with work of long ago. */
function openDatabase(path: string): Database {
  makeFolder(dirname(path), 0o700)
  closeSync(openSync(path, 'a', 0o600))
  const database = new Database(path)
  return failingPlainly(path, () => {
    database.exec(schema)
    if (database.get<{ quick_check: string }>('pragma quick_check(1)')?.quick_check !== 'ok') throw damaged(path)
    database.run('delete from item where at < ?', Date.now() - keptFor)
    return database
  })
}

/** To pass over a row that can't be read would be to do its item twice. */
function failingPlainly<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof SyntaxError || damageCodes.includes(sqliteCode(error) ?? 0)) throw damaged(path)
    throw diskFailure(error, dirname(path), 'Free some space; what was done before is known, to continue: the same command with --resume')
  }
}

const damaged = (path: string): CommandError =>
  new CommandError('refused', `The journal of earlier runs is damaged: ${path}`, {
    hint: 'To begin anew, without what it knows of unfinished work: remove it',
  })

const pathIn = (folder: string): string => join(folder, 'journal.sqlite')

/** Work is named at length, with what its user typed: only a hash of that is kept. */
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32)

const rowsOf = (database: Database, work: string): Row[] =>
  database.all<Row>('select item, reference, job, state, value, holder from item where work = ?', work)

const entryOf = ({ state, value }: Row): { entry?: JournalEntry } =>
  state === null ? {} : { entry: { state, ...(value !== null && { value: JSON.parse(value) as unknown }) } }

const leftIn = (rows: readonly Row[]): Left =>
  new Map(rows.filter(({ item }) => item !== whole).map((row) => [row.item, { reference: row.reference, ...entryOf(row) }]))

/** What unfinished runs left of this work. */
export function peekJournal(folder: string, name: string): Left {
  const database = openDatabase(pathIn(folder))
  try {
    return failingPlainly(pathIn(folder), () => leftIn(rowsOf(database, hashOf(name))))
  } finally {
    database.close()
  }
}

/** The journal of a run, once nobody else is at any of its items. */
export function openJournal(folder: string, name: string, opening: Opening): Journal {
  const path = pathIn(folder)
  const database = openDatabase(path)
  const run = { path, database, work: hashOf(name), job: randomUUID(), holder: takeName() }
  try {
    const known = failingPlainly(path, () => database.transaction(() => takeOver(run, opening)))
    return new TableJournal(run, known, opening.resume)
  } catch (error) {
    dropName(run.holder)
    database.close()
    throw error
  }
}

interface Run {
  path: string
  database: Database
  work: string
  job: string
  holder: string
}

/** From now on the items belong to this run, and with `resume` to its job all that they belonged to before. */
function takeOver({ path, database, work, job, holder }: Run, { resume, items }: Opening): Left {
  const wanted = rowsOf(database, work).filter(({ item }) => !items || items.has(item))
  for (const row of wanted) {
    const pid = row.holder === null ? undefined : livingHolder(row.holder)
    if (pid === undefined) continue
    throw new CommandError('refused', `The same work is being done by another surveyctl (process ${pid})`, {
      hint: `If it isn't, remove ${path}, with all that is known of unfinished work`,
    })
  }
  if (resume)
    for (const before of new Set(wanted.map((row) => row.job)))
      database.run('update item set job = ? where work = ? and job = ?', job, work, before)
  else for (const { item } of wanted) database.run('delete from item where work = ? and item = ?', work, item)
  const take = `insert into item (work, item, reference, job, holder, at) values (?, ?, ?, ?, ?, ?) on conflict
    do update set reference = excluded.reference, holder = excluded.holder, told = 0, at = excluded.at`
  const mine = items ?? [[whole, ''], ...(resume ? wanted.map(({ item }) => [item, ''] as const) : [])]
  for (const [item, reference] of mine) database.run(take, work, item, reference, job, holder, Date.now())
  return leftIn(wanted)
}

class TableJournal implements Journal {
  readonly known: Left
  readonly #run: Run
  readonly #entries = new Map<string, JournalEntry>()
  /** Entries that are written together with those of other items of the same turn: one wait for the disk serves all. */
  #waiting: [item: string, entry: JournalEntry][] = []
  #writing: Promise<void> | undefined
  /** Why nothing more can be written. */
  #broken: unknown

  constructor(run: Run, known: Left, resume: boolean) {
    this.#run = run
    this.known = known
    if (resume) for (const [item, { entry }] of known) if (entry) this.#entries.set(item, entry)
  }

  entry(item: string): JournalEntry | undefined {
    return this.#entries.get(item)
  }

  begin(item: string, value?: unknown): Promise<void> {
    return this.#save(item, { state: 'begun', ...(value !== undefined && { value }) })
  }

  end(item: string, outcome: 'done' | 'failed', value?: unknown): Promise<void> {
    return this.#save(item, { state: outcome, ...(value !== undefined && { value }) })
  }

  #save(item: string, entry: JournalEntry): Promise<void> {
    this.#entries.set(item, entry)
    this.#waiting.push([item, entry])
    return (this.#writing ??= setImmediate().then(() => this.#write()))
  }

  #write(): void {
    const waiting = this.#waiting
    this.#waiting = []
    this.#writing = undefined
    if (this.#broken !== undefined) throw this.#broken
    if (waiting.length === 0) return
    const { path, database, work, job, holder } = this.#run
    const save = `insert into item (work, item, reference, job, holder, state, value, at) values (?, ?, '', ?, ?, ?, ?, ?) on conflict
      do update set state = excluded.state, value = excluded.value, at = excluded.at`
    try {
      failingPlainly(path, () =>
        database.transaction(() => {
          for (const [item, { state, value }] of waiting)
            database.run(save, work, item, job, holder, state, value === undefined ? null : JSON.stringify(value), Date.now())
        }),
      )
    } catch (error) {
      this.#broken = error
      throw error
    }
  }

  close(finished: boolean): void {
    const { path, database, holder } = this.#run
    try {
      // Where nothing more can be written, that was said; a holder that has ended holds nothing.
      if (this.#broken !== undefined) return
      this.#write()
      failingPlainly(path, () => database.transaction(() => (finished ? this.#finish() : this.#letGo())))
    } finally {
      dropName(holder)
      database.close()
    }
  }

  #letGo(): void {
    const { database, work, holder } = this.#run
    database.run('update item set holder = null where work = ? and holder = ?', work, holder)
  }

  /** As long as a part of the job isn't told to be done, all that is known of it stays. */
  #finish(): void {
    const { database, work, holder } = this.#run
    database.run('update item set told = 1 where work = ? and holder = ?', work, holder)
    const open = 'select job from item where work = ?1 and told = 0'
    database.run(
      `delete from item where work = ?1 and job in (select job from item where work = ?1 and holder = ?2 and job not in (${open}))`,
      work,
      holder,
    )
    this.#letGo()
  }
}

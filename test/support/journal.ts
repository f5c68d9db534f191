/** What the journal of bulk work in a folder of settings holds. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '../../src/system/sqlite.ts'

export interface JournalRow {
  work: string
  item: string
  state: string | null
  value: string | null
  holder: string | null
}

export const journalIn = (config: string): string => join(config, 'state', 'journal.sqlite')

export function journalRows(config: string): JournalRow[] {
  if (!existsSync(journalIn(config))) return []
  return changeJournal(config, (database) =>
    database.number("select count(*) from sqlite_master where name = 'item'") === 0 ? [] : database.all<JournalRow>('select * from item'),
  )
}

export function changeJournal<T>(config: string, change: (database: Database) => T): T {
  const database = new Database(journalIn(config))
  // The program may be at it.
  database.exec('pragma busy_timeout = 10000')
  try {
    return change(database)
  } finally {
    database.close()
  }
}

/** Items of bulk work that isn't done and told. */
export const unfinished = (config: string): string[] => journalRows(config).flatMap(({ item }) => (item === '' ? [] : [item]))

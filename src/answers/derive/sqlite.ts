/**
 * `answers.sqlite`, for queries: wide typed tables, a long view, and tables of questions and options. Only rows that changed
 * are written, all in one transaction, so that a reader sees the state of one sync or of the next.
 */
import { closeSync, openSync, rmSync } from 'node:fs'
import { appending } from '../../system/small-file.ts'
import { Database } from '../../system/sqlite.ts'
import type { Cell, ColumnType } from '../dictionary/columns.ts'
import { isoTime, Table } from '../dictionary/table.ts'
import { sqliteCode } from '../../system/disk-failure.ts'
import type { StoredRow } from '../store/store.ts'
import { columnTables, quoted, setUp, type WideTable } from './sqlite-tables.ts'
import { inTurns, progressWith, type Derivation } from './work.ts'

const toSqlite: Record<ColumnType, (cell: NonNullable<Cell>, ofQuestion: boolean) => string | number> = {
  integer: Number,
  number: Number,
  boolean: Number,
  label: String,
  text: String,
  date: String,
  time: String,
  timestamp: (cell, ofQuestion) => (ofQuestion ? isoTime(Number(cell)).slice(0, 16) : isoTime(Number(cell))),
}

async function writeSqlite(work: Derivation, path: string): Promise<void> {
  closeSync(openSync(path, appending, 0o600))
  const database = new Database(path)
  try {
    database.exec('pragma journal_mode = delete; pragma secure_delete = on')
    database.begin()
    await update(database, work)
    database.commit()
  } catch (error) {
    database.rollback()
    throw error
  } finally {
    database.close()
  }
}

/** Primary result codes of SQLite: SQLITE_ERROR (tables that somebody changed), SQLITE_CORRUPT, SQLITE_NOTADB. */
const beyondRepair = [1, 11, 26]

/** A file that is no database, or whose tables somebody changed, is replaced. */
export async function updateSqlite(work: Derivation, path: string): Promise<void> {
  if (!work.rewrite) {
    try {
      return await writeSqlite(work, path)
    } catch (error) {
      if (!beyondRepair.includes(sqliteCode(error) ?? 0)) throw error
    }
  }
  for (const ending of ['', '-journal']) rmSync(path + ending, { force: true })
  await writeSqlite(work, path)
}

async function update(database: Database, work: Derivation): Promise<void> {
  const table = new Table(work.dictionary, work.values)
  const wide = columnTables(table.columns)
  const since = setUp(database, work, wide)
  const rows = work.store.iterate<StoredRow>('select id, start, end, state, body, net, gone from answer where changed > ?', since)
  const [inserts, deletes] = [
    wide.map((one) => insertInto(database, one)),
    wide.map(({ name }) => database.prepare(`delete from ${name} where id = ?`)),
  ]
  for await (const answer of inTurns(rows, work.signal, progressWith(work, 'sqlite'))) {
    if (since > 0) for (const remove of deletes) remove.run(answer.id)
    if (answer.gone === null) {
      const cells = table.row(answer)
      for (const insert of inserts) insert(cells)
    }
  }
  database.run('update surveyctl set sync = ?, revision = ?', work.sync, work.dictionary.revision)
}

function insertInto(database: Database, { name, columns, from }: WideTable): (cells: readonly Cell[]) => void {
  const statement = database.prepare(
    `insert into ${name} (${columns.map((column) => quoted(column.name)).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const readers = columns.map(({ type, question }, index) => ({
    place: index === 0 ? 0 : from + index - 1,
    read: toSqlite[type],
    isAnswer: question !== undefined,
  }))
  return (cells) => {
    statement.run(
      ...readers.map(({ place, read, isAnswer }) => {
        const cell = cells[place] ?? null
        return cell === null ? null : read(cell, isAnswer)
      }),
    )
  }
}

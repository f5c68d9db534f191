/** Opens the database of a store, or says why it can't be used. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { appending } from '../../system/small-file.ts'
import type { Database } from '../../system/sqlite.ts'
import { CommandError } from '../../errors.ts'
import { messageOf } from '../../text/message-of.ts'
import { diskFailure } from '../../system/disk-failure.ts'
import { schema, storeVersion } from './schema.ts'

export const syncAgain = 'Files already written are complete. Free some space and sync again: it continues where it stopped'

const startOver = (path: string): string => `To start over: remove ${path}* and sync again; the service still has all answers`

/** What can't be used is closed again, and said to be that. */
export function openStore<Opened extends Database>(path: string, readOnly: boolean, open: () => Opened): Opened {
  const cut = truncation(path)
  if (cut) throw new CommandError('refused', `${path} is cut short: ${cut}`, { hint: startOver(path) })
  // Made here and not by SQLite, so that nobody else can read it from the start.
  if (!readOnly) closeSync(openSync(path, appending, 0o600))
  const database = open()
  try {
    prepare(database, path, readOnly)
    return database
  } catch (error) {
    database.close()
    const failure = diskFailure(error, dirname(path), syncAgain)
    if (failure instanceof CommandError) throw failure
    throw new CommandError('refused', `${path} can't be used: ${messageOf(error)}`, { hint: startOver(path), cause: error })
  }
}

export const holdsNothing = (path: string): CommandError =>
  new CommandError('not_found', `${path} holds no answers yet`, { hint: 'To fill it: surveyctl answer sync' })

function prepare(database: Database, path: string, readOnly: boolean): void {
  database.exec('pragma busy_timeout = 5000')
  const version = database.number('pragma user_version')
  if (
    database.number(`select count(*) from sqlite_master where name = 'answer'`) === 0 &&
    database.number('select count(*) from sqlite_master') > 0
  )
    throw new CommandError('refused', `${path} was not made by surveyctl`, { hint: 'Sync into another folder' })
  if (!readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on')
  if (version > storeVersion)
    throw new CommandError(
      'refused',
      `${path} was made by a newer surveyctl (version ${version} of the store, this one knows ${storeVersion})`,
      {
        hint: 'Update surveyctl, or sync into another folder',
      },
    )
  if (version === storeVersion) return
  if (readOnly) throw holdsNothing(path)
  database.transaction(() => database.exec(schema))
}

/** Whether the file is shorter than its first page says. Not told while there is a write-ahead log, whose pages may still be missing. */
function truncation(path: string): string | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0 || (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0)) return undefined
  const head = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, 100, 0)
  } finally {
    closeSync(file)
  }
  const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  const whole = head.readUInt32BE(28) * pageSize
  return size < whole ? `${size} of ${whole} bytes` : undefined
}

/** What the disk under a folder refuses, as a person would say it. */
import { CommandError } from '../../errors.ts'

/** Codes of SQLite (the low byte of its extended ones). */
const sqliteCodes: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC', 14: 'EACCES' }

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'is full',
  EDQUOT: 'has no more room for you: its quota is used up',
  EFBIG: 'takes no file as large as this',
  EIO: 'could not be written to',
  EROFS: 'is read-only',
  EACCES: 'may not be written to',
}

export const sqliteCode = (error: unknown): number | undefined => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined
}

export function diskFailure(error: unknown, folder: string): unknown {
  if (error instanceof CommandError) return error
  const code = sqliteCodes[sqliteCode(error) ?? -1] ?? String((error as NodeJS.ErrnoException).code)
  const reason = reasons[code]
  if (!reason) return error
  return new CommandError('refused', `The disk of ${folder} ${reason}`, {
    code,
    hint: 'What was there is complete. Free some space and sync again: it continues where it stopped',
    cause: error,
  })
}

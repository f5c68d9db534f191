/** Errors of the disk (full, read-only, ...) as messages for a person. */
import { CommandError } from '../errors.ts'
import { codeOf } from './error-code.ts'

/** By the primary result code of SQLite, which is the low byte of an extended one. */
const sqliteCodes: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC', 14: 'EACCES' }

const reasons = new Map(
  Object.entries<string>({
    ENOSPC: 'is full',
    EDQUOT: 'has no space left for you: your quota is used up',
    EFBIG: "can't hold a file of this size",
    EIO: 'could not be written to',
    EROFS: 'is read-only',
    EACCES: 'may not be written to',
  }),
)

export const sqliteCode = (error: unknown): number | undefined => {
  const { code, errcode }: { code?: unknown; errcode?: unknown } = typeof error === 'object' && error !== null ? error : {}
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** `hint`: what to do, and what is safe. */
export function diskFailure(error: unknown, folder: string, hint: string): unknown {
  if (error instanceof CommandError) return error
  const code = sqliteCodes[sqliteCode(error) ?? -1] ?? codeOf(error)
  const reason = reasons.get(code)
  if (!reason) return error
  // No space would help there.
  const isClosed = code === 'EROFS' || code === 'EACCES'
  return new CommandError('refused', `${isClosed ? folder : `The disk of ${folder}`} ${reason}`, {
    code,
    hint: isClosed ? 'Name a folder that you may write to' : hint,
    cause: error,
  })
}

/**
 * Files are written under a temporary name beside their place and renamed once they are whole and on the disk: whatever breaks, the
 * place has the file that was there or the new one. A link stays one, a file keeps its mode, and root leaves it to its owner.
 */
import { closeSync, fchmodSync, fchownSync, fsyncSync, lstatSync, openSync, realpathSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder } from './sync-folder.ts'
import { removeAtEnd, removeTemporary } from './temporary.ts'

/** Where a link leads, as long as that exists. */
const targetOf = (path: string): string => (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? realpathSync(path) : path)

/** Not made from the target's name, which may be as long as names can be. It need not be secret, only new. */
const temporaryBeside = (path: string): string =>
  join(dirname(path), `.surveyctl-${process.pid}-${Math.random().toString(36).slice(2, 12)}.part`)

/** Replaces a whole file. `mode`: of the file whatever was there; else it is that of the file in its place, or what is usual. */
export function replaceFile(path: string, content: string | Uint8Array, mode?: number): void {
  const target = targetOf(path)
  const temporary = temporaryBeside(target)
  const file = openSync(temporary, 'wx', mode ?? 0o666)
  removeAtEnd(temporary)
  try {
    asBefore(file, target, mode)
    writeWhole(file, typeof content === 'string' ? Buffer.from(content) : content)
    fsyncSync(file)
    renameSync(temporary, target)
    syncFolder(dirname(target))
  } finally {
    closeSync(file)
    removeTemporary(temporary)
  }
}

function asBefore(file: number, target: string, mode: number | undefined): void {
  if (process.platform === 'win32') return
  const before = statSync(target, { throwIfNoEntry: false })
  if (mode !== undefined || before) fchmodSync(file, (mode ?? before!.mode) & 0o777)
  if (before && process.geteuid?.() === 0 && before.uid !== 0) fchownSync(file, before.uid, before.gid)
}

/** One call of the system may write only a part, as on a disk that is almost full. */
function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at)
}

/**
 * Files are written under a temporary name beside their place and renamed once they are whole and on the disk: whatever breaks, the
 * place has the file that was there or the new one. A link stays one, a file keeps its mode, and root leaves it to its owner.
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './error-code.ts'
import { removeAtEnd, removeTemporary } from './temporary.ts'

/** Where a link leads, as long as that exists. */
const targetOf = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && existsSync(path) ? realpathSync(path) : path

/** Of the process that made a temporary file, by its name; undefined for any other file. */
export function temporaryPid(name: string): number | undefined {
  const pid = /^\.surveyctl-(\d+)-\w+\.part$/.exec(name)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/** Bytes that a disk is set to work on while more come: else whoever waits for a large file waits for all of it to get there at the end. */
const enoughToFlush = 64 * 2 ** 20

/** A file without a place yet; `abort` removes it, also after it got one. */
export class NewFile {
  readonly #temporary: string
  readonly #file: number
  #isOpen = true
  #isOnDisk = false
  #unflushed = 0
  #isFlushing = false

  /** Made not from the target's name, which may be as long as names can be. It need not be secret, only new. */
  constructor(folder: string, mode = 0o666) {
    this.#temporary = join(folder, `.surveyctl-${process.pid}-${Math.random().toString(36).slice(2, 12)}.part`)
    this.#file = openSync(this.#temporary, 'wx', mode)
    removeAtEnd(this.#temporary)
  }

  /** One call of the system may write only a part, as on a disk that is almost full. */
  write(bytes: Uint8Array): void {
    this.#isOnDisk = false
    for (let at = 0; at < bytes.byteLength;) at += writeSync(this.#file, bytes, at)
    this.#unflushed += bytes.byteLength
    if (this.#unflushed >= enoughToFlush && !this.#isFlushing) void this.#flush()
  }

  /** Opened anew for it: of a disk that fails, each opening is told once, and `toDisk` is who must hear of it. */
  async #flush(): Promise<void> {
    this.#unflushed = 0
    this.#isFlushing = true
    // What can't be opened or flushed now is flushed at the end, or fails there.
    const file = await open(this.#temporary).catch(() => undefined)
    await file?.datasync().catch(() => {})
    await file?.close().catch(() => {})
    this.#isFlushing = false
  }

  /** What was written so far survives a power cut. */
  toDisk(): void {
    if (!this.#isOnDisk) fsyncSync(this.#file)
    this.#isOnDisk = true
  }

  /** In the place of what is there. */
  replace(path: string, mode?: number): void {
    this.#asBefore(path, mode)
    this.#end()
    renameSync(this.#temporary, path)
    syncFolder(dirname(path))
  }

  /** Returns false where a file has appeared: a link never replaces one. */
  place(path: string): boolean {
    this.#end()
    try {
      linkSync(this.#temporary, path)
    } catch (error) {
      if (codeOf(error) === 'EEXIST' || existsSync(path)) return false
      // A file system without links.
      renameSync(this.#temporary, path)
    }
    return true
  }

  abort(): void {
    this.#close()
    removeTemporary(this.#temporary)
  }

  #asBefore(target: string, mode: number | undefined): void {
    if (process.platform === 'win32') return
    const before = statSync(target, { throwIfNoEntry: false })
    if (mode !== undefined || before) fchmodSync(this.#file, (mode ?? before!.mode) & 0o777)
    if (before && process.geteuid?.() === 0 && before.uid !== 0) fchownSync(this.#file, before.uid, before.gid)
  }

  #end(): void {
    if (this.#isOpen) this.toDisk()
    this.#close()
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }
}

/** Replaces a whole file. `mode`: of the file whatever was there; else it is that of the file in its place, or what is usual. */
export function replaceFile(path: string, content: string | Uint8Array, mode?: number): void {
  const target = targetOf(path)
  const file = new NewFile(dirname(target), mode)
  try {
    file.write(typeof content === 'string' ? Buffer.from(content) : content)
    file.replace(target, mode)
  } finally {
    file.abort()
  }
}

/** Makes a rename in this folder durable across a power failure. Windows can't open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

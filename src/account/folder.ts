/** A folder of a backup: files are written whole, and read only where they lie in it themselves. */
import { createHash } from 'node:crypto'
import {
  constants,
  closeSync,
  copyFileSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError, usageError } from '../errors.ts'
import type { FileSum } from '../project/files/read-within.ts'
import { codeOf } from '../system/error-code.ts'
import { makeFolder } from '../system/make-folder.ts'
import { keepFile, removeAtEnd, removeTemporary } from '../system/temporary.ts'
import { parseExactly } from '../text/exact.ts'

/** A file on its way into the folder. */
export interface Writing {
  write: (bytes: Uint8Array) => void
  /** What it holds so far; nothing is written afterwards. */
  sum: () => FileSum
  /** Puts it in its place, whole and on the disk. */
  finish: (path: string) => Promise<void>
  abort: () => void
}

const batch = 2 ** 20
/** Others' requests go on while the disk takes its time. */
const toDisk = promisify(fsync)
/** Letters, digits and `-_.` only: nothing that leads elsewhere on any system. */
export const isBackupPath = (path: string): boolean => /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)

export class Folder {
  readonly root: string

  constructor(root: string) {
    this.root = root
  }

  /** What lies there, links not followed; `undefined`: nothing. */
  stat(path: string): ReturnType<typeof lstatSync> | undefined {
    if (!isBackupPath(path)) throw usageError(`${this.name(path)} is not a path of a backup`)
    const parts = path.split('/')
    for (let count = 1; count < parts.length; count++) {
      const facts = lstatSync(this.at(parts.slice(0, count).join('/')), { throwIfNoEntry: false })
      if (!facts) return undefined
      if (!facts.isDirectory()) throw usageError(`${this.name(parts.slice(0, count).join('/'))} is not a folder of this backup`)
    }
    return lstatSync(this.at(path), { throwIfNoEntry: false })
  }

  isFile = (path: string): boolean => this.stat(path)?.isFile() === true

  at = (path: string): string => join(this.root, path)

  /** As messages call it. */
  name = (path: string): string => join(this.root, path).replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')

  text(path: string): string | undefined {
    return this.isFile(path) ? readFileSync(this.at(path), { encoding: 'utf8', flag: readOnly }) : undefined
  }

  /** The lines of a file of any size, without their ends. */
  *lines(path: string): Generator<string> {
    let rest = ''
    const decoder = new TextDecoder()
    for (const chunk of this.chunks(path)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  }

  /** Each is overwritten by the next one. */
  *chunks(path: string): Generator<Buffer> {
    if (!this.isFile(path)) return
    const file = openSync(this.at(path), readOnly)
    try {
      // Most are small: to allocate a batch for each takes longer than to read them. One byte more, as a full buffer asks for another read.
      const buffer = Buffer.allocUnsafe(Math.min(batch, fstatSync(file).size + 1))
      for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) yield buffer.subarray(0, read)
    } finally {
      closeSync(file)
    }
  }

  /** In pieces, so that a large file stops nobody from ending the work. */
  async sum(path: string): Promise<FileSum | undefined> {
    if (!this.isFile(path)) return undefined
    const hash = createHash('sha256')
    let bytes = 0
    for (const chunk of this.chunks(path)) {
      hash.update(chunk)
      bytes += chunk.byteLength
      if (bytes % (16 * batch) === 0) await new Promise(setImmediate)
    }
    return { sha256: hash.digest('hex'), bytes }
  }

  /** Every entry below, folders without their ends; `other`: neither file nor folder. */
  *entries(path = ''): Generator<{ path: string; kind: 'file' | 'other' }> {
    for (const entry of readdirSync(this.at(path), { withFileTypes: true })) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) yield* this.entries(inner)
      else yield { path: inner, kind: entry.isFile() ? 'file' : 'other' }
    }
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    const writing = this.begin()
    try {
      writing.write(bytes)
      await writing.finish(path)
    } catch (error) {
      writing.abort()
      throw error
    }
  }

  begin(): Writing {
    const made = this.at(`part-${process.pid}-${Math.random().toString(36).slice(2, 12)}`)
    const file = this.#onDisk(made, () => openSync(made, 'wx', 0o600))
    removeAtEnd(made)
    const hash = createHash('sha256')
    let [bytes, isOpen] = [0, true]
    const close = (): void => {
      if (isOpen) closeSync(file)
      isOpen = false
    }
    return {
      write: (chunk) =>
        this.#onDisk(made, () => {
          hash.update(chunk)
          for (let at = 0; at < chunk.byteLength;) at += writeSync(file, chunk, at)
          bytes += chunk.byteLength
        }),
      sum: () => ({ sha256: hash.digest('hex'), bytes }),
      finish: async (path) => {
        await toDisk(file).catch((error: unknown) => {
          throw this.#failure(path, error)
        })
        this.#onDisk(path, () => {
          close()
          this.#makeRoom(path)
          renameSync(made, this.at(path))
          keepFile(made)
        })
      },
      abort: () => {
        close()
        removeTemporary(made)
      },
    }
  }

  /** The same file as another folder's, without its bytes where the disk can do that. */
  adopt(path: string, from: Folder, there = path): void {
    this.#onDisk(path, () => {
      this.#makeRoom(path)
      rmSync(this.at(path), { force: true })
      try {
        linkSync(from.at(there), this.at(path))
      } catch {
        copyFileSync(from.at(there), this.at(path))
      }
    })
  }

  remove(path: string): void {
    rmSync(this.at(path), { force: true })
  }

  #makeRoom(path: string): void {
    const parts = path.split('/').slice(0, -1)
    parts.forEach((_, index) => {
      const part = parts.slice(0, index + 1).join('/')
      makeFolder(this.at(part), 0o700)
      if (!lstatSync(this.at(part)).isDirectory()) throw usageError(`${this.name(part)} is not a folder of this backup`)
    })
  }

  #onDisk<T>(path: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.#failure(path, error)
    }
  }

  #failure(path: string, error: unknown): unknown {
    const code = codeOf(error)
    if (error instanceof CommandError || code === '') return error
    const why = code === 'ENOSPC' ? 'the disk is full' : code === 'EDQUOT' ? 'the quota of the disk is used up' : code
    return new CommandError('refused', `${this.name(path)} cannot be written: ${why}`, {
      code,
      cause: error,
      hint: 'To go on: the same command, once there is room',
    })
  }
}

/** A link that took a file's place meanwhile isn't followed, a pipe isn't waited for. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** A value of a file; undefined where there is none, or it holds something else than JSON. */
export function jsonIn(folder: Folder, path: string): unknown {
  const text = folder.text(path)
  try {
    return text === undefined ? undefined : parseExactly(text)
  } catch {
    return undefined
  }
}

export const isEmptyFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).length === 0

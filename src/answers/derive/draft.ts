/** Atomic writes: a file is written under a temporary name, and renamed when it is complete. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../../system/sync-folder.ts'
import { keepFile, removeAtEnd, removeTemporary } from '../../system/temporary.ts'
import { makeFolder } from '../../system/make-folder.ts'

const ending = '.tmp'

/** Hidden, so that patterns such as `*.ndjson` don't match it. */
export const temporaryOf = (path: string): string => join(dirname(path), `.${basename(path)}${ending}`)

const batchLength = 64 * 1024

/** A file that is being written. */
export class Draft {
  readonly path: string
  readonly #file: number
  #open = true
  #batch = ''

  constructor(path: string) {
    this.path = path
    makeFolder(dirname(path), 0o700)
    this.#file = openSync(temporaryOf(path), 'w', 0o600)
    removeAtEnd(temporaryOf(path))
  }

  text(text: string): void {
    this.#batch += text
    if (this.#batch.length > batchLength) this.#flush()
  }

  bytes(bytes: Uint8Array): void {
    this.#flush()
    this.#write(bytes)
  }

  #flush(): void {
    if (this.#batch === '') return
    this.#write(Buffer.from(this.#batch))
    this.#batch = ''
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
  }

  /** Writes all of it to the disk, still under its temporary name. */
  end(): void {
    this.#flush()
    fsyncSync(this.#file)
    this.#close()
  }

  #close(): void {
    if (this.#open) closeSync(this.#file)
    this.#open = false
  }

  discard(): void {
    this.#close()
    removeTemporary(temporaryOf(this.path))
  }

  /** Renames the complete file to its real name. */
  static commit(path: string): void {
    renameSync(temporaryOf(path), path)
    keepFile(temporaryOf(path))
    syncFolder(dirname(path))
  }
}

/** A file whose contents `write` gives. */
export async function writeAtomically(path: string, write: (draft: Draft) => void | Promise<void>): Promise<void> {
  const draft = new Draft(path)
  try {
    await write(draft)
    draft.end()
  } catch (error) {
    draft.discard()
    throw error
  }
  Draft.commit(path)
}

export function writeTextAtomically(path: string, text: string): void {
  const draft = new Draft(path)
  try {
    draft.text(text)
    draft.end()
  } catch (error) {
    draft.discard()
    throw error
  }
  Draft.commit(path)
}

/** Removes temporary files of a sync that was killed. */
export function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.startsWith('.') && entry.name.endsWith(ending))
      rmSync(join(entry.parentPath, entry.name), { force: true })
  }
}

/** Files appear whole under their names, or not at all. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../../system/sync-folder.ts'
import { forget, removeAtEnd, removeTemporary } from '../../system/temporary.ts'
import { makeFolder } from '../../system/make-folder.ts'

const ending = '.tmp'

/** Under this name a file is written; readers who look for the real one don't find it. */
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

  /** On the disk, and still under its temporary name. */
  end(): void {
    this.#flush()
    fsyncSync(this.#file)
    this.#close()
  }

  #close(): void {
    if (this.#open) closeSync(this.#file)
    this.#open = false
  }

  /** Nothing of it is left. */
  abandon(): void {
    this.#close()
    removeTemporary(temporaryOf(this.path))
  }

  static place(path: string): void {
    renameSync(temporaryOf(path), path)
    forget(temporaryOf(path))
    syncFolder(dirname(path))
  }
}

/** Writes a whole file, by one call of `write`. */
export async function placeFile(path: string, write: (draft: Draft) => void | Promise<void>): Promise<void> {
  const draft = new Draft(path)
  try {
    await write(draft)
    draft.end()
  } catch (error) {
    draft.abandon()
    throw error
  }
  Draft.place(path)
}

export function placeText(path: string, text: string): void {
  const draft = new Draft(path)
  try {
    draft.text(text)
    draft.end()
  } catch (error) {
    draft.abandon()
    throw error
  }
  Draft.place(path)
}

/** What a run that was killed left behind. */
export function sweep(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.startsWith('.') && entry.name.endsWith(ending))
      rmSync(join(entry.parentPath, entry.name), { force: true })
  }
}

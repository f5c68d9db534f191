/** Files that are written at a sync: each under a temporary name, and in its place once it is complete. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRunning } from '../../system/lock.ts'
import { makeFolder } from '../../system/make-folder.ts'
import { NewFile, temporaryPid } from '../../system/replace-file.ts'
import { isTemporary } from '../../system/temporary.ts'

const batchLength = 64 * 1024

/** A file that is being written, in batches. */
export class Draft {
  readonly #path: string
  readonly #file: NewFile
  #batch = ''

  constructor(path: string) {
    this.#path = path
    makeFolder(dirname(path), 0o700)
    this.#file = new NewFile(dirname(path), 0o600)
  }

  text(text: string): void {
    this.#batch += text
    if (this.#batch.length > batchLength) this.#flush()
  }

  bytes(bytes: Uint8Array): void {
    this.#flush()
    this.#file.write(bytes)
  }

  #flush(): void {
    if (this.#batch !== '') this.#file.write(Buffer.from(this.#batch))
    this.#batch = ''
  }

  /** Writes all of it to the disk, still under its temporary name. */
  end(): void {
    this.#flush()
    this.#file.toDisk()
  }

  commit(): void {
    this.#file.replace(this.#path)
  }

  discard(): void {
    this.#file.abort()
  }
}

/** A file whose contents `write` gives. */
export async function writeAtomically(path: string, write: (draft: Draft) => void | Promise<void>): Promise<void> {
  const draft = new Draft(path)
  try {
    await write(draft)
    draft.end()
    draft.commit()
  } finally {
    draft.discard()
  }
}

/** A container gives each run the same number: one that was killed had ours. */
const isLeft = (path: string, pid: number): boolean => (pid === process.pid ? !isTemporary(path) : !isRunning(pid))

/** Removes temporary files of a sync that was killed. */
export function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const pid = entry.isFile() ? temporaryPid(entry.name) : undefined
    const path = join(entry.parentPath, entry.name)
    if (pid !== undefined && isLeft(path, pid)) rmSync(path, { force: true })
  }
}

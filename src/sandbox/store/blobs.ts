/** Stored files: their bytes in a folder, the rest in the table `file`. */
import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FileValue } from '../../model/survey.ts'
import type { FileRecord, QuizRecord } from './entities.ts'
import type { Files, NewFile, Service, Upload } from './service.ts'
import { needDisk } from './account/plan.ts'
import { privateFolder, removeLeftovers } from './home.ts'

export class Blobs implements Files {
  readonly #service: Service
  readonly #folder: string
  /** Folder of uploads that are being received. */
  readonly incoming: string

  constructor(service: Service, folder: string) {
    this.#service = service
    this.#folder = folder
    this.incoming = join(folder, 'incoming')
    this.#prepare()
  }

  put(bytes: Uint8Array, file: NewFile): FileRecord {
    return this.#add(file, bytes.byteLength, (path) => writeFileSync(path, bytes, { mode: 0o600 }))
  }

  storeUpload(upload: Upload, file: NewFile): FileRecord {
    return this.#add(file, upload.size, (path) => renameSync(upload.path, path))
  }

  get(id: string): FileRecord | undefined {
    return this.#service.store.get<FileRecord>('select * from file where id = ?', id)
  }

  path({ id }: FileRecord): string {
    return join(this.#folder, id)
  }

  url({ id, name }: FileRecord): string {
    return `${this.#service.publicUrl}/files/${id}/${encodeURIComponent(name)}`
  }

  remove(id: string): void {
    this.#service.store.run('delete from file where id = ?', id)
    this.#service.after(() => rmSync(join(this.#folder, id), { force: true }))
  }

  usedBytes(workspaceId: number): number {
    return this.#service.store.number('select coalesce(sum(size), 0) from file where workspace_id = ?', workspaceId)
  }

  /** Removes all files, for a reset. */
  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true })
    this.#prepare()
  }

  #prepare(): void {
    privateFolder(this.#folder)
    privateFolder(this.incoming)
    removeLeftovers(this.incoming, () => false)
    const recorded = new Set(this.#service.store.all<{ id: string }>('select id from file').map(({ id }) => id))
    removeLeftovers(this.#folder, (name) => recorded.has(name))
  }

  #add({ quiz_id = null, ...file }: NewFile, size: number, write: (path: string) => void): FileRecord {
    const { store, now } = this.#service
    needDisk(this.#service, file.workspace_id, size)
    const record: FileRecord = { id: randomUUID(), ...file, quiz_id, size, created_at: now().toISOString() }
    const path = this.path(record)
    store.onRollback(() => rmSync(path, { force: true }))
    write(path)
    store.insert('file', record)
    return record
  }
}

/** Stores a file that answers a question of the survey. */
export function storeAnswerFile(service: Service, quiz: QuizRecord, name: string, type: string, bytes: Uint8Array): FileValue {
  const { id: quiz_id, workspace_id } = quiz
  return fileValue(service, service.files.put(bytes, { workspace_id, quiz_id, name, type, purpose: 'answer' }))
}

/** A file as the value of an answer. */
export const fileValue = (service: Service, file: FileRecord): FileValue => ({
  id: file.id,
  url: service.files.url(file),
  name: file.name,
  ext: extname(file.name).slice(1).toLowerCase(),
  size: file.size,
})

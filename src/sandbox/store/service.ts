/** What the service is to everything inside of it: its stored data and files, its clock, and the queue of its writes. */
import type { AnswerRecord, FileRecord, PlanState, QuizRecord } from './entities.ts'
import type { Store } from './store.ts'

export interface Service {
  store: Store
  now: () => Date
  /** `http://127.0.0.1:PORT/api/v3` */
  baseUrl: string
  /** `http://127.0.0.1:PORT`: pages are at /s and /p, files at /files. */
  publicUrl: string
  plan: (workspaceId: number) => PlanState
  files: Files
  /** Whether webhooks may call loopback addresses. */
  allowLocalWebhooks: boolean
  /** Runs a job once the current write is committed; a failure is logged. */
  after: (job: () => void | Promise<void>) => void
  /** Runs a write outside of a request, in its turn and in a transaction of its own. */
  write: <T>(work: () => T | Promise<T>) => Promise<T>
  /** Call it when a complete answer was stored or changed: it runs the `answered` hook of every group. */
  answered: (quiz: QuizRecord, answer: AnswerRecord) => void
  /** Aborted when the sandbox stops. */
  signal: AbortSignal
  /** Writes one line to the log (standard error). */
  log: (line: string) => void
}

export interface NewFile {
  workspace_id: number
  quiz_id?: number | null
  name: string
  type: string
  purpose: string
}

/** Stored files. They count against the plan's disk (403 `disk_limit_reached`). */
export interface Files {
  put: (bytes: Uint8Array, file: NewFile) => FileRecord
  /** Moves an upload to the stored files. */
  storeUpload: (upload: Upload, file: NewFile) => FileRecord
  get: (id: string) => FileRecord | undefined
  /** Path on this machine. */
  path: (file: FileRecord) => string
  url: (file: FileRecord) => string
  remove: (id: string) => void
  usedBytes: (workspaceId: number) => number
}

/** An uploaded file: already on disk, and deleted when the request ends unless `files.storeUpload` took it. */
export interface Upload {
  filename: string
  /** Content type, as the client declared it. */
  type: string
  path: string
  size: number
}

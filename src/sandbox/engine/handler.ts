/**
 * How a handler of the sandbox is written.
 *
 * A group has three files of one name: contract/webhook.ts (facts), commands/webhook.ts (how people use it) and
 * sandbox/webhook.ts, which holds one handler an operation, under the operation's own export name:
 *
 *     import * as contract from '../../contract/webhook.ts'
 *     export const handlers: HandlersOf<typeof contract> = {
 *       createWebhook: ({ input, quiz, service }) => {
 *         const webhooks = service.store.records<Webhook>('webhook')
 *         if (twin) refuse(400, 'webhook_exists', { webhook_id: twin.id })
 *         const webhook_id = webhooks.insert({ title: input.title, ... }, { quiz_id: quiz.id, key: input.url })
 *         return { status: true, webhook_id, items: rows(quiz) }
 *       },
 *     }
 *
 * A missing handler, or one without an operation, doesn't compile. A group is entered in groups.ts.
 *
 * Before a handler runs, the engine has judged, in this order and from the contract alone: key (401), address (404),
 * right with folder permissions (403), plan option (403), fields and rules (422), the survey and the workspace of
 * the path (400 quiz_not_found, workspace_not_found). Query defaults are filled in; body fields that weren't sent are
 * `undefined`. What is left to the handler: what only the stored state tells. It throws `refuse(...)`
 * or `invalid(...)`; every write of the request is then rolled back. The editing lock (423) is judged after the
 * handler (its work rolled back), so a handler never looks at it.
 *
 * Writes run one at a time, each in one transaction, also across awaits. What must happen once a write is sure
 * (sending a webhook) is `service.after(async () => ...)`; it is dropped when the request is refused. Work of its own
 * later on opens a transaction by `await service.write(() => ...)`. Reads see committed data only.
 *
 * Answers: the plain object, or for operations with `file: true` a FileAnswer, whose body is streamed when it is
 * iterable. Times of records are `service.now().toISOString()`; addresses of pages and files start with `publicUrl`.
 *
 * A group file may also export
 *   seed:  a Seed, which adds the group's part of the demo account (ids: see seed.ts)
 *   hooks: Hooks, for what happens outside of requests
 */
import type { Actor } from './actor.ts'
import type { AnyOperation, Input, Result } from '../../contract/core/operation.ts'
import type { PlanOption } from '../../contract/core/plan-options.ts'
import type { AnswerRecord, FileRecord, MemberRecord, PlanLimit, PlanState, QuizRecord, WorkspaceRecord } from '../store/entities.ts'
import type { Survey } from '../respondent/store.ts'
import type { Store } from '../store/store.ts'

export interface Call<Op extends AnyOperation> {
  input: Input<Op>
  /** The survey of `/quiz/{id}`: of this account, not deleted. */
  quiz: Op['path'] extends `${string}/quiz/{id}${string}` ? QuizRecord : undefined
  workspace: WorkspaceRecord
  actor: Actor
  service: Service
  /** Files of a multipart body, by field; one that wasn't sent is absent. A required one is there. */
  upload: Readonly<Record<string, Upload>>
  query: URLSearchParams
  /** A fault's: by this number rows that are equal in order are mixed. */
  wander: number | undefined
}

export type Handler<Op extends AnyOperation> = (call: Call<Op>) => Answer<Op> | Promise<Answer<Op>>
export type Answer<Op> = Op extends { file: true } ? FileAnswer : Result<Op> | FileAnswer

/** One handler for each operation that a contract module exports. */
export type HandlersOf<M> = {
  [K in keyof M as M[K] extends AnyOperation ? K : never]: M[K] extends AnyOperation ? Handler<M[K]> : never
}

/** A file that the client keeps. */
export interface FileAnswer {
  filename: string
  /** Content type. */
  type: string
  /** An iterable is streamed, after the request's transaction. */
  body: AsyncIterable<Uint8Array> | Uint8Array
}

/** An uploaded file: already on disk, gone when the request ends unless `files.keep` takes it. */
export interface Upload {
  filename: string
  /** What the client said it is. */
  type: string
  path: string
  size: number
}

export interface Service {
  store: Store
  now: () => Date
  /** `http://127.0.0.1:PORT/api/v3` */
  baseUrl: string
  /** `http://127.0.0.1:PORT`: pages are at /s and /p, files at /files. */
  publicUrl: string
  plan: (workspaceId: number) => PlanState
  inbox: Inbox
  files: Files
  /** Deliveries to loopback addresses are let through. */
  allowLocalWebhooks: boolean
  /** Runs once the current write is committed; a failure goes to the log. */
  after: (job: () => void | Promise<void>) => void
  /** A write outside of a request, in its own turn and transaction. */
  write: <T>(work: () => T | Promise<T>) => Promise<T>
  /** An answer was stored or changed: tells every group's `answered`. */
  answered: (quiz: QuizRecord, answer: AnswerRecord) => void
  /** Aborted when the sandbox stops. */
  signal: AbortSignal
  /** One line of the log (standard error). */
  log: (line: string) => void
}

export const channels = ['email', 'messenger_a', 'messenger_b', 'sheets', 'crm_a', 'crm_b', 'automation', 'webhook'] as const
export type Channel = (typeof channels)[number]

/** What the service told the world; `sandbox inbox` reads it. */
export interface Inbox {
  send: (message: Message) => number
}

export interface Message {
  workspace_id: number
  channel: Channel
  quiz_id?: number | null
  to: string
  subject?: string | null
  text: string
  /** A confirmation code in it. */
  code?: string | null
}

export interface NewFile {
  workspace_id: number
  quiz_id?: number | null
  name: string
  type: string
  purpose: string
}

/** Kept files; they count against the plan's disk (403 `disk_limit_reached`). */
export interface Files {
  put: (bytes: Uint8Array, file: NewFile) => FileRecord
  keep: (upload: Upload, file: NewFile) => FileRecord
  get: (id: string) => FileRecord | undefined
  /** Where its bytes are. */
  path: (file: FileRecord) => string
  url: (file: FileRecord) => string
  remove: (id: string) => void
  usedBytes: (workspaceId: number) => number
}

/** What a group adds to the demo account. Times lie before `now`; nothing may depend on chance. */
export type Seed = (service: Service, context: SeedContext) => void | Promise<void>
export interface SeedContext {
  workspace: WorkspaceRecord
  owner: MemberRecord
}

/** What a `sandbox` command asks of a group; the outcome is printed. */
export type ControlHook = (service: Service, request: ControlRequest) => unknown
export interface ControlRequest {
  workspace: WorkspaceRecord
  /** For `connect Q WHAT` and its like. */
  quiz?: QuizRecord
  input: Readonly<Record<string, unknown>>
}

export interface Hooks {
  /** A respondent's answer was begun, changed or completed; in the same transaction. */
  answered?: (service: Service, quiz: QuizRecord, answer: AnswerRecord) => void
  /** Once a second, in a transaction of its own: what has come due. */
  tick?: (service: Service, now: Date) => void
  /** What the page of respondents shows of this group's: the account's branding, the survey's payment. */
  page?: (service: Service, quiz: QuizRecord) => Partial<Pick<Survey, 'branding' | 'payment'>>
  /** `sandbox connect|disconnect|revoke`, by what: `crm_a`, `sheets`, `storage` ... */
  connect?: Readonly<Record<string, ControlHook>>
  disconnect?: Readonly<Record<string, ControlHook>>
  revoke?: Readonly<Record<string, ControlHook>>
  /** `sandbox mailing add` is `'mailing add'`. */
  control?: Readonly<Record<string, ControlHook>>
}

/** A refusal on its way to the client. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(`${status} ${String(body.code ?? body.message ?? '')}`)
    this.name = 'Refusal'
    this.status = status
    this.body = body
  }
}

/** `refuse(400, 'not_connected')`, `refuse(400, 'webhook_exists', { webhook_id })`. */
export function refuse(status: number, code: string, more: Readonly<Record<string, unknown>> = {}): never {
  throw new Refusal(status, { status: false, code, ...more })
}

/** 422 by field; with the code where the specification names one. */
export function invalid(
  fields: Readonly<Record<string, string | readonly string[]>>,
  code?: string,
  more: Readonly<Record<string, unknown>> = {},
): never {
  const errors = Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, typeof texts === 'string' ? [texts] : texts]))
  throw new Refusal(422, { ...(code && { status: false, code }), message: 'The given data was invalid.', errors, ...more })
}

/** 403: a right is missing. */
export function denied(code = 'access_denied'): never {
  return refuse(403, code, { blocked_by_access: true })
}

/** 403: the plan doesn't have it, or has no more of it. */
export function overPlan(code = 'blocked_by_tariff', more: Readonly<Record<string, unknown>> = {}): never {
  return refuse(403, code, { blocked_by_tariff: true, ...more })
}

/** For what the contract's `plan` can't say. */
export function needOption(service: Service, workspaceId: number, option: PlanOption): void {
  if (!service.plan(workspaceId).options[option]) overPlan()
}

/** What is left of a limit; `Infinity` when there is none. */
export const leftOf = (service: Service, workspaceId: number, limit: PlanLimit, used: number): number =>
  (service.plan(workspaceId).limits[limit] ?? Infinity) - used

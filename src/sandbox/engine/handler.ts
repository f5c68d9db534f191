/**
 * How a handler of the sandbox is written.
 *
 * A group has files of one name in three rooms: contract/integrations/webhook.ts (facts), commands/integrations/webhook (how people use
 * it) and sandbox/api/integrations/webhook.ts, which has one handler for each operation, under the operation's own export name:
 *
 *     import * as contract from '../../../contract/integrations/webhook.ts'
 *     export const handlers: HandlersOf<typeof contract> = {
 *       createWebhook: ({ input, quiz, service }) => {
 *         const webhooks = service.store.records<Webhook>('webhook')
 *         const existing = webhooks.find({ quiz_id: quiz.id, key: input.url })
 *         if (existing) refuse(400, 'webhook_exists', { webhook_id: existing.id })
 *         const webhook_id = webhooks.insert({ title: input.title, ... }, { quiz_id: quiz.id, key: input.url })
 *         return { status: true, webhook_id, items: rows(quiz) }
 *       },
 *     }
 *
 * A missing handler, or one without an operation, doesn't compile. Groups are registered in sandbox/api/groups.ts.
 *
 * Before a handler runs, the engine has checked, in this order and from the contract alone: key (401), address (404),
 * right with folder permissions (403), plan option (403), fields and rules (422), the survey and the workspace of
 * the path (400 quiz_not_found, workspace_not_found). Query defaults are filled in; body fields that weren't sent are
 * `undefined`. The handler checks what depends on stored state: it throws `refuse(...)` or `invalid(...)`, and every
 * write of the request is rolled back. The editing lock (423) is checked after the handler, whose work is then rolled
 * back, so that a handler never needs to.
 *
 * Writes run one at a time, each in one transaction, also across awaits. What must wait for the commit (sending a
 * webhook) goes into `service.after(async () => ...)`; it is dropped when the request is refused. Background work opens
 * a transaction of its own by `await service.write(() => ...)`. Reads see committed data only.
 *
 * A handler returns the plain object to send, or for operations with `file: true` a FileResult, whose body is streamed
 * when it is iterable. Times of records are `service.now().toISOString()`; addresses of pages and files start with
 * `publicUrl`.
 *
 * A group file may also export
 *   seed:  a Seed, which adds the group's part of the demo account (ids: see sandbox/seed/seed.ts)
 *   hooks: Hooks, for what happens outside of requests
 */
import type { Actor } from '../store/account/actor.ts'
import type { Field, Fields } from '../../contract/core/fields.ts'
import type { AnyOperation, Input, Result } from '../../contract/core/operation.ts'
import type { AnswerRecord, QuizRecord, WorkspaceRecord } from '../store/entities.ts'
import type { Service, Upload } from '../store/service.ts'

/** What a fault changes in the work of a handler. */
export interface HandlerFault {
  /** Set by the fault `shuffle`: seeds the order of rows that sort as equal. */
  shuffleSeed?: number | undefined
  /** Set by the fault `taken_ids`. */
  refusesTakenIds?: boolean | undefined
}

export interface Call<Op extends AnyOperation> extends HandlerFault {
  input: Input<Op>
  /** The survey of `/quiz/{id}`: of this account, not deleted. */
  quiz: Op['path'] extends `${string}/quiz/{id}${string}` ? QuizRecord : undefined
  workspace: WorkspaceRecord
  actor: Actor
  service: Service
  /** Files of a multipart body, by field; required ones are there. */
  upload: Uploads<Op['body']>
}

type Uploads<B extends Fields> = { readonly [K in keyof B]: B[K] extends Field<unknown, true> ? Upload : Upload | undefined }

type Handler<Op extends AnyOperation> = (call: Call<Op>) => HandlerResult<Op> | Promise<HandlerResult<Op>>
type HandlerResult<Op> = Op extends { file: true } ? FileResult : Result<Op> | FileResult

/** One handler for each operation that a contract module exports. */
export type HandlersOf<M> = {
  [K in keyof M as M[K] extends AnyOperation ? K : never]: M[K] extends AnyOperation ? Handler<M[K]> : never
}

/** A file for the client to save. */
export interface FileResult {
  filename: string
  /** Content type. */
  type: string
  /** An iterable is streamed, after the request's transaction has ended. */
  body: AsyncIterable<Uint8Array> | Uint8Array
}

/** What a group adds to the demo account. Times lie before `now`; nothing is random. */
export type Seed = (service: Service, context: SeedContext) => void | Promise<void>
interface SeedContext {
  workspace: WorkspaceRecord
}

/** A group's part of a `sandbox` command; the command prints what it returns. */
export type ControlHook = (service: Service, request: ControlRequest) => unknown
export interface ControlRequest {
  workspace: WorkspaceRecord
  /** The survey that the command names. */
  quiz?: QuizRecord
  input: Readonly<Record<string, unknown>>
}

/** What groups say of the respondent page. */
export interface PageParts {
  /** The account's branding; the survey's own `show_copyright` applies as well. */
  branding: { logo_url: string | null; show_copyright: boolean }
  /** What answering costs: a fixed amount, or the points of the answer. */
  payment: { type: 'fixed'; amount: number } | { type: 'scoring' } | null
}

/** What the engine serves of a group. All of them: api/groups.ts. */
export interface Group {
  routes: readonly Route[]
  seed?: Seed
  hooks?: Hooks
}

export interface Route {
  operation: AnyOperation
  handler: AnyHandler
}

/** The types of inputs and results hold within each group's file; requests are checked at run time by the operation. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyHandler = Handler<any>

export interface Hooks {
  /** Runs when a respondent's answer was completed, in the same transaction. */
  answered?: (service: Service, quiz: QuizRecord, answer: AnswerRecord) => void
  /** Runs once a second, in a transaction of its own, for what is due. */
  tick?: (service: Service, now: Date) => void
  /** What the group adds to the respondent page: the account's branding, the survey's payment. */
  page?: (service: Service, quiz: QuizRecord) => Partial<PageParts>
  /** Handlers of `sandbox connect|disconnect|revoke`, by what they connect: `crm_a`, `sheets`, `storage` ... */
  connect?: Readonly<Record<string, ControlHook>>
  disconnect?: Readonly<Record<string, ControlHook>>
  revoke?: Readonly<Record<string, ControlHook>>
  /** Handlers of other `sandbox` commands: `'mailing add'` is `sandbox mailing add`. */
  control?: Readonly<Record<string, ControlHook>>
}

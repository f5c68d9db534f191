/**
 * What an operation of the service is: facts only, from the specification. Everything that people
 * see (options, help, completions, reference, dry run) and the sandbox's checks are derived from it.
 */
import { planOptions, type PlanOption } from './plan-options.ts'
import * as z from './schema.ts'
import type { Effect, Given } from './effect.ts'
import { pagingFields, type Paging } from './paging.ts'
import type { Offer } from './offer.ts'
import type { Right } from './rights.ts'
import { folderId, idOf, integer, quizId, type Field, type Fields, type FieldValues } from './fields.ts'
import type { Problem, FieldRule, Unknown } from './rules.ts'
import { plainly } from '../../text/exact.ts'

export type Method = 'GET' | 'POST' | 'DELETE'
type Request = `${Method} /${string}`
type PathIn<R extends Request> = R extends `${Method} ${infer Path}` ? Path : never

export interface Plan {
  /** The option, or the path variable that names it, e.g. `{crm}`. */
  option: PlanOption | `{${string}}`
  /** Requests that never ask the plan, e.g. switching off. */
  unless?: (input: Readonly<Record<string, unknown>>) => boolean
  /** How the service refuses, where it isn't 403 `blocked_by_tariff`. */
  refusal?: { status: number; code: string }
}

export interface Replaces {
  by: AnyOperation
  /** What it is read with, beside the path variables. */
  asks: (input: Given) => Given
  /** What stands there, under the names of the write's fields; `undefined`: it can't be told. */
  shows: (answer: never, input: Given) => Given | undefined
}

interface Facts<P extends Fields = Fields, Q extends Fields = Fields, B extends Fields = Fields, R = unknown> {
  /** `noun.verb`, unique. */
  id: string
  /** As the specification writes it, e.g. `POST /quiz/{id}/webhooks/{webhookId}`. */
  request: Request
  summary: string
  /** Path variables that aren't whole numbers; all others are. */
  params?: P
  query?: Q
  body?: B
  /** The specification doesn't show the body: unknown fields pass. */
  openBody?: boolean
  /** The body is multipart; its fields of kind `file` are the files. */
  multipart?: boolean
  rules?: readonly FieldRule[]
  /** What of an input isn't known, where anything may be sent. */
  unknown?: (input: Readonly<Record<string, unknown>>) => readonly Unknown[]
  /** What the answer holds of what we rely on; unknown fields pass. */
  result: z.ZodMiniType<R>
  /** What it does to others; a write says it, and a POST that only asks. */
  effect?: Effect | ((input: Given) => Effect)
  /** The answer is a file to be kept, not JSON. */
  file?: boolean
  /** It answers 201; all others answer 200. */
  created?: boolean
  /** The right that a participant needs (all of them, when several). */
  right?: Right | readonly Right[]
  /** For the account's owner alone, whatever rights a participant has. */
  ownerOnly?: boolean
  plan?: Plan
  /** Answers 423 while a paid campaign runs. */
  locks?: boolean
  /** A POST that only reads. */
  safe?: boolean
  /** A write that may be repeated without doing its work twice. Reads always may. */
  repeatable?: boolean
  /**
   * It replaces a whole that somebody else may have replaced meanwhile, so that it is never repeated blindly: how that is read
   * back, or that no operation shows it.
   */
  replaces?: Replaces | 'unread'
  /** The answer is a list: the key that holds its rows, or `''` when the answer is the array itself. */
  rows?: string
  paging?: Paging
  /** Things that it lists, for a person to choose one of where a command takes its id. */
  offers?: readonly Offer[]
  /** The integration that it is about, where the path names it and no variable does. */
  integration?: string
  /** What it shows is sent back after a change: its numbers stay as they are written. */
  sentBack?: boolean
  /** Codes of its own that it may refuse with, beyond the general ones. */
  refusals?: readonly string[]
}

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never

export interface Operation<
  Path extends string = string,
  P extends Fields = Fields,
  Q extends Fields = Fields,
  B extends Fields = Fields,
  R = unknown,
> extends Facts<P, Q, B, R> {
  method: Method
  path: Path & `/${string}`
  params: P
  query: Q
  body: B
}

export type AnyOperation = Operation

type PagingInput<Op> = Op extends { paging: { by: 'offset' } }
  ? { limit?: number | undefined; offset?: number | undefined }
  : Op extends { paging: { by: 'page' } }
    ? { page?: number | undefined; per_page?: number | undefined }
    : unknown

/** What an operation is called with: path variables, query and body in one flat object. */
export type Input<Op> =
  Op extends Operation<infer Path, infer P, infer Q, infer B>
    ? { [K in Exclude<Names<Path>, keyof P>]: number } & {
        [K in keyof P]: P[K] extends Field<infer T, boolean> ? T : never
      } & FieldValues<Q> &
        FieldValues<B> &
        PagingInput<Op>
    : never

type ListAt<Answer, Key> = Key extends '' ? Answer : Key extends keyof Answer ? Answer[Key] : unknown

/** One row of the list that an operation answers with. */
export type Row<Op> = Op extends { rows: infer Key }
  ? NonNullable<ListAt<Result<Op>, Key>> extends readonly (infer One)[]
    ? One
    : Record<string, unknown>
  : Record<string, unknown>

export type Result<Op> = Op extends Operation<string, Fields, Fields, Fields, infer R> ? R : never

/** Names of the path's variables, in order. */
export const pathNames = (path: string): string[] =>
  path
    .split('{')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('}')))

const pathField = (name: string, path: string): Field => {
  if (name === 'id' && path.includes('/quiz/{id}')) return quizId('Survey')
  if (name === 'workspace_id') return idOf('account', 'workspace_not_found')
  return name === 'folderId' ? folderId('Folder') : integer(name, { min: 1 })
}

export function operation<
  const Line extends Request,
  R,
  const P extends Fields = {},
  const Q extends Fields = {},
  const B extends Fields = {},
  const Page extends Paging | undefined = undefined,
  const Key extends string | undefined = undefined,
>(
  facts: Omit<Facts<P, Q, B, R>, 'request' | 'paging' | 'rows'> & {
    request: Line
    paging?: Page
    rows?: Key
  } & (Line extends `GET ${string}` ? unknown : { effect: NonNullable<Facts['effect']> }),
): Operation<PathIn<Line>, P, Q, B, R> &
  (Page extends Paging ? { paging: Page } : unknown) &
  (Key extends string ? { rows: Key } : unknown) {
  const { request, paging } = facts
  const blank = request.indexOf(' ')
  const path = request.slice(blank + 1)
  const params: Record<string, Field> = {}
  for (const name of pathNames(path)) params[name] = facts.params?.[name] ?? pathField(name, path)
  const query = paging ? { ...facts.query, ...pagingFields(paging) } : (facts.query ?? {})
  // Not a copy: each start makes all operations of a group. Its types are those of `facts`, which no compiler follows through the
  // computed params and query.
  return Object.assign(facts, { method: request.slice(0, blank), path, params, query, body: facts.body ?? {} }) as never
}

/** Whether its path names a survey: a role may hide a folder with all of them. */
export const isOfSurvey = ({ path }: AnyOperation): boolean => path.includes('/quiz/{id}')

export const isRead = (operation: AnyOperation): boolean => operation.method === 'GET'

/** Whether it changes anything: neither a read, nor a POST that only asks. */
export const isWrite = ({ method, safe, file }: AnyOperation): boolean => method !== 'GET' && !safe && !file

export const rightsOf = (operation: AnyOperation): readonly Right[] =>
  operation.right === undefined ? [] : typeof operation.right === 'string' ? [operation.right] : operation.right

/** The plan option that this request asks for, if any; a path variable that names none is refused as such. */
export function planOptionOf(operation: AnyOperation, input: Readonly<Record<string, unknown>>): PlanOption | undefined {
  if (!operation.plan || operation.plan.unless?.(input)) return undefined
  const { option } = operation.plan
  const named = option.startsWith('{') ? input[option.slice(1, -1)] : option
  return planOptions.find((known) => known === named)
}

/**
 * All that is wrong with an input, by the fields' limits and the rules between them.
 * `parts` names what to look at: the sandbox judges path variables apart from the rest.
 */
export function check(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  parts: readonly ('params' | 'query' | 'body')[] = ['params', 'query', 'body'],
): Problem[] {
  const problems: Problem[] = []
  for (const part of parts) {
    for (const [name, field] of Object.entries(operation[part])) {
      const value = input[name]
      if (value === undefined) {
        if (field.required) problems.push({ field: name, message: 'is required' })
        continue
      }
      const outcome = field.schema.safeParse(plainly(value))
      for (const issue of outcome.error?.issues ?? []) {
        problems.push({ field: [name, ...issue.path].join('.'), message: issue.message, ...(field.code && { code: field.code }) })
      }
    }
  }
  if (parts.includes('body') && problems.length === 0) problems.push(...(operation.rules ?? []).flatMap((rule) => rule(plainly(input))))
  return problems
}

/** An answer that is a list: its rows stand under `key`, with `more` beside them. (A computed name loses which one it is.) */
export const listed = <const Key extends string, One, More extends Record<string, z.ZodMiniType> = {}>(
  key: Key,
  one: z.ZodMiniType<One>,
  more?: More,
) => ({ rows: key, result: z.looseObject({ [key]: z.array(one), ...more } as { [K in Key]: z.ZodMiniType<One[]> } & More) })

/** The common answer of a write. */
export const done = z.looseObject({ status: z.optional(z.boolean()) })

/** Failures of a write that the specification says may be sent again. */
export const repeatableCodes: ReadonlySet<string> = new Set(['save_failed', 'password_save_failed', 'restore_failed'])

/** Refusals because something isn't there. */
export const isEntityCode = (code: string): boolean => /(^|_)not_found$/.test(code) || code === 'not_found_option'

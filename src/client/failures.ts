/** Refusals of the service to failures of a command. */
import { planOptionOf, rightsOf, type AnyOperation } from '../contract/operation.ts'
import { CommandError, type ErrorFacts, type ErrorKind } from '../errors.ts'
import { firstLine, header, parseBody, type Answer } from './answer.ts'
import type { BrokenAnswer } from './breakage.ts'
import { isEntityCode, planHint, repeatableCodes, words } from './codes.ts'
import type { Values } from './request.ts'
import { stateCommand } from './state.ts'
import { missingSubject, subjectOf } from './subject.ts'

/** What was asked, for messages. */
export interface Asked {
  method: string
  path: string
  operation?: AnyOperation | undefined
  input: Values
  /** Whether sending it twice does no harm. */
  repeatable: boolean
  /** The command that shows the state, when it isn't the usual one. */
  state?: string | undefined
}

/** A refusal; some say when to come back. */
export class AnswerError extends CommandError {
  /** Milliseconds that the service asks to wait. */
  readonly retryAfter: number | undefined

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts, retryAfter?: number) {
    super(kind, message, facts)
    this.retryAfter = retryAfter
  }
}

type Body = Readonly<Record<string, unknown>>

export const requestOf = ({ method, path }: Asked): { method: string; path: string } => ({ method, path })

export const subject = ({ operation, input, method, path }: Asked): string =>
  operation ? subjectOf(operation, input) : `${method} ${path}`

/** The hint after a write whose outcome nobody knows. */
export function lookFirst({ operation, input, state }: Asked): string {
  const command = state ?? (operation ? stateCommand(operation, input) : undefined)
  return `Look before you repeat it${command ? `: ${command}` : ''}`
}

const kindOfStatus = (status: number): ErrorKind => {
  const kinds: Record<number, ErrorKind> = {
    401: 'auth',
    403: 'forbidden',
    404: 'not_found',
    405: 'not_found',
    407: 'unavailable',
    408: 'unavailable',
    422: 'invalid',
    423: 'locked',
    425: 'unavailable',
    429: 'unavailable',
  }
  return kinds[status] ?? (status >= 500 ? 'unavailable' : 'refused')
}

export function failureOf(answer: Answer, asked: Asked): AnswerError {
  const { status } = answer
  const body = bodyOf(answer)
  if (!body) return strangerFailure(answer, asked)
  const code = typeof body.code === 'string' && body.code !== '' ? body.code : undefined
  const told = status >= 500 || status === 429 ? busy(status, code, asked) : tell(status, code, body, asked)
  const retryable = status === 429 || status === 408 || status === 425 || status >= 500 || (code !== undefined && repeatableCodes.has(code))
  return new AnswerError(
    told.kind,
    told.message,
    {
      code,
      status,
      retryable,
      hint: told.hint,
      request: requestOf(asked),
      details: body,
      ...(status === 422 && { fields: fieldsOf(body) }),
    },
    retryAfterOf(answer),
  )
}

function bodyOf(answer: Answer): Body | undefined {
  try {
    const body = parseBody(answer.body)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : undefined
  } catch {
    return undefined
  }
}

interface Told {
  kind: ErrorKind
  message: string
  hint?: string | undefined
}

function tell(status: number, code: string | undefined, body: Body, asked: Asked): Told {
  const it = subject(asked)
  if (status === 401)
    return { kind: 'auth', message: 'The API key was refused', hint: 'It is wrong or was revoked. To sign in again: surveyctl auth login' }
  if (status === 403 || code === 'blocked_by_tariff') return forbidden(code, body, asked)
  if (status === 423) return locked(body, it)
  if (status === 404 || status === 405) return nowhere(status, asked)
  if (code && isEntityCode(code)) {
    const gone = asked.operation ? missingSubject(code, asked.operation, asked.input) : it
    return { kind: 'not_found', message: `${gone} was not found`, hint: 'It may be deleted, or belong to another account' }
  }
  if (status >= 300 && status < 400)
    return { kind: 'refused', message: `${it}: the service answered with a redirect (${status}) that leads nowhere` }
  return refused(status, code, body, it)
}

function refused(status: number, code: string | undefined, body: Body, it: string): Told {
  const known = code === undefined ? undefined : words[code]
  const kind = known?.kind ?? kindOfStatus(status)
  const text = typeof body.message === 'string' && body.message !== '' ? body.message : undefined
  if (known) {
    const count =
      code === 'confirm_required' && typeof body.quizzes === 'number'
        ? `: ${body.quizzes} survey${body.quizzes === 1 ? '' : 's'} in it`
        : ''
    return { kind, message: known.says.replace('{it}', () => it) + count + (text && status !== 422 ? `: ${text}` : ''), hint: known.hint }
  }
  if (status === 422) return { kind, message: `${it}: the service found the data invalid` }
  if (status === 413) return { kind, message: `${it}: this is more than the service takes at once` }
  return {
    kind,
    message: `${it}: the service refused (${[code, code ? undefined : status].filter(Boolean).join('')})${text ? `: ${text}` : ''}`,
  }
}

function forbidden(code: string | undefined, body: Body, asked: Asked): Told {
  const { operation, input } = asked
  const it = subject(asked)
  const known = code === undefined ? undefined : words[code]
  if (known) {
    const used = typeof body.used === 'number' && typeof body.limit === 'number' ? ` (${body.used} of ${body.limit} used)` : ''
    return { kind: 'forbidden', message: known.says.replace('{it}', () => it) + used, hint: known.hint }
  }
  if (code === 'blocked_by_tariff' || body.blocked_by_tariff === true) {
    const option = operation && planOptionOf(operation, input)
    return {
      kind: 'forbidden',
      message: option ? `${it}: the plan does not have the option ${option}` : `${it}: the plan does not allow it`,
      hint: planHint,
    }
  }
  const rights = operation ? rightsOf(operation) : []
  if (rights.length === 0)
    return {
      kind: 'forbidden',
      message: `${it}: this key has no access`,
      hint: "The owner of the account sets participants' rights, also per folder: surveyctl role set, or in the account cabinet",
    }
  const own = rights.includes('edit_quiz') ? ' (it may be limited to own surveys)' : ''
  return {
    kind: 'forbidden',
    message: `${it}: this key lacks the right ${rights.join(' or ')}${own}`,
    hint: 'The owner of the account grants it: surveyctl role set, or in the account cabinet',
  }
}

function locked(body: Body, it: string): Told {
  const campaign = (body.editing_lock as { campaign?: { title?: unknown; status?: unknown } } | undefined)?.campaign
  const by =
    campaign?.title === undefined
      ? 'a paid campaign'
      : `campaign "${String(campaign.title)}"${campaign.status === undefined ? '' : ` (${String(campaign.status)})`}`
  return {
    kind: 'locked',
    message: `${it} is locked by ${by}`,
    hint: 'It unlocks when the campaign completes; only support can release it earlier. To wait: --wait-unlock 30m',
  }
}

const nowhere = (status: number, { method, path }: Asked): Told => ({
  kind: 'not_found',
  message: `The service has no ${method} ${path.split('?')[0]} (${status})`,
  hint: 'Check the ids, and the base URL: surveyctl config get base_url',
})

function busy(status: number, code: string | undefined, asked: Asked): Told {
  const known = code === undefined ? undefined : words[code]
  if (status === 429)
    return {
      kind: 'unavailable',
      message: `${subject(asked)}: the service asks for fewer requests (429)`,
      hint: 'Try again in a while, or with a smaller --concurrency',
    }
  const message = known
    ? known.says.replace('{it}', () => subject(asked))
    : `${subject(asked)}: the service failed (${[status, code].filter(Boolean).join(', ')})`
  return {
    kind: 'unavailable',
    message,
    hint: asked.repeatable ? 'Try again later' : `Whether it was done is unknown. ${lookFirst(asked)}`,
  }
}

/** An answer that another program gave in the service's place. */
export function strangerFailure(answer: Answer, asked: Asked, why?: string): AnswerError {
  const { status, body } = answer
  const html = /html/i.test(header(answer.headers, 'content-type') ?? '') || /^\s*</.test(body.toString('latin1', 0, 200))
  const line = firstLine(body)
  const what = why ?? (html ? 'an HTML page' : line === '' ? 'empty' : 'not JSON')
  const facts: ErrorFacts = {
    status,
    request: requestOf(asked),
    details: line,
    retryable: status === 429 || status >= 500,
    hint: strangerHint(status, asked),
  }
  const message = `The answer to ${asked.method} ${asked.path.split('?')[0]} is not the service's: ${status}, ${what}${line === '' ? '' : `: ${line}`}`
  return new AnswerError(kindOfStatus(status), message, facts, retryAfterOf(answer))
}

/** An answer that can't be understood: cut off JSON is told apart from a page. */
export function brokenAnswer(answer: Answer, asked: Asked, why: BrokenAnswer): AnswerError {
  const isPage = /html/i.test(header(answer.headers, 'content-type') ?? '') || /^\s*</.test(answer.body.toString('latin1', 0, 200))
  return strangerFailure(answer, asked, isPage ? undefined : `its body ${why.message}`)
}

function strangerHint(status: number, asked: Asked): string {
  if (status === 407) return 'The proxy asks for a name and a password: put them into HTTPS_PROXY'
  if (!asked.repeatable && (status < 300 || status >= 500)) return `Whether it was done is unknown. ${lookFirst(asked)}`
  return 'A proxy, a sign-in page of the network or a wrong base URL may stand in between: surveyctl doctor'
}

/** 422: `{field: [text]}`, where a text may also stand alone. */
function fieldsOf(body: Body): Record<string, string[]> {
  const errors = typeof body.errors === 'object' && body.errors !== null ? body.errors : {}
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, [texts].flat().map(String)]))
}

/** Seconds or a date. */
function retryAfterOf({ headers }: Answer): number | undefined {
  const text = header(headers, 'retry-after')?.trim()
  if (!text) return undefined
  const millis = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(millis) ? undefined : Math.max(0, millis)
}

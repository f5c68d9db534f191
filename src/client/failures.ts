/** Refusals of the service to failures of a command. */
import { planOptionOf, rightsOf } from '../contract/core/operation.ts'
import type { ErrorKind } from '../errors.ts'
import { parseBody, type Answer } from './answer.ts'
import { AnswerError, isPassing, kindOfStatus } from './answer-error.ts'
import { exchangeOf, lookFirst, requestOf, subject, type Asked } from './asked.ts'
import { isEntityCode, planHint, repeatableCodes, words, type Words } from './codes.ts'
import { listCommand, withValues } from './state.ts'
import { strangerFailure } from './stranger.ts'
import { missingSubject } from './subject.ts'

type Body = Readonly<Record<string, unknown>>

export function failureOf(answer: Answer, asked: Asked): AnswerError {
  const { status } = answer
  const body = bodyOf(answer)
  if (!body) return strangerFailure(answer, asked)
  const code = typeof body.code === 'string' && body.code !== '' ? body.code : undefined
  const told = status >= 500 || status === 429 ? busy(status, code, asked) : tell(status, code, body, asked)
  const retryable = isPassing(status) || (code !== undefined && repeatableCodes.has(code))
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
    answer.headers,
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
  if (status === 401) return unauthenticated(asked)
  if (status === 403 || code === 'blocked_by_tariff') return forbidden(code, body, asked)
  if (status === 423) return locked(body, it, asked)
  if (status === 404 || status === 405) return nowhere(status, asked)
  if (status === 400 && code && isEntityCode(code)) {
    const gone = asked.operation ? missingSubject(code, asked.operation, asked.input) : it
    if (code === 'workspace_not_found')
      return { kind: 'not_found', message: `${gone} was not found`, hint: 'To see where this id comes from: surveyctl config list' }
    const list = asked.operation && listCommand(code, asked.operation, asked.input)
    return {
      kind: 'not_found',
      message: `${gone} was not found`,
      hint: `It may be deleted, or belong to another account${list ? `. To see what there is: ${list}` : ''}`,
    }
  }
  if (status >= 300 && status < 400)
    return { kind: 'refused', message: `${it}: the service answered with a redirect (${status}) that leads nowhere` }
  return refused(status, code, body, asked)
}

const unauthenticated = ({ signed }: Asked): Told =>
  signed
    ? { kind: 'auth', message: 'The API key was refused', hint: 'It is wrong or was revoked. To sign in again: surveyctl auth login' }
    : { kind: 'auth', message: 'The service wants an API key', hint: 'To sign in: surveyctl auth login' }

function refused(status: number, code: string | undefined, body: Body, asked: Asked): Told {
  const it = subject(asked)
  const known = code === undefined ? undefined : words[code]
  const kind = kindOfStatus(status)
  const text = typeof body.message === 'string' && body.message !== '' ? body.message.replace(/\.$/, '') : undefined
  if (known) {
    const count =
      code === 'confirm_required' && typeof body.quizzes === 'number'
        ? `: ${body.quizzes} survey${body.quizzes === 1 ? '' : 's'} in it`
        : ''
    return {
      kind,
      message: known.says.replace('{it}', () => it) + count + (text && status !== 422 ? `: ${text}` : ''),
      hint: hintOf(known, asked),
    }
  }
  if (status === 422) return { kind, message: `${it}: the service found the data invalid` }
  if (status === 413) return { kind, message: `${it}: this is more than the service takes at once` }
  return {
    kind,
    message: `${it}: the service refused (${[code, code ? undefined : status].filter(Boolean).join('')})${text ? `: ${text}` : ''}`,
  }
}

/** With the ids that were asked for, so that it can be copied. */
const hintOf = ({ hint }: Words, { operation, input }: Asked): string | undefined => hint && withValues(hint, operation, input)

function forbidden(code: string | undefined, body: Body, asked: Asked): Told {
  const { operation, input } = asked
  const it = subject(asked)
  const known = code === undefined ? undefined : words[code]
  if (known) {
    const used = typeof body.used === 'number' && typeof body.limit === 'number' ? ` (${body.used} of ${body.limit} used)` : ''
    return { kind: 'forbidden', message: known.says.replace('{it}', () => it) + used, hint: hintOf(known, asked) }
  }
  if (code === 'blocked_by_tariff' || body.blocked_by_tariff === true) {
    const option = operation && planOptionOf(operation, input)
    return {
      kind: 'forbidden',
      message: option ? `${it}: the plan does not have the option ${option}` : `${it}: the plan does not allow it`,
      hint: planHint,
    }
  }
  if (operation?.ownerOnly)
    return {
      kind: 'forbidden',
      message: `${it}: this is for the owner of the account alone`,
      hint: "Sign in with the owner's key: surveyctl auth login",
    }
  const rights = operation ? rightsOf(operation) : []
  if (rights.length === 0)
    return {
      kind: 'forbidden',
      message: `${it}: this key has no access`,
      hint: "The owner of the account sets participants' rights, also per folder: surveyctl role set ROLE_ID, or in the account cabinet",
    }
  const own = rights.includes('edit_quiz') ? ' (it may be limited to own surveys)' : ''
  return {
    kind: 'forbidden',
    message: `${it}: this key lacks the right ${rights.join(' or ')}${own}`,
    hint: 'The owner of the account grants it: surveyctl role set ROLE_ID, or in the account cabinet',
  }
}

function locked(body: Body, it: string, { operation }: Asked): Told {
  const campaign = (body.editing_lock as { campaign?: { title?: unknown; status?: unknown } } | undefined)?.campaign
  const by =
    campaign?.title === undefined
      ? 'a paid campaign'
      : `campaign "${String(campaign.title)}"${campaign.status === undefined ? '' : ` (${String(campaign.status)})`}`
  return {
    kind: 'locked',
    message: `${it} is locked by ${by}`,
    hint: `It unlocks when the campaign completes; only support can release it earlier${operation?.id === 'quiz.publish' ? '. To wait: --wait-unlock 30m' : ''}`,
  }
}

const nowhere = (status: number, asked: Asked): Told => ({
  kind: 'not_found',
  message: `The service has no ${exchangeOf(asked)} (${status})`,
  hint: 'Check the ids, and the base URL: surveyctl config get base_url',
})

function busy(status: number, code: string | undefined, asked: Asked): Told {
  const known = code === undefined ? undefined : words[code]
  if (status === 429)
    return {
      kind: 'unavailable',
      message: `${subject(asked)}: the service asks for fewer requests (429)`,
      hint: 'Try again in a while; with fewer requests at once: surveyctl config set concurrency 2',
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

/** 422: `{field: [text]}`, where a text may also stand alone. */
function fieldsOf(body: Body): Record<string, string[]> {
  const errors = typeof body.errors === 'object' && body.errors !== null ? body.errors : {}
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, [texts].flat().map(String)]))
}

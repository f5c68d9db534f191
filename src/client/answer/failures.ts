/** Refusals of the service, as failures in the user's terms. */
import { isEntityCode, planOptionOf, repeatableCodes, rightsOf } from '../../contract/core/operation.ts'
import { limitedToOwn } from '../../contract/core/rights.ts'
import type { ErrorKind } from '../../errors.ts'
import { withCommand, type RefusalText } from '../advice.ts'
import { parseBody, type Answer } from './answer.ts'
import { AnswerError, isPassing, kindOfStatus } from './answer-error.ts'
import { exchangeOf, requestOf, subject, unknownOutcome, type Asked } from '../asked.ts'
import type { Body } from './refusal.ts'
import { isUnclear, foreignAnswer } from './foreign-answer.ts'
import { missingSubject } from '../subject.ts'
import { isObject } from '../../text/is-object.ts'

/** `status`: the refusal's, if the answer was sent with another one. */
export function failureOf(answer: Answer, asked: Asked, status = answer.status): AnswerError {
  // No request is ever conditional.
  if (status === 304) return foreignAnswer(answer, asked, 'as if nothing had changed since an earlier request')
  // Whoever answers so (a proxy, or the server in front of the service) need not speak JSON.
  const body = bodyOf(answer) ?? (isTooLong(status) ? {} : undefined)
  if (!body) return foreignAnswer(answer, asked)
  const code = typeof body.code === 'string' && body.code !== '' ? body.code : undefined
  const unclear = !(code !== undefined && repeatableCodes.has(code)) && isUnclear(status, asked, isOwn(body, code))
  const refusal = { status, code, body, unclear, shown: answer.status === status ? `${status}` : `with status ${answer.status}` }
  const { kind, message, hint } = status >= 500 || status === 429 ? busy(refusal, asked) : described(refusal, asked)
  const retryable = !unclear && (isPassing(status) || (code !== undefined && repeatableCodes.has(code)))
  return new AnswerError(
    kind,
    message,
    {
      code,
      status: answer.status,
      retryable,
      hint,
      unclear,
      request: requestOf(asked),
      details: body,
      ...(status === 422 && { fields: fieldsOf(body) }),
    },
    answer.headers,
  )
}

/** Whether the body is a refusal of the service itself; a proxy's `{}` is none. */
const isOwn = ({ status, message }: Body, code: string | undefined): boolean =>
  code !== undefined || status === false || typeof message === 'string'

function bodyOf(answer: Answer): Body | undefined {
  try {
    const body = parseBody(answer.body)
    return isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}

interface Refusal {
  status: number
  code: string | undefined
  body: Body
  /** A write may have been done in spite of it. */
  unclear: boolean
  /** The status where there is no code to show. */
  shown: string
}

interface FailureText {
  kind: ErrorKind
  message: string
  hint?: string | undefined
}

function described(refusal: Refusal, asked: Asked): FailureText {
  const { status, code, body } = refusal
  const it = subject(asked)
  if (status === 401) return unauthenticated(asked)
  if (status === 403 || code === 'blocked_by_tariff') return forbidden(code, body, asked)
  if (status === 423) return locked(body, it, asked)
  if (status === 404 || status === 405) return nowhere(status, asked)
  if (status === 400 && code && isEntityCode(code)) {
    const gone = asked.operation ? missingSubject(code, asked.operation, asked.input, body) : it
    const list = asked.advice.lists(code, asked)
    return {
      kind: 'not_found',
      message: `${gone} ${/^\S+s \d+, /.test(gone) ? 'were' : 'was'} not found`,
      hint:
        refusalText(code, asked, body)?.hint ??
        `It may have been deleted, or belong to another account${list === undefined ? '' : `. To see what exists: ${list}`}`,
    }
  }
  if (status >= 300 && status < 400)
    return {
      kind: 'refused',
      message: `${it}: the service answered with a redirect (${status}) without a usable address`,
      hint: isUnclear(status, asked) ? unknownOutcome(asked) : undefined,
    }
  return refused(refusal, asked)
}

const unauthenticated = ({ signed, advice: { help } }: Asked): FailureText =>
  signed
    ? { kind: 'auth', message: 'The API key was refused', hint: withCommand('It is wrong or was revoked. To sign in again', help.signIn) }
    : { kind: 'auth', message: 'The service requires an API key', hint: withCommand('To sign in', help.signIn) }

function refused({ status, code, body, shown }: Refusal, asked: Asked): FailureText {
  const it = subject(asked)
  const known = refusalText(code, asked, body)
  const kind = kindOfStatus(status)
  const text = typeof body.message === 'string' && body.message !== '' ? body.message.replace(/\.$/, '') : undefined
  if (known) {
    return {
      kind,
      message: known.says.replace('{it}', () => it) + (known.also ?? '') + (text && status !== 422 ? `: ${text}` : ''),
      hint: known.hint,
    }
  }
  if (status === 422) return { kind, message: `${it}: the service found the data invalid` }
  if (isTooLong(status)) return tooLong(status, asked)
  if (status === 413) return { kind, message: `${it}: this is more than the service accepts in one request` }
  return {
    kind,
    message: `${it}: the service refused (${code ?? shown})${text ? `: ${text}` : ''}`,
  }
}

const refusalText = (code: string | undefined, asked: Asked, body: Body): RefusalText | undefined =>
  code === undefined ? undefined : asked.advice.refusal(code, { ...asked, body })

function forbidden(code: string | undefined, body: Body, asked: Asked): FailureText {
  const { operation, input, advice } = asked
  const { help } = advice
  const it = subject(asked)
  const known = refusalText(code, asked, body)
  if (known) {
    return { kind: 'forbidden', message: known.says.replace('{it}', () => it) + (known.also ?? ''), hint: known.hint }
  }
  if (code === 'blocked_by_tariff' || body.blocked_by_tariff === true) {
    const option = operation && planOptionOf(operation, input)
    return {
      kind: 'forbidden',
      message: option ? `${it}: the plan does not have the option ${option}` : `${it}: the plan does not allow it`,
      hint: withCommand('The plan is changed in the account cabinet. To see what it includes', help.plan),
    }
  }
  if (operation?.ownerOnly)
    return {
      kind: 'forbidden',
      message: `${it}: this is for the owner of the account alone`,
      hint: withCommand("Sign in with the owner's key", help.signIn),
    }
  const rights = operation ? rightsOf(operation) : []
  if (rights.length === 0)
    return {
      kind: 'forbidden',
      message: `${it}: this key has no access`,
      hint: withCommand("The owner of the account sets participants' rights, also per folder, in the account cabinet, or", help.rights),
    }
  const own = rights.some((right) => limitedToOwn.has(right)) ? ' (it may be limited to own surveys)' : ''
  return {
    kind: 'forbidden',
    message: `${it}: this key lacks the right ${rights.join(' or ')}${own}`,
    hint: withCommand('The owner of the account grants it in the account cabinet, or', help.rights),
  }
}

function locked(body: Body, it: string, { advice: { help } }: Asked): FailureText {
  const lock = isObject(body.editing_lock) ? body.editing_lock : {}
  const campaign = isObject(lock.campaign) ? lock.campaign : undefined
  const by =
    campaign?.title === undefined
      ? 'a paid campaign'
      : `campaign "${String(campaign.title)}"${campaign.status === undefined ? '' : ` (${String(campaign.status)})`}`
  return {
    kind: 'locked',
    message: `${it} is locked by ${by}`,
    hint: `It unlocks when the campaign completes; only support can release it earlier${help.waitUnlock === undefined ? '' : `. To wait: ${help.waitUnlock}`}`,
  }
}

const nowhere = (status: number, asked: Asked): FailureText => ({
  kind: 'not_found',
  message: `The service has no ${exchangeOf(asked)} (${status})`,
  hint: withCommand('Check the ids, and the base URL', asked.advice.help.baseUrl),
})

function busy({ status, code, body, unclear }: Refusal, asked: Asked): FailureText {
  const known = refusalText(code, asked, body)
  if (status === 429)
    return {
      kind: 'unavailable',
      message: `${subject(asked)}: the service asks for fewer requests (429)`,
      hint: unclear ? unknownOutcome(asked) : withCommand('Try again later, with fewer requests at once', asked.advice.help.slower),
    }
  const message = known
    ? known.says.replace('{it}', () => subject(asked))
    : `${subject(asked)}: the service failed (${[status, code].filter(Boolean).join(', ')})`
  return {
    kind: 'unavailable',
    message,
    hint: unclear ? unknownOutcome(asked) : 'Try again later',
  }
}

/** The address, or the head of the request. */
const isTooLong = (status: number): boolean => status === 414 || status === 431

/** Characters of an address that every server accepts, and those kept for everything but the long list. */
const [sureLength, besideList] = [8000, 500]

/** Names the longest list in the address, and how many of its values are sure to fit. */
function tooLong(status: number, { operation, input, path, ...asked }: Asked): FailureText {
  const it = subject({ operation, input, path, ...asked })
  const lists = Object.keys(operation?.query ?? {}).flatMap((name) => {
    const value = input[name]
    return Array.isArray(value) ? { name, length: value.length } : []
  })
  const [longest] = lists.toSorted((a, b) => b.length - a.length)
  if (!longest) return { kind: 'refused', message: `${it}: the address is too long for the service (${status})` }
  const { name, length } = longest
  const fits = Math.max(1, Math.min(length - 1, Math.floor((length * (sureLength - besideList)) / path.length)))
  return {
    kind: 'refused',
    message: `${it}: ${length} ids of ${asked.advice.flag(name)} are more than the service accepts in one request (${status})`,
    hint: `${fits} of them fit in one request: split the list`,
  }
}

/** The errors of a 422: `{field: [text]}`; a single text may stand without a list. */
function fieldsOf(body: Body): Record<string, string[]> {
  const errors = typeof body.errors === 'object' && body.errors !== null ? body.errors : {}
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, [texts].flat().map(String)]))
}

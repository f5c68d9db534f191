/** Answers that aren't the service's: of another program, such as a proxy, or that can't be read. */
import type { ErrorFacts } from '../../errors.ts'
import { withCommand } from '../advice.ts'
import { firstLine, header, isEmpty, type Answer } from './answer.ts'
import { AnswerError, isPassing, kindOfStatus } from './answer-error.ts'
import { exchangeOf, requestOf, unknownOutcome, type Asked } from '../asked.ts'
import type { MalformedAnswer } from '../transport/transport-error.ts'

/** The statuses that the service uses for success; each of these answers has a body. */
export const isGood = (status: number): boolean => status === 200 || status === 201

const unusableStatuses: Readonly<Record<number, string>> = {
  202: 'accepted but not done',
  204: 'empty',
  205: 'empty',
  206: 'only a part of an answer',
}

/** A 2xx that the service doesn't use, or that has no body. */
export function unusableSuccess(answer: Answer, asked: Asked): AnswerError | undefined {
  if (!isGood(answer.status)) return foreignAnswer(answer, asked, unusableStatuses[answer.status] ?? 'a status that it does not use')
  return isEmpty(answer.body) ? foreignAnswer(answer, asked) : undefined
}

const isPage = ({ headers, body }: Answer): boolean =>
  /html/i.test(header(headers, 'content-type') ?? '') || /^\s*</.test(body.toString('latin1', 0, 200))

/** `why`: what is wrong with it, if the body doesn't show it. */
export function foreignAnswer(answer: Answer, asked: Asked, why?: string): AnswerError {
  const { status, body } = answer
  const line = firstLine(body)
  const what = why ?? (isPage(answer) ? 'an HTML page' : line === '' ? 'empty' : 'not JSON')
  const facts: ErrorFacts = {
    status,
    request: requestOf(asked),
    details: line,
    retryable: isPassing(status) && !isUnclear(status, asked),
    hint: foreignHint(status, asked),
    unclear: isUnclear(status, asked),
  }
  const message = `The answer to ${exchangeOf(asked)} is not the service's: ${status}, ${what}${line === '' ? '' : `: ${line}`}`
  return new AnswerError(kindOfStatus(status), message, facts, answer.headers)
}

/** An answer whose body can't be read. */
export const malformedAnswer = (answer: Answer, asked: Asked, why: MalformedAnswer): AnswerError =>
  foreignAnswer(answer, asked, isPage(answer) ? undefined : `its body ${why.message}`)

/**
 * Whether a write may have been done in spite of this answer. Redirects (but 304) and refusals say that it wasn't. A 429 says so
 * only if the service itself sent it: something on the way may have passed the write on before.
 */
export const isUnclear = (status: number, { repeatable }: Asked, isOwn = false): boolean =>
  !repeatable && (status < 300 || status === 304 || status >= 500 || (status === 429 && !isOwn))

function foreignHint(status: number, asked: Asked): string {
  if (status === 407) return 'The proxy requires a user name and a password: put them into HTTPS_PROXY'
  if (isUnclear(status, asked)) return unknownOutcome(asked)
  return withCommand('The cause may be a proxy, a sign-in page of the network or a wrong base URL', asked.advice.help.doctor)
}

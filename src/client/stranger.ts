/** Answers that another program gave in the service's place, or that can't be understood. */
import type { ErrorFacts } from '../errors.ts'
import { withCommand } from './advice.ts'
import { firstLine, header, isEmpty, type Answer } from './answer.ts'
import { AnswerError, isPassing, kindOfStatus } from './answer-error.ts'
import { exchangeOf, requestOf, unknownOutcome, type Asked } from './asked.ts'
import type { BrokenAnswer } from './breakage.ts'

/** What the service answers with when it has done what was asked; each of its answers has a body. */
export const isGood = (status: number): boolean => status === 200 || status === 201

const oddities: Readonly<Record<number, string>> = { 202: 'which only promises', 204: 'empty', 205: 'empty', 206: 'a part of an answer' }

/** What says that all went well, and is no answer of the service. */
export function oddFailure(answer: Answer, asked: Asked): AnswerError | undefined {
  if (!isGood(answer.status)) return strangerFailure(answer, asked, oddities[answer.status] ?? 'a status that it does not use')
  return isEmpty(answer.body) ? strangerFailure(answer, asked) : undefined
}

const isPage = ({ headers, body }: Answer): boolean =>
  /html/i.test(header(headers, 'content-type') ?? '') || /^\s*</.test(body.toString('latin1', 0, 200))

/** An answer that another program gave in the service's place. */
export function strangerFailure(answer: Answer, asked: Asked, why?: string): AnswerError {
  const { status, body } = answer
  const line = firstLine(body)
  const what = why ?? (isPage(answer) ? 'an HTML page' : line === '' ? 'empty' : 'not JSON')
  const facts: ErrorFacts = {
    status,
    request: requestOf(asked),
    details: line,
    retryable: isPassing(status) && !isUnclear(status, asked),
    hint: strangerHint(status, asked),
    unclear: isUnclear(status, asked),
  }
  const message = `The answer to ${exchangeOf(asked)} is not the service's: ${status}, ${what}${line === '' ? '' : `: ${line}`}`
  return new AnswerError(kindOfStatus(status), message, facts, answer.headers)
}

/** An answer that can't be understood: cut off JSON is told apart from a page. */
export const brokenAnswer = (answer: Answer, asked: Asked, why: BrokenAnswer): AnswerError =>
  strangerFailure(answer, asked, isPage(answer) ? undefined : `its body ${why.message}`)

/**
 * A 304 answers nothing that was asked; any other redirect or refusal says that nothing was done. A 429 is the service's
 * word that nothing was done only where it is the service's own: something on the way may have passed the write on before it.
 */
export const isUnclear = (status: number, { repeatable }: Asked, isOwn = false): boolean =>
  !repeatable && (status < 300 || status === 304 || status >= 500 || (status === 429 && !isOwn))

function strangerHint(status: number, asked: Asked): string {
  if (status === 407) return 'The proxy asks for a name and a password: put them into HTTPS_PROXY'
  if (isUnclear(status, asked)) return unknownOutcome(asked)
  return withCommand('A proxy, a sign-in page of the network or a wrong base URL may stand in between', asked.advice.help.doctor)
}

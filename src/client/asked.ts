/** What is known of a request, for messages about it. */
import type { AnyOperation } from '../contract/core/operation.ts'
import { maskedPath } from '../contract/core/secret.ts'
import { withCommand, type Advice } from './advice.ts'
import type { Values } from './request.ts'
import { subjectOf } from './subject.ts'

export interface Asked {
  method: string
  path: string
  operation?: AnyOperation | undefined
  input: Values
  /** Whether sending it twice does no harm. */
  repeatable: boolean
  /** Whether the API key was sent with it. */
  signed: boolean
  advice: Advice
}

/** As it is told of a failure. */
export const requestOf = ({ method, path }: Asked): { method: string; path: string } => ({ method, path: maskedPath(path) })

/** `GET /quiz/42`, for messages about the request and not about what it concerns. */
export const exchangeOf = ({ method, path }: Asked): string => `${method} ${path.split('?')[0]}`

export const subject = (asked: Asked): string => (asked.operation ? subjectOf(asked.operation, asked.input) : exchangeOf(asked))

/** The hint after a write whose outcome is unknown. */
export const checkFirst = (asked: Asked): string => withCommand('Check before retrying', asked.advice.shows(asked))

export const unknownOutcome = (asked: Asked): string => `The request was sent, but its outcome is unknown. ${checkFirst(asked)}`

/** A failure that the service answered with; keeps how long it asks to wait. */
import { CommandError, type ErrorFacts, type ErrorKind } from '../../errors.ts'
import { header } from './answer.ts'
import type { HeaderValues } from '../transport/exchange.ts'

export class AnswerError extends CommandError {
  /** Milliseconds that the service asks to wait. */
  readonly retryAfter: number | undefined

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts, headers: HeaderValues) {
    super(kind, message, facts)
    this.retryAfter = retryAfterOf(headers)
  }
}

/** `Retry-After` holds seconds or a date. */
function retryAfterOf(headers: HeaderValues): number | undefined {
  const text = header(headers, 'retry-after')?.trim()
  if (!text) return undefined
  const millis = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(millis) ? undefined : Math.min(Math.max(0, millis), Number.MAX_SAFE_INTEGER)
}

const kinds: Readonly<Record<number, ErrorKind>> = {
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

export const kindOfStatus = (status: number): ErrorKind => kinds[status] ?? (status >= 500 ? 'unavailable' : 'refused')

/** Whether the same request may succeed later. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 425 || status === 429

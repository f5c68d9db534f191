/** The options of a client, checked before anything is sent. */
import { usageError } from '../errors.ts'
import { forTimer, wholeTimeout } from '../system/timers.ts'
import { withCommand, type Advice } from './advice.ts'
import { isLoopback } from './transport/proxy.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Waiting } from './waiting.ts'
import type { Timeouts } from './transport/transport.ts'

export interface ClientOptions {
  /** The v3 prefix of the service, `https://host/api/v3`. */
  baseUrl: string
  apiKey?: string
  /** Allow plain http to other machines. */
  allowHttp?: boolean
  /**
   * Seconds to wait for the first byte (60). Other limits follow from it: the longest silence within an answer
   * is the same; connecting may take a sixth of it (10 s), but at least a second if the timeout allows.
   */
  timeout?: number
  /** Requests at once, and most connections (8). */
  concurrency?: number
  /** Requests a second; no bound when absent. */
  rate?: number
  onDebug?: (line: string) => void
  onRetry?: (waiting: Waiting) => void
  signal?: AbortSignal
  /** The limiter of several clients. */
  limiter?: RateLimiter
  userAgent?: string
  advice?: Advice
  env?: NodeJS.ProcessEnv
}

const second = 1000
export const defaultConnections = 8

export function timeoutsOf(timeout: number): Timeouts {
  const millis = (seconds: number): number => forTimer(Math.ceil(seconds * second))
  const silence = millis(timeout)
  return { connect: millis(Math.max(timeout / 6, Math.min(timeout, 1))), firstByte: silence, idle: silence, whole: wholeTimeout(timeout) }
}

/** `https`; plain `http` only to this machine, or if the user allows it. */
export const mayBeAsked = (url: URL, allowHttp: boolean): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname)))

export function readBase(text: string, allowHttp: boolean): URL {
  const base = URL.parse(text)
  if (!base || !['https:', 'http:'].includes(base.protocol))
    throw usageError(`The base URL "${text}" is not a web address`, 'It looks like https://host/api/v3')
  if (base.username || base.password) throw usageError('The base URL must not contain a user name or a password')
  if (base.search || base.hash) throw usageError('The base URL must not contain a query (?) or a fragment (#)')
  if (!mayBeAsked(base, allowHttp))
    throw usageError(`The base URL ${base.origin} is not https`, 'To send the key over plain http all the same: --allow-http')
  return base
}

export function readKey(key: string | undefined, { help }: Advice): string | undefined {
  if (key === undefined || key === '') return undefined
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError('The API key contains characters that no key has', withCommand('To sign in again', help.signIn))
  return key
}

/** What a client is made of, read and judged before anything is sent. */
import { usageError } from '../errors.ts'
import { forTimer, wholeTimeout } from '../system/timers.ts'
import { withCommand, type Advice } from './advice.ts'
import { isLoopback } from './proxy.ts'
import type { Timeouts } from './transport.ts'

export interface ClientOptions {
  /** The v3 prefix of the service, `https://host/api/v3`. */
  baseUrl: string
  apiKey?: string
  /** Plain http beyond this machine. */
  allowHttp?: boolean
  /**
   * Seconds to wait for the first byte (60). The others go with it: the longest silence in an answer
   * is the same, connecting may take a sixth of it (10 s), though a second where there is one.
   */
  timeout?: number
  /** Requests, and connections, at once (8). */
  concurrency?: number
  /** Requests a second; no bound when absent. */
  rate?: number
  onDebug?: (line: string) => void
  onRetry?: (note: string) => void
  signal?: AbortSignal
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

/** `https`, or plain `http` where nobody else listens or it is wanted all the same. */
export const mayBeAsked = (url: URL, allowHttp: boolean): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname)))

export function readBase(text: string, allowHttp: boolean): URL {
  const base = URL.parse(text)
  if (!base || !['https:', 'http:'].includes(base.protocol))
    throw usageError(`The base URL "${text}" is not a web address`, 'It looks like https://host/api/v3')
  if (base.username || base.password) throw usageError('The base URL must not hold a name or a password')
  if (base.search || base.hash) throw usageError('The base URL must end with its path')
  if (!mayBeAsked(base, allowHttp))
    throw usageError(`The base URL ${base.origin} is not https`, 'To send the key over plain http all the same: --allow-http')
  return base
}

export function readKey(key: string | undefined, { help }: Advice): string | undefined {
  if (key === undefined || key === '') return undefined
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError('The API key holds characters that cannot be sent', withCommand('To sign in again', help.signIn))
  return key
}

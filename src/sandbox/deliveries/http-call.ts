/** One webhook call over node:http. It connects to the very address that was checked, also after each redirect. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { publicAddressOf } from './public-address.ts'

export interface HttpCall {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

export interface CallOptions {
  allowLocal: boolean
  signal: AbortSignal
  timeout?: number
}

const maxRedirects = 5

/** The status of the last response; throws when there was none. */
export async function performCall(call: HttpCall, { allowLocal, signal, timeout = 10_000 }: CallOptions): Promise<number> {
  const limit = AbortSignal.timeout(timeout)
  try {
    return await follow(call, allowLocal, AbortSignal.any([signal, limit]), maxRedirects)
  } catch (error) {
    throw limit.aborted ? new Error(`no answer within ${timeout / 1000} s`, { cause: error }) : error
  }
}

async function follow(call: HttpCall, allowLocal: boolean, signal: AbortSignal, redirects: number): Promise<number> {
  const address = await publicAddressOf(new URL(call.url), allowLocal)
  signal.throwIfAborted()
  const { status, location } = await send(call, address, signal)
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return status
  if (redirects === 0) throw new Error('too many redirects')
  return follow(redirected(call, location, status), allowLocal, signal, redirects - 1)
}

/** As browsers do: 307 and 308 keep method and body. The webhook's own headers never go to another origin. */
function redirected({ method, url, headers, body }: HttpCall, location: string, status: number): HttpCall {
  const target = new URL(location, url)
  if (!['http:', 'https:'].includes(target.protocol)) throw new Error(`redirected to ${target.protocol}`)
  const isSameOrigin = target.origin === new URL(url).origin
  const keepsMethod = status === 307 || status === 308
  const keepsBody = keepsMethod && body !== undefined
  const kept = Object.entries(headers).filter(([name]) =>
    name.toLowerCase() === 'content-type' ? keepsBody : isSameOrigin || name.toLowerCase() === 'user-agent',
  )
  return {
    method: keepsMethod ? method : 'GET',
    url: target.href,
    headers: Object.fromEntries(kept),
    ...(keepsBody && { body }),
  }
}

function send(
  { method, url, headers, body }: HttpCall,
  address: LookupAddress,
  signal: AbortSignal,
): Promise<{ status: number; location?: string }> {
  const pinned: LookupFunction = (_host, { all }, done) => (all ? done(null, [address]) : done(null, address.address, address.family))
  const request = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      lookup: pinned,
      signal,
      agent: false,
      headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
    })
    outgoing.on('response', (incoming: IncomingMessage) => {
      // Only the status and the redirect matter: the body is not read.
      incoming.on('error', () => {})
      incoming.destroy()
      const { location } = incoming.headers
      resolve({ status: incoming.statusCode ?? 0, ...(location !== undefined && { location }) })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

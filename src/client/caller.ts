/** Sends one request to the service: address, key, redirects, debug lines. The key goes to the base URL's origin alone. */
import { maskedPath } from '../contract/core/secret.ts'
import { CommandError, usageError } from '../errors.ts'
import { withoutSecrets } from '../text/secrets.ts'
import { withCommand } from './advice.ts'
import { header, readBody, readForLine, withSecretsMasked, type Answer } from './answer/answer.ts'
import { exchangeOf, requestOf } from './asked.ts'
import { TransportError, MalformedAnswer } from './transport/transport-error.ts'
import { transportFailure } from './answer/transport-failure.ts'
import { masked, size } from './debug.ts'
import { malformedAnswer } from './answer/foreign-answer.ts'
import type { Job, Payload } from './job.ts'
import { mayBeAsked } from './options.ts'
import type { Incoming } from './transport/exchange.ts'
import type { Timeouts, Transport } from './transport/transport.ts'
import { unoptimised } from './transport/unoptimised.ts'
import { parseExactly } from '../text/exact.ts'

export interface CallerOptions {
  base: URL
  apiKey: string | undefined
  allowHttp: boolean
  userAgent: string
  timeouts: Timeouts
  onDebug: ((line: string) => void) | undefined
}

const mostRedirects = 5

/** One step of a request on its way through redirects. */
interface Step {
  url: URL
  method: string
  payload: Payload | undefined
}

export class Caller {
  readonly #options: CallerOptions
  readonly #transport: Transport
  readonly #origin: string
  /** Path of the base URL, with a slash at its end. */
  readonly #folder: string

  constructor(options: CallerOptions, transport: Transport) {
    this.#options = options
    this.#origin = options.base.origin
    this.#folder = options.base.pathname.replace(/\/*$/, '/')
    this.#transport = transport
  }

  /** Milliseconds that a whole answer may take, or one megabyte of a list or a file. */
  get longest(): number {
    return this.#options.timeouts.whole
  }

  /** The head of the answer; its body is still to be read. */
  async open(job: Job): Promise<Incoming> {
    const seen = new Set<string>()
    let step: Step = { url: job.url ?? this.#address(job.asked.path), method: job.asked.method, payload: job.payload }
    while (true) {
      const incoming = await this.#send(step, job)
      const next = isRedirect(incoming.status) ? this.#redirected(step, incoming, job) : undefined
      if (!next) return incoming
      incoming.body.discard()
      seen.add(`${step.method} ${step.url}`)
      if (seen.has(`${next.method} ${next.url}`))
        throw refusedRedirect(job, incoming, `the service redirects in a circle, to ${maskedPath(next.url.href)} again`)
      if (seen.size >= mostRedirects) throw refusedRedirect(job, incoming, `the service redirects more than ${mostRedirects} times`)
      step = next
    }
  }

  /** The whole answer, whatever its status. */
  async whole(job: Job): Promise<Answer> {
    return this.read(job, await this.open(job))
  }

  async read(job: Job, incoming: Incoming): Promise<Answer> {
    try {
      const body = await readBody(incoming, this.longest)
      if (incoming.status < 300) return { ...incoming, body }
      if (incoming.status >= 400) this.#debug(() => `  ${maskedBody(body)}`)
      return withSecretsMasked({ ...incoming, body })
    } catch (error) {
      throw this.translate(error, job, incoming)
    }
  }

  /** Errors of the transport in the user's terms. `beginning`: the start of the body, if any of it was read. */
  translate(error: unknown, { asked, url }: Job, incoming?: Incoming, beginning: Buffer = Buffer.alloc(0)): unknown {
    if (error instanceof TransportError) return transportFailure(error, asked, (url ?? this.#options.base).host)
    if (error instanceof MalformedAnswer && incoming) return malformedAnswer({ ...incoming, body: beginning }, asked, error)
    return error
  }

  /** Refuses a path that leads out of the base URL by its dots. */
  #address(path: string): URL {
    const url = URL.parse(this.#origin + this.#folder + path.replace(/^\//, ''))
    if (!url?.pathname.startsWith(this.#folder) || url.origin !== this.#origin)
      throw usageError(`"${path}" is not a path below the base URL`)
    return url
  }

  async #send({ url, method, payload }: Step, job: Job): Promise<Incoming> {
    const started = Date.now()
    const took = (): string => `${Date.now() - started} ms`
    const { origin } = url
    const path = url.pathname + url.search
    this.#debug(() => `→ ${method} ${origin}${maskedPath(path)}${payload ? ` ${masked(payload.shown)}` : ''}`)
    try {
      const outgoing = {
        method,
        origin,
        path,
        headers: this.#headers(origin, payload, job),
        body: payload?.open(),
        watched: job.watched,
      }
      const incoming = await unoptimised(this.#transport.send(outgoing))
      const length = header(incoming.headers, 'content-length')
      this.#debug(() =>
        `← ${incoming.status} in ${took()}${length ? `, ${size(Number(length))}` : ''} ${header(incoming.headers, 'content-type') ?? ''}`.trimEnd(),
      )
      return incoming
    } catch (error) {
      this.#debug(() => `✗ ${error instanceof TransportError ? `${error.code} ${error.message}` : String(error)} after ${took()}`)
      throw this.translate(error, { ...job, url })
    }
  }

  #headers(origin: string, payload: Payload | undefined, { file, headers }: Job): Record<string, string> {
    const { apiKey, userAgent } = this.#options
    return {
      accept: file ? '*/*' : 'application/json',
      'accept-encoding': file ? 'identity' : 'gzip',
      'user-agent': userAgent,
      ...(payload && { 'content-type': payload.type }),
      ...(payload?.length !== undefined && { 'content-length': String(payload.length) }),
      ...headers,
      ...(apiKey !== undefined && origin === this.#origin && { authorization: `Bearer ${apiKey}` }),
    }
  }

  /** Where a redirect leads, if it may be followed. */
  #redirected({ url, method, payload }: Step, incoming: Incoming, job: Job): Step | undefined {
    const location = header(incoming.headers, 'location')
    const next = location === undefined ? null : URL.parse(location, url)
    if (!next) return undefined
    next.hash = ''
    const there = maskedPath(next.href)
    const fail = (why: string): CommandError => {
      incoming.body.discard()
      return refusedRedirect(job, incoming, why)
    }
    if (!job.read) throw fail(`the service redirects to ${there}; a request that changes something is not sent on`)
    if (!mayBeAsked(next, this.#options.allowHttp)) throw fail(`the service redirects to ${there}, which is not https`)
    if (next.origin !== url.origin && !job.file)
      throw fail(`the service redirects to another host, ${next.host}, which is only followed for files`)
    const keeps = incoming.status === 307 || incoming.status === 308
    if (payload && keeps && next.origin !== url.origin) throw fail(`the service redirects the data to another host, ${next.host}`)
    // Sent on without its body it would be another request.
    if (payload && !keeps && incoming.status !== 303)
      throw fail(`the service redirects to ${there} in a way (${incoming.status}) that loses the data`)
    return keeps ? { url: next, method, payload } : { url: next, method: 'GET', payload: undefined }
  }

  #debug(line: () => string): void {
    this.#options.onDebug?.(line())
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

const refusedRedirect = ({ asked }: Job, { status }: Incoming, why: string): CommandError =>
  new CommandError('refused', `${exchangeOf(asked)}: ${why}`, {
    status,
    request: requestOf(asked),
    hint: withCommand('Check the base URL', asked.advice.help.baseUrl),
  })

function maskedBody(body: Buffer): string {
  try {
    return masked(parseExactly(body.toString()))
  } catch {
    return withoutSecrets(body.toString('utf8', 0, readForLine))
      .slice(0, 300)
      .replaceAll(/\s+/g, ' ')
  }
}

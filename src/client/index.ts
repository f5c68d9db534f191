/** The service as the commands see it: operations in, results or CommandErrors out. */
import { isRead, type AnyOperation, type Input, type Result } from '../contract/operation.ts'
import { usageError, type CommandError } from '../errors.ts'
import { parseBody, type Answer } from './answer.ts'
import { BrokenAnswer } from './breakage.ts'
import { Caller, mayBePlain, type Job, type Payload } from './caller.ts'
import { checked } from './check.ts'
import { download, type Downloaded, type DownloadOptions } from './download.ts'
import { brokenAnswer, failureOf, type Asked } from './failures.ts'
import { multipart } from './multipart.ts'
import { proxyFor } from './proxy.ts'
import { toRequest, type Values } from './request.ts'
import { Retry } from './retry.ts'
import { ListReader, type Bounds, type Rows } from './rows.ts'
import { Transport, type HeaderValues, type Incoming, type Timeouts } from './transport.ts'

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
  /** Connections at once (8). */
  concurrency?: number
  onDebug?: (line: string) => void
  onRetry?: (note: string) => void
  signal?: AbortSignal
  userAgent?: string
  /** The command that shows what became of a write, where it isn't the noun's `view` or `list`. */
  stateCommand?: (operation: AnyOperation, input: Values) => string | undefined
  env?: NodeJS.ProcessEnv
}

export interface RawAnswer {
  status: number
  headers: HeaderValues
  body: Uint8Array
  request: { method: string; path: string }
}

export interface RequestOptions {
  query?: readonly (readonly [string, string])[] | Readonly<Record<string, string>>
  /** Text and bytes are sent as they are; anything else as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface Client {
  call: <Op extends AnyOperation>(operation: Op, input: Input<Op>) => Promise<Result<Op>>
  /** The body as it came; refusals are thrown as by `call`. */
  raw: <Op extends AnyOperation>(operation: Op, input: Input<Op>) => Promise<RawAnswer>
  /** Batches of rows. Without bounds: the service's default page. */
  rows: <Op extends AnyOperation>(operation: Op, input: Input<Op>, bounds?: Bounds) => Rows
  download: <Op extends AnyOperation>(operation: Op, input: Input<Op>, options: DownloadOptions) => Promise<Downloaded>
  /** A file at an address that the service gave; the key goes along only to its own origin. */
  downloadFrom: (url: string, options: DownloadOptions) => Promise<Downloaded>
  /** Any request below the base URL; its answer whatever the status. */
  request: (method: string, path: string, options?: RequestOptions) => Promise<RawAnswer>
  /** What a refusal that `request` returned means. */
  failure: (answer: RawAnswer) => CommandError
  close: () => Promise<void>
}

const seconds = 1000
const defaultTimeout = 60
const defaultConnections = 8

export function timeoutsOf(timeout: number): Timeouts {
  const connect = Math.max(timeout / 6, Math.min(timeout, 1))
  return { connect: Math.ceil(connect * seconds), firstByte: Math.ceil(timeout * seconds), idle: Math.ceil(timeout * seconds) }
}

function readBase(text: string, allowHttp: boolean): URL {
  const base = URL.parse(text)
  if (!base || !['https:', 'http:'].includes(base.protocol))
    throw usageError(`The base URL "${text}" is not a web address`, 'It looks like https://host/api/v3')
  if (base.username || base.password) throw usageError('The base URL must not hold a name or a password')
  if (base.search || base.hash) throw usageError('The base URL must end with its path')
  if (!mayBePlain(base, allowHttp))
    throw usageError(`The base URL ${base.origin} is not https`, 'To send the key over plain http all the same: --allow-http')
  return base
}

function readKey(key: string | undefined): string | undefined {
  if (key === undefined || key === '') return undefined
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError('The API key holds characters that cannot be sent', 'To sign in again: surveyctl auth login')
  return key
}

export const createClient = (options: ClientOptions): Client => new ServiceClient(options)

class ServiceClient implements Client {
  readonly #options: ClientOptions
  readonly #transport: Transport
  readonly #caller: Caller
  readonly #base: URL

  constructor(options: ClientOptions) {
    const { allowHttp = false, env = process.env } = options
    const timeouts = timeoutsOf(options.timeout ?? defaultTimeout)
    this.#options = options
    this.#base = readBase(options.baseUrl, allowHttp)
    this.#transport = new Transport({
      connections: options.concurrency ?? defaultConnections,
      timeouts,
      connector: async (origin) => {
        const proxy = proxyFor(origin, env)
        return proxy && (await import('./tunnel.ts')).tunnel(proxy, timeouts.connect)
      },
    })
    this.#caller = new Caller(
      {
        base: this.#base,
        apiKey: readKey(options.apiKey),
        allowHttp,
        timeouts,
        userAgent: options.userAgent ?? 'surveyctl',
        signal: options.signal,
        onDebug: options.onDebug,
      },
      this.#transport,
    )
  }

  call = async <Op extends AnyOperation>(operation: Op, input: Input<Op>): Promise<Result<Op>> => {
    const job = await this.#job(operation, input)
    const answer = await this.#answer(job)
    return checked(operation, readJson(answer, job.asked), job.asked, answer.status)
  }

  raw = async <Op extends AnyOperation>(operation: Op, input: Input<Op>): Promise<RawAnswer> => {
    const job = await this.#job(operation, input)
    return rawAnswer(await this.#answer(job), job.asked)
  }

  rows = <Op extends AnyOperation>(operation: Op, input: Input<Op>, bounds: Bounds = {}): Rows =>
    new ListReader(operation, input, bounds, {
      caller: this.#caller,
      job: (values) => this.#plainJob(operation, values),
      page: async (job) => {
        const answer = await this.#answer(job)
        return { page: readJson(answer, job.asked), status: answer.status }
      },
      head: this.#head,
      retry: this.#retry,
    })

  download = async <Op extends AnyOperation>(operation: Op, input: Input<Op>, options: DownloadOptions): Promise<Downloaded> =>
    this.#download({ ...(await this.#job(operation, input)), file: true }, options)

  downloadFrom = async (text: string, options: DownloadOptions): Promise<Downloaded> => {
    const url = URL.parse(text, this.#base)
    if (!url || !mayBePlain(url, this.#options.allowHttp ?? false)) throw usageError(`"${text}" is not an https address`)
    const asked: Asked = {
      method: 'GET',
      path: url.origin === this.#base.origin ? url.pathname + url.search : url.href,
      input: {},
      repeatable: true,
    }
    return this.#download({ asked, read: true, file: true, url }, options)
  }

  async #download(job: Job, options: DownloadOptions): Promise<Downloaded> {
    return download(job, await this.#head(job, this.#retry(job.asked)), this.#caller, options)
  }

  request = async (method: string, path: string, { query, body, headers }: RequestOptions = {}): Promise<RawAnswer> => {
    const read = method === 'GET' || method === 'HEAD'
    const asked: Asked = { method, path: withQuery(path, query), input: {}, repeatable: read }
    const job: Job = { asked, read, file: false, headers, payload: body === undefined ? undefined : payloadOf(body) }
    const retry = this.#retry(asked)
    while (true) {
      const answer = await this.#whole(job, retry)
      if (answer.status < 400) return rawAnswer(answer, asked)
      const failure = failureOf(answer, asked)
      try {
        await retry.after(failure)
      } catch (error) {
        if (this.#options.signal?.aborted) throw error
        return rawAnswer(answer, asked)
      }
    }
  }

  /** The answer, with what broke on the way repeated, and refusals left to the caller. */
  async #whole(job: Job, retry: Retry): Promise<Answer> {
    while (true) {
      try {
        return await this.#caller.whole(job)
      } catch (error) {
        await retry.after(error)
      }
    }
  }

  failure = ({ request: { method, path }, status, headers, body }: RawAnswer): CommandError =>
    failureOf(
      { status, headers, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) },
      { method, path, input: {}, repeatable: method === 'GET' },
    )

  close = (): Promise<void> => this.#transport.close()

  readonly #retry = (asked: Asked): Retry => new Retry(asked, this.#options.signal, this.#options.onRetry)

  /** A good answer, whole; refusals are thrown once nothing is left to try. */
  readonly #answer = async (job: Job): Promise<Answer> => {
    const retry = this.#retry(job.asked)
    while (true) {
      try {
        const answer = await this.#caller.whole(job)
        if (answer.status >= 300) throw failureOf(answer, job.asked)
        return answer
      } catch (error) {
        await retry.after(error)
      }
    }
  }

  /** The head of a good answer whose body is streamed. */
  readonly #head = async (job: Job, retry: Retry): Promise<Incoming> => {
    while (true) {
      try {
        const incoming = await this.#caller.open(job)
        if (incoming.status < 300) return incoming
        throw failureOf(await this.#caller.read(job, incoming), job.asked)
      } catch (error) {
        await retry.after(error)
      }
    }
  }

  #plainJob(operation: AnyOperation, input: Values): Job {
    const { method, path, body } = toRequest(operation, input)
    const read = isRead(operation) || operation.safe === true
    return {
      asked: {
        method,
        path,
        operation,
        input,
        repeatable: read || operation.repeatable === true,
        state: this.#options.stateCommand?.(operation, input),
      },
      read,
      file: operation.file === true,
      payload: body && jsonPayload(body),
    }
  }

  async #job(operation: AnyOperation, input: Values): Promise<Job> {
    const job = this.#plainJob(operation, input)
    if (!operation.multipart) return job
    const { type, length, open } = await multipart(operation, input)
    return { ...job, payload: { type, length, open, shown: toRequest(operation, input).body } }
  }
}

const jsonPayload = (body: unknown): Payload => {
  const text = JSON.stringify(body)
  return { type: 'application/json', open: () => text, shown: body }
}

const payloadOf = (body: unknown): Payload => {
  if (body instanceof Uint8Array) return { type: 'application/octet-stream', open: () => body, shown: `(${body.byteLength} bytes)` }
  return typeof body === 'string' ? { type: 'application/json', open: () => body, shown: '(text)' } : jsonPayload(body)
}

function withQuery(path: string, query: RequestOptions['query']): string {
  const text = new URLSearchParams(query as Record<string, string>).toString()
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`
}

function readJson(answer: Answer, asked: Asked): unknown {
  try {
    return parseBody(answer.body)
  } catch (error) {
    throw error instanceof BrokenAnswer ? brokenAnswer(answer, asked, error) : error
  }
}

const rawAnswer = ({ status, headers, body }: Answer, { method, path }: Asked): RawAnswer => ({
  status,
  headers,
  body,
  request: { method, path },
})

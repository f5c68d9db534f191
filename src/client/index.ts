/** The service as the commands see it: operations in, results or CommandErrors out. */
import { isWrite, type AnyOperation, type Input, type Result, type Row } from '../contract/core/operation.ts'
import { usageError, type CommandError } from '../errors.ts'
import { keepSecret } from '../text/secrets.ts'
import { usualTimeout } from '../system/timers.ts'
import { noAdvice, type Advice } from './advice.ts'
import { looselyParsed, withSecretsMasked, type Answer } from './answer/answer.ts'
import { requestOf, type Asked } from './asked.ts'
import { MalformedAnswer } from './transport/transport-error.ts'
import { Caller } from './caller.ts'
import { checked, refuseUnconfirmed } from './answer/check.ts'
import { release } from './transport/body-memory.ts'
import { readJson, type Read } from './answer/json.ts'
import type { Downloaded, DownloadOptions } from './download.ts'
import { failureOf } from './answer/failures.ts'
import { jobOf, payloadOf, withFiles, type Job } from './job.ts'
import { defaultConnections, mayBeAsked, readBase, readKey, timeoutsOf, type ClientOptions } from './options.ts'
import { RateLimiter } from './rate-limiter.ts'
import { proxyFor } from './transport/proxy.ts'
import { refusedWith } from './answer/refusal.ts'
import { withQuery, type Query, type Values } from './request.ts'
import { persist, Retry, type CallOptions, type RepeatOptions } from './retry.ts'
import { ListReader, type Bounds, type Rows } from './rows.ts'
import { malformedAnswer, isGood, unusableSuccess } from './answer/foreign-answer.ts'
import type { HeaderValues, Incoming } from './transport/exchange.ts'
import { Transport, type TransportOptions } from './transport/transport.ts'
import { environment } from '../system/environment.ts'

export interface RawAnswer {
  status: number
  headers: HeaderValues
  body: Uint8Array
  request: { method: string; path: string }
}

export interface RequestOptions {
  query?: Query
  /** Text and bytes are sent as they are; anything else as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface Client {
  call: <Op extends AnyOperation>(operation: Op, input: Input<Op>, options?: CallOptions) => Promise<Result<Op>>
  /** The body as it came; refusals are thrown as by `call`. */
  raw: <Op extends AnyOperation>(operation: Op, input: Input<Op>, options?: RepeatOptions) => Promise<RawAnswer>
  /** Batches of rows. Without bounds: the service's default page. */
  rows: <Op extends AnyOperation>(operation: Op, input: Input<Op>, bounds?: Bounds<Row<Op>>) => Rows<Row<Op>>
  download: <Op extends AnyOperation>(operation: Op, input: Input<Op>, options: DownloadOptions) => Promise<Downloaded>
  /** A file at an address that the service gave; the key goes along only to its own origin. */
  downloadFrom: (url: string, options: DownloadOptions) => Promise<Downloaded>
  /** The status of an address that the service gave; only its first byte is requested. `undefined`: not an allowed address. */
  probe: (url: string) => Promise<number | undefined>
  /** Any request below the base URL; returns the answer whatever its status. */
  request: (method: string, path: string, options?: RequestOptions) => Promise<RawAnswer>
  /** The failure for a refusal that `request` returned; undefined if it is none. */
  failure: (answer: RawAnswer) => CommandError | undefined
  /** From now on a 429 is no failure until the pauses of all requests sum to this many milliseconds. */
  setPatience: (patience: number) => void
  close: () => Promise<void>
}

export const createClient = (options: ClientOptions): Client => new ServiceClient(options)

class ServiceClient implements Client {
  readonly #options: ClientOptions
  readonly #transport: Transport
  readonly #caller: Caller
  readonly #base: URL
  readonly #key: string | undefined
  readonly #advice: Advice
  readonly #limiter: RateLimiter

  constructor(options: ClientOptions) {
    const { allowHttp = false, env = environment(), userAgent = 'surveyctl', signal, onDebug } = options
    const timeouts = timeoutsOf(options.timeout ?? usualTimeout)
    this.#options = options
    this.#base = readBase(options.baseUrl, allowHttp)
    this.#advice = options.advice ?? noAdvice
    keepSecret(options.apiKey)
    this.#key = readKey(options.apiKey, this.#advice)
    const connector: TransportOptions['connector'] = async (origin, watch) => {
      const proxy = proxyFor(origin, env)
      return proxy && (await import('./transport/tunnel.ts')).tunnel(proxy, timeouts.connect, watch)
    }
    const width = options.concurrency ?? defaultConnections
    this.#limiter = options.limiter ?? new RateLimiter({ width, rate: options.rate, signal, onWait: options.onRetry })
    this.#transport = new Transport({ connections: width, timeouts, connector, signal })
    this.#caller = new Caller({ base: this.#base, apiKey: this.#key, allowHttp, timeouts, userAgent, onDebug }, this.#transport)
  }

  call = async <Op extends AnyOperation>(operation: Op, input: Input<Op>, options?: CallOptions): Promise<Result<Op>> => {
    const job = await withFiles(this.#job(operation, input), operation, input)
    const read = (answer: Answer): Result<Op> => {
      const { value, exactly } = this.#json(answer, job.asked)
      const result = checked<Result<Op>>(operation, value, job.asked, answer.status)
      options?.body?.(answer.body)
      // The same value as the one that was checked.
      return options?.exact || operation.sentBack ? (exactly() as Result<Op>) : result
    }
    return this.#answer(job, read, options)
  }

  raw = async <Op extends AnyOperation>(operation: Op, input: Input<Op>, options?: RepeatOptions): Promise<RawAnswer> => {
    const job = await withFiles(this.#job(operation, input), operation, input)
    const read = (answer: Answer): RawAnswer => {
      // A write counts as done only if its answer says so; the body of a read may be anything.
      if (isWrite(operation)) refuseUnconfirmed(operation, this.#json(answer, job.asked).value, job.asked, answer.status)
      else this.#refuse(looselyParsed(answer.body), answer, job.asked)
      return rawAnswer(answer, job.asked)
    }
    return this.#answer(job, read, options)
  }

  rows = <Op extends AnyOperation>(operation: Op, input: Input<Op>, bounds: Bounds<Row<Op>> = {}): Rows<Row<Op>> =>
    new ListReader(operation, input, bounds, {
      job: (values) => this.#job(operation, values),
      page: (job) =>
        this.#answer(job, (answer) => {
          const { status, body } = answer
          return { ...this.#json(answer, job.asked), status, body, release: () => release(body) }
        }),
      // The contract says of what form the rows are; answers are checked leniently.
    }) as Rows<Row<Op>>

  download = async <Op extends AnyOperation>(operation: Op, input: Input<Op>, options: DownloadOptions): Promise<Downloaded> =>
    this.#download({ ...this.#job(operation, input), file: true }, options)

  downloadFrom = async (text: string, options: DownloadOptions): Promise<Downloaded> => {
    const url = URL.parse(text, this.#base)
    if (!url || !mayBeAsked(url, this.#options.allowHttp ?? false)) throw usageError(`"${text}" is not an https address`)
    const path = url.origin === this.#base.origin ? url.pathname + url.search : url.href
    return this.#download({ asked: this.#asked('GET', path), read: true, file: true, url }, options)
  }

  /** May be another host, so it is neither retried nor paced. */
  probe = async (text: string): Promise<number | undefined> => {
    const url = URL.parse(text, this.#base)
    if (!url || !mayBeAsked(url, this.#options.allowHttp ?? false)) return undefined
    const asked = this.#asked('GET', url.href)
    const { status, body } = await this.#caller.open({ asked, read: true, file: true, url, headers: { range: 'bytes=0-0' } })
    body.discard()
    return status
  }

  async #download(job: Job, options: DownloadOptions): Promise<Downloaded> {
    const { download } = await import('./download.ts')
    return download(job, { head: this.#head, retry: this.#retry, caller: this.#caller }, options)
  }

  request = async (method: string, path: string, { query, body, headers }: RequestOptions = {}): Promise<RawAnswer> => {
    const asked = this.#asked(method, withQuery(path, query))
    const job: Job = { asked, read: asked.repeatable, file: false, headers, payload: body === undefined ? undefined : payloadOf(body) }
    let refused: Answer | undefined
    try {
      const answer = await persist(this.#retry(asked), async () => {
        refused = undefined
        const whole = await this.#caller.whole(job)
        const failure = this.#failure(whole, asked)
        if (!failure) return whole
        refused = whole
        throw failure
      })
      return rawAnswer(answer, asked)
    } catch (error) {
      if (refused === undefined || this.#options.signal?.aborted) throw error
      return rawAnswer(refused, asked)
    }
  }

  failure = ({ request: { method, path }, status, headers, body }: RawAnswer): CommandError | undefined =>
    this.#failure({ status, headers, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }, this.#asked(method, path))

  setPatience = (patience: number): void => this.#limiter.setPatience(patience)

  close = (): Promise<void> => this.#transport.close()

  #job(operation: AnyOperation, input: Values): Job {
    return jobOf(operation, input, { signed: this.#key !== undefined, advice: this.#advice })
  }

  #asked(method: string, path: string): Asked {
    return {
      method,
      path,
      input: {},
      repeatable: method === 'GET' || method === 'HEAD',
      signed: this.#key !== undefined,
      advice: this.#advice,
    }
  }

  readonly #retry = (asked: Asked, options?: RepeatOptions): Retry =>
    new Retry(asked, this.#limiter, { signal: this.#options.signal, onWait: this.#options.onRetry, ...options })

  /** Reads a whole good answer, with retries; throws the last failure. */
  readonly #answer = <T>(job: Job, read: (answer: Answer) => T, options?: RepeatOptions): Promise<T> =>
    persist(this.#retry(job.asked, options), async () => {
      const answer = await this.#caller.whole(job)
      const failure = answer.status >= 300 ? failureOf(answer, job.asked) : unusableSuccess(answer, job.asked)
      if (failure) throw failure
      return read(answer)
    })

  /** The head of a good answer whose body is streamed. */
  readonly #head = (job: Job, retry: Retry): Promise<Incoming> =>
    persist(retry, async () => {
      const incoming = await this.#caller.open(job)
      if (incoming.status < 300 && (job.file || isGood(incoming.status))) return incoming
      const answer = await this.#caller.read(job, incoming)
      throw (answer.status < 300 && unusableSuccess(answer, job.asked)) || failureOf(answer, job.asked)
    })

  #json(answer: Answer, asked: Asked): Read {
    const read = reading(() => readJson(answer.body), answer, asked)
    this.#refuse(read.value, answer, asked)
    return read
  }

  #refuse(value: unknown, answer: Answer, asked: Asked): void {
    const status = refusedWith(value, asked)
    if (status !== undefined) throw failureOf(withSecretsMasked(answer), asked, status)
  }

  /** The failure that an answer of any status stands for, if it is one. */
  #failure(answer: Answer, asked: Asked): CommandError | undefined {
    const status = answer.status < 300 ? refusedWith(looselyParsed(answer.body), asked) : answer.status
    return status === undefined ? undefined : failureOf(withSecretsMasked(answer), asked, status)
  }
}

/** Runs `read`; a malformed body becomes a failure that quotes it. */
function reading<T>(read: () => T, answer: Answer, asked: Asked): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof MalformedAnswer ? malformedAnswer(answer, asked, error) : error
  }
}

const rawAnswer = ({ status, headers, body }: Answer, asked: Asked): RawAnswer => ({ status, headers, body, request: requestOf(asked) })

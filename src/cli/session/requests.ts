/** Requests of a command: its client, made on the first of them, and what `--dry-run`, `--raw` and the flags of lists do to them. */
import type { Client } from '../../client/index.ts'
import type { Waiting } from '../../client/waiting.ts'
import type { RateLimiter } from '../../client/rate-limiter.ts'
import type { CallOptions } from '../../client/retry.ts'
import { check, isWrite, type AnyOperation, type Input, type Result, type Row } from '../../contract/core/operation.ts'
import { rootOf } from '../../contract/core/rules.ts'
import { keepSecretsIn, maskedPath, shownBody } from '../../contract/core/secret.ts'
import { usageError } from '../../errors.ts'
import { valueWithoutSecrets, withoutSecrets } from '../../text/secrets.ts'
import { wholeTimeout } from '../../system/timers.ts'
import type { RowBounds, Rows } from '../../service.ts'
import type { Settings } from '../../settings/index.ts'
import type { Command } from '../command.ts'
import type { Connection } from '../context.ts'
import type { GlobalFlags } from '../flags/table.ts'
import { keyOfRun } from './key.ts'
import { notSignedIn } from './not-signed-in.ts'
import { version } from '../place.ts'
import type { Planned, Presenter } from './present.ts'
import { jsonOf } from '../../text/json-of.ts'

type Values = Record<string, unknown>

interface Dependencies {
  command: Command
  flags: GlobalFlags
  present: Presenter
  settings: () => Settings
  signal: () => AbortSignal
  /** The limiter that it shares with others. */
  limiter?: RateLimiter | undefined
}

/** Milliseconds that a job waits at the service's request, in all. */
const usualPatience = 15 * 60_000

export class Requests {
  readonly #dependencies: Dependencies
  #client: Promise<Client> | undefined
  readonly #made: Client[] = []
  readonly #planned: Planned[] = []
  readonly #bodies: Uint8Array[] = []

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Requests at once. */
  get concurrency(): number {
    return this.#dependencies.flags.concurrency ?? this.#dependencies.settings().value('concurrency') ?? 8
  }

  /** Seconds, where they are given. */
  get #timeout(): number | undefined {
    return this.#dependencies.flags.timeout ?? this.#dependencies.settings().value('timeout')
  }

  /** Milliseconds for a whole answer, or for a job that is waited for. */
  get longest(): number {
    return wholeTimeout(this.#timeout)
  }

  client(): Promise<Client> {
    return (this.#client ??= this.#signIn())
  }

  async setPatience(patience = usualPatience): Promise<void> {
    const client = await this.client()
    client.setPatience(patience)
  }

  key(): Promise<string | undefined> {
    return keyOfRun(this.#dependencies.settings(), this.#dependencies.signal)
  }

  async #signIn(): Promise<Client> {
    const settings = this.#dependencies.settings()
    const [base_url, api_key] = [settings.value('base_url'), await this.key()]
    if (!api_key || !base_url) throw notSignedIn(settings, api_key ? 'base_url' : 'api_key')
    return this.connect({ base_url, api_key })
  }

  async connect({ base_url, api_key }: Connection): Promise<Client> {
    const [{ createClient }, { adviceOf }] = await Promise.all([import('../../client/index.ts'), import('../advice.ts')])
    const { command, flags, present, signal, limiter } = this.#dependencies
    const settings = this.#dependencies.settings()
    const timeout = this.#timeout
    const client = createClient({
      baseUrl: base_url,
      ...(api_key !== undefined && { apiKey: api_key }),
      signal: signal(),
      ...(limiter && { limiter }),
      allowHttp: flags.allowHttp || settings.value('allow_http') === true,
      ...(timeout !== undefined && { timeout }),
      concurrency: this.concurrency,
      ...(flags.rate !== undefined && { rate: flags.rate }),
      userAgent: `surveyctl/${version}`,
      ...(flags.debug && { onDebug: (line: string) => present.debug(line) }),
      onRetry: (waiting) => present.note(waitingLine(waiting)),
      advice: adviceOf(command),
    })
    this.#made.push(client)
    return client
  }

  close(): void {
    for (const client of this.#made) void client.close()
  }

  async call<Op extends AnyOperation>(operation: Op, input: Input<Op>, options?: CallOptions): Promise<Result<Op>> {
    refuseInvalid(operation, input)
    if (isWrite(operation)) keepSecretsIn(input)
    const { flags, present } = this.#dependencies
    // Neither a plan nor a kept body has more of a result than its ids.
    if (flags.dryRun && isWrite(operation)) return (await this.#plan(operation, input)) as Result<Op>
    const client = await this.client()
    if (flags.raw && isWrite(operation))
      return this.#keepBody(await present.waiting(() => client.raw(operation, input, options))) as Result<Op>
    return present.waiting(() => client.call(operation, input, options))
  }

  /** `--raw` of a write: what the service answered, in the order of the requests. */
  #keepBody({ body }: { body: Uint8Array }): unknown {
    this.#bodies.push(body)
    return jsonOf(new TextDecoder().decode(body)) ?? {}
  }

  /** The bodies of `--raw`, which take the place of what is told. */
  takeBodies(): Uint8Array | undefined {
    return this.#bodies.length > 0 ? Buffer.concat(this.#bodies.splice(0)) : undefined
  }

  async #plan(operation: AnyOperation, input: Values): Promise<unknown> {
    const { toRequest } = await import('../../client/request.ts')
    const { method, path, body } = toRequest(operation, input)
    await this.plan(method, path.replaceAll(/%7B(\w+)%7D/gi, '{$1}'), body)
    return unknownIds
  }

  /** Keeps what `--dry-run` prints instead of sending it. */
  async plan(method: string, path: string, body: unknown): Promise<void> {
    keepSecretsIn(body)
    this.#planned.push({
      method,
      url: withoutSecrets(`${this.#dependencies.settings().value('base_url') ?? ''}${maskedPath(path)}`),
      ...(body !== undefined && { body: valueWithoutSecrets(shownBody(body)) }),
    })
  }

  /** What a dry run would have sent. */
  async showPlan(): Promise<void> {
    const { command, flags, present } = this.#dependencies
    // One with a --dry-run of its own has shown what it would do.
    const isShown = this.#planned.length === 0 && command.definition.extra?.dryRun !== undefined
    if (flags.dryRun && !isShown) await present.planned(this.#planned)
  }

  /** Refuses what can't be asked, before anything is loaded to show an answer. */
  async refuseUnaskable<Op extends AnyOperation>(operation: Op, input: Input<Op>): Promise<void> {
    refuseInvalid(operation, input)
    await this.client()
  }

  /** The rows of a list whatever the flags of lists say. What is no object is left out. */
  rows<Op extends AnyOperation>(operation: Op, input: Input<Op>, { limit, ...bounds }: RowBounds<Row<Op>> = {}): Rows<Row<Op>> {
    refuseInvalid(operation, input)
    const { present } = this.#dependencies
    let read: ReturnType<typeof start> | undefined
    const start = (client: Client) => client.rows(operation, input, { ...(limit === undefined ? { all: true } : { limit }), ...bounds })
    const begin = async () => (read = start(await this.client()))
    return {
      async *[Symbol.asyncIterator]() {
        for await (const batch of present.waitingRows(await begin())) yield batch.filter(isRow)
      },
      page: () => present.waiting(async () => objects(await (await begin()).page())),
      get total() {
        return read?.total
      },
    }
  }

  /** The rows of a list by the flags of lists. */
  async *flaggedRows<Op extends AnyOperation>(operation: Op, input: Input<Op>): AsyncIterable<Row<Op>[]> {
    refuseInvalid(operation, input)
    const { flags, present } = this.#dependencies
    const { limit, offset, all } = flags
    const client = await this.client()
    const from = operation.paging?.by === 'offset' && offset !== undefined ? { offset } : {}
    const read = client.rows<Op>(operation, { ...input, ...from }, { all, ...(limit !== undefined && { limit }), exact: true })
    yield* present.waitingRows(read)
    if (read.more && limit === undefined)
      present.noteBelow(`There is more${read.total === undefined ? '' : ` (${read.total} in all)`}: --limit N or --all`)
  }

  /** The body of a read, byte for byte. */
  async body<Op extends AnyOperation>(operation: Op, input: Input<Op>): Promise<Uint8Array> {
    refuseInvalid(operation, input)
    const { flags, present } = this.#dependencies
    const { limit, offset } = flags
    const client = await this.client()
    const paging = operation.paging?.by === 'page' ? { per_page: limit } : { limit, offset }
    const given = Object.fromEntries(Object.entries(operation.paging ? paging : {}).filter(([, value]) => value !== undefined))
    return (await present.waiting(() => client.raw<Op>(operation, { ...input, ...given }))).body
  }
}

const isRow = (row: unknown): boolean => typeof row === 'object' && row !== null

function* objects<T>(batches: Iterable<T[]>): Generator<T[]> {
  for (const batch of batches) yield batch.filter(isRow)
}

/** Values that `run` made itself are checked like those that were typed. */
export function refuseInvalid(operation: AnyOperation, input: Values): void {
  const problems = check(operation, input).filter(({ field }) => !isUnknown(input[rootOf(field)]))
  if (problems.length > 0)
    throw usageError(problems.map(({ field, message, about }) => (about ? `${about}: ${message}` : `${field} ${message}`)))
}

/** Ids that a dry run can't know: what is made first and then used by the next request. */
const unknownIds = { id: '{id}', quiz_id: '{quiz_id}', list_id: '{list_id}' }

const isUnknown = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isUnknown) : Object.values<unknown>(unknownIds).includes(value)

function waitingLine(waiting: Waiting): string {
  const seconds = Math.ceil(waiting.wait / 1000)
  if (waiting.kind === 'paused') return `The service asks for fewer requests (429): all wait ${seconds} s`
  const { failure, attempt, most, wait } = waiting
  return `${failure.message}; trying again${wait < 1000 ? '' : ` in ${seconds} s`} (${attempt} of ${most})`
}

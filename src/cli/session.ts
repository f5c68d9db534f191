/** The context that a command works with. Settings, client, prompts and output are made on first use. */
import { basename, dirname, join } from 'node:path'
import type { Client } from '../client/index.ts'
import { check, isWrite, type AnyOperation, type Input, type Result } from '../contract/core/operation.ts'
import { CommandError, usageError } from '../errors.ts'
import type { Chart, Column } from '../output/columns.ts'
import type { Settings } from '../settings/index.ts'
import { askOne, askText, askYes, canAsk } from './ask.ts'
import type { ApiRequest, AskOptions, Connection, Context } from './context.ts'
import type { GlobalFlags } from './flags.ts'
import type { Command } from './command.ts'
import type { Journal } from './bulk/journal.ts'
import { readData, readText } from './input.ts'
import type { Interruption } from './interruption.ts'
import { readPackaged } from './place.ts'
import { settingsUnder } from './settings.ts'
import { Presenter, type Planned, type Report } from './present.ts'
import { notSignedIn } from './not-signed-in.ts'
import { References } from './references.ts'
import type { Shape } from './shape.ts'

export interface ItemContext extends Context {
  readonly results: unknown[]
  readonly lines: string[]
}

export class Session implements Context {
  readonly flags: GlobalFlags
  readonly references: References
  readonly present: Presenter
  readonly #interruption: Interruption
  readonly #command: Command
  readonly #planned: Planned[] = []
  readonly #bodies: Uint8Array[] = []
  #settings: Settings | undefined
  #shared: Context | undefined
  #client: Promise<Client> | undefined
  readonly #claimed = new Set<string>()

  constructor(flags: GlobalFlags, interruption: Interruption, command: Command) {
    this.flags = flags
    this.#command = command
    this.#interruption = interruption
    this.present = new Presenter(flags)
    this.references = new References(async (list) => {
      const { listArchivedQuizzes, listQuizzes } = await import('../contract/quiz.ts')
      return list === 'current' ? this.call(listQuizzes, {}) : this.call(listArchivedQuizzes, {})
    })
  }

  get signal(): AbortSignal {
    return this.#interruption.signal
  }
  get terminal(): boolean {
    return this.present.terminal
  }
  get stateDir(): string {
    return this.settings().stateDir
  }

  settings(): Settings {
    if (!this.#settings) {
      this.#settings = settingsUnder(this.flags)
      for (const warning of this.#settings.warnings) this.warn(warning)
    }
    return this.#settings
  }

  readonly settingsStore = () => import('../settings/store.ts')

  /** Refuses writes that the profile forbids, and names a protected profile. */
  guard(shape: Shape): void {
    if (shape.isWrite) this.guardWrite()
  }

  guardWrite(): void {
    if (this.flags.dryRun) return
    const settings = this.settings()
    if (settings.value('read_only')) {
      throw new CommandError('forbidden', `Profile "${settings.profile}" is read-only`, {
        hint: `To allow writes: surveyctl config unset read_only${this.flags.profile ? ` --profile ${this.flags.profile}` : ''}`,
      })
    }
    if (!settings.value('protected')) return
    this.note(`Profile "${settings.profile}" · ${settings.value('base_url') ?? ''}`)
  }

  /** A filter that is no jq must not be found out when the write is done. */
  async refuseBrokenFilter(): Promise<void> {
    if (this.flags.jq === undefined) return
    const { checkJq } = await import('../output/jq.ts')
    await checkJq(this.flags.jq)
  }

  connect = ({ base_url, api_key }: Connection): Promise<Client> => this.#open(base_url, api_key)

  /** Requests at once. */
  get concurrency(): number {
    return this.flags.concurrency ?? this.settings().value('concurrency') ?? 8
  }

  client = (): Promise<Client> => (this.#client ??= this.#signIn())

  async #signIn(): Promise<Client> {
    const settings = this.settings()
    const [base_url, api_key] = [settings.value('base_url'), settings.value('api_key')]
    if (!api_key || !base_url) throw notSignedIn(settings, api_key ? 'base_url' : 'api_key')
    return this.#open(base_url, api_key)
  }

  async #open(baseUrl: string, apiKey: string): Promise<Client> {
    const [{ createClient }, { adviceOf }] = await Promise.all([import('../client/index.ts'), import('./advice.ts')])
    const settings = this.settings()
    const timeout = this.flags.timeout ?? settings.value('timeout')
    return createClient({
      baseUrl,
      apiKey,
      signal: this.signal,
      allowHttp: this.flags.allowHttp || settings.value('allow_http') === true,
      ...(timeout !== undefined && { timeout }),
      concurrency: this.concurrency,
      userAgent: `surveyctl/${(JSON.parse(readPackaged('package.json')) as { version: string }).version}`,
      ...(this.flags.debug && { onDebug: (line: string) => this.present.debug(line) }),
      onRetry: (note: string) => this.note(note),
      advice: adviceOf(this.#command),
    })
  }

  call = async <Op extends AnyOperation>(operation: Op, input: Input<Op>): Promise<Result<Op>> => {
    this.#refuseInvalid(operation, input)
    if (this.flags.dryRun && isWrite(operation)) return (await this.#plan(operation, input)) as Result<Op>
    const client = await this.client()
    if (this.flags.raw && isWrite(operation))
      return this.#keepBody(await this.present.waiting(() => client.raw(operation, input))) as Result<Op>
    return this.present.waiting(() => client.call(operation, input))
  }

  /** `--raw` of a write: what the service answered, in the order of the requests. */
  #keepBody({ body }: { body: Uint8Array }): unknown {
    this.#bodies.push(body)
    try {
      return JSON.parse(new TextDecoder().decode(body)) ?? {}
    } catch {
      return {}
    }
  }

  /** What no test before could see: values that `run` made itself. */
  #refuseInvalid(operation: AnyOperation, input: Record<string, unknown>): void {
    const problems = check(operation, input).filter(({ field }) => !Object.values(unknownIds).includes(input[field] as string))
    if (problems.length > 0) throw usageError(problems.map(({ field, message }) => `${field} ${message}`))
  }

  async #plan(operation: AnyOperation, input: Record<string, unknown>): Promise<unknown> {
    const { toRequest } = await import('../client/request.ts')
    const { method, path, body } = toRequest(operation, input)
    await this.plan(method, path.replaceAll(/%7B(\w+)%7D/gi, '{$1}'), body)
    return unknownIds
  }

  async plan(method: string, path: string, body: unknown): Promise<void> {
    const { withoutSecrets } = await import('../client/debug.ts')
    this.#planned.push({
      method,
      url: `${this.settings().value('base_url') ?? ''}${path}`,
      ...(body !== undefined && { body: withoutSecrets(body) }),
    })
  }

  rows = <Op extends AnyOperation>(operation: Op, input: Input<Op>, bounds?: { limit?: number; all?: boolean }): AsyncIterable<any[]> =>
    things(this.#rows(operation, input, bounds))

  async *#rows(
    operation: AnyOperation,
    input: Record<string, unknown>,
    bounds: { limit?: number; all?: boolean } | undefined,
  ): AsyncIterable<any[]> {
    const { limit, offset, all } = this.flags
    const client = await this.client()
    const paged = operation.paging !== undefined
    const from = paged && operation.paging!.by === 'offset' && offset !== undefined ? { offset } : {}
    const read = client.rows(operation, { ...input, ...from } as never, bounds ?? { all, ...(limit !== undefined && { limit }) })
    yield* this.present.waitingRows(read)
    if (read.more && !bounds && limit === undefined)
      this.note(`There is more${read.total === undefined ? '' : ` (${read.total} in all)`}: --limit N or --all`)
  }

  list = async <Op extends AnyOperation>(operation: Op, input: Input<Op>, columns?: readonly Column[]): Promise<void> => {
    this.#refuseInvalid(operation, input)
    if (this.flags.raw) return this.#raw(operation, input)
    await this.showRows(this.#rows(operation, input, undefined), columns)
  }

  view = async <Op extends AnyOperation>(operation: Op, input: Input<Op>, columns?: readonly Column[]): Promise<void> => {
    if (this.flags.dryRun && isWrite(operation)) return void (await this.call(operation, input))
    this.#refuseInvalid(operation, input)
    if (this.flags.raw) return this.#raw(operation, input)
    await this.show(await this.call(operation, input), columns)
  }

  async #raw(operation: AnyOperation, input: Record<string, unknown>): Promise<void> {
    const client = await this.client()
    const { limit, offset } = this.flags
    const paging = operation.paging?.by === 'page' ? { per_page: limit } : { limit, offset }
    const given = Object.fromEntries(Object.entries(operation.paging ? paging : {}).filter(([, value]) => value !== undefined))
    const { body } = await this.present.waiting(() => client.raw(operation, { ...input, ...given } as never))
    await this.present.bytes(body)
  }

  download = async <Op extends AnyOperation>(operation: Op, input: Input<Op>): Promise<void> => {
    const { downloadOne } = await import('./download.ts')
    await downloadOne(operation, input, this)
  }

  print = async (text: string): Promise<void> => this.present.print(text)

  show = (thing: unknown, columns?: readonly Column[]): Promise<void> => this.present.thing(thing, columns)
  showRows = async (rows: Iterable<unknown[]> | AsyncIterable<unknown[]>, columns?: readonly Column[]): Promise<void> => {
    const shown = await this.present.rows(rows, columns)
    if (shown === 0 && this.terminal && !this.flags.json && !this.flags.ndjson) this.note('Nothing was found.')
  }

  charts = (charts: readonly Chart[]): Promise<void> => this.present.charts(charts)

  done = async (result: unknown, lines: string | string[], id?: string | number): Promise<void> => {
    if (this.flags.dryRun) return
    if (this.#bodies.length > 0) return this.present.bytes(Buffer.concat(this.#bodies.splice(0)))
    await this.present.done(result, [lines].flat(), id)
  }

  note = (line: string): void => this.present.note(line)
  warn = (line: string): void => this.present.warn(line)

  confirm = async (question: string): Promise<void> => {
    if (this.flags.dryRun) return
    const settings = this.settings()
    const typed = settings.value('protected') === true && this.flags.confirm !== settings.profile
    if (!canAsk(this.flags.input)) {
      if (this.flags.yes && !typed) return
      throw usageError(`Not confirmed: ${question}`, `To go ahead: --yes${typed ? ` --confirm ${settings.profile}` : ''}`)
    }
    if (typed) {
      if ((await askText(`${question} Type the profile's name (${settings.profile})`, this.signal)) === settings.profile) return
    } else if (this.flags.yes || (await askYes(question, this.signal))) return
    throw new CommandError('refused', 'Nothing was done')
  }

  ask = async (question: string, flag: string, options: AskOptions = {}): Promise<string> => {
    if (!canAsk(this.flags.input))
      throw usageError(`${flag} is required`, options.secret ? 'Secrets are read from standard input, never from a flag' : undefined)
    return askText(question, this.signal, options)
  }

  choose = async (question: string, flag: string, choices: readonly string[]): Promise<string> => {
    if (!canAsk(this.flags.input)) throw usageError(`${flag} is required`)
    return askOne(question, choices, this.signal)
  }

  quiz = (reference: string | number): Promise<number> => this.references.quiz(reference)
  folder = (reference: string | number): Promise<number> => this.references.folder(reference)

  workspace = async (): Promise<number> => {
    const workspace = this.settings().value('workspace')
    if (workspace !== undefined) return workspace
    throw usageError('The account id is not known', 'Give --workspace ID, or set it: surveyctl config set workspace ID')
  }

  readText = readText
  readData = readData

  open = async (target: string): Promise<void> => {
    this.note(target)
    const { default: open } = await import('open')
    await open(target)
  }

  api = async (request: ApiRequest): Promise<void> => {
    const { callApi } = await import('./api.ts')
    await callApi(this, request)
  }

  /** What the contexts of all items have. */
  #common(): Context {
    return (this.#shared ??= {
      ...this,
      signal: this.signal,
      terminal: this.terminal,
      stateDir: this.stateDir,
      settings: () => this.settings(),
    })
  }

  /** A context of one item of a bulk run: what it says is kept for the report. */
  item(): ItemContext {
    const results: unknown[] = []
    const lines: string[] = []
    const done: Context['done'] = async (result, said) => {
      results.push(result)
      lines.push(...[said].flat())
    }
    return Object.assign(Object.create(this.#common()) as Context, { done, results, lines })
  }

  /** A journal of this very work: the same command over the same items of the same service. */
  async journal(name: string, items: readonly string[], resume: boolean): Promise<Journal> {
    const { openJournal } = await import('./bulk/journal.ts')
    return openJournal(join(this.stateDir, 'journals'), [name, this.settings().value('base_url'), ...items].join('\n'), {
      total: items.length,
      resume,
    })
  }

  /** A path that no other file of this run has. */
  claim(path: string, id: unknown): string {
    const free = this.#claimed.has(path) ? join(dirname(path), `${String(id)}-${basename(path)}`) : path
    this.#claimed.add(free)
    return free
  }

  report = (outcome: Report): Promise<void> => this.present.report(outcome)
  endReport = (): Promise<void> => this.present.endReport()

  /** After the command: what a dry run would have sent. */
  async end(): Promise<void> {
    if (this.flags.dryRun) await this.present.planned(this.#planned)
  }
}

/** For commands that look into rows: what is no object is left out. */
async function* things(batches: AsyncIterable<any[]>): AsyncIterable<any[]> {
  for await (const batch of batches) yield batch.filter((row) => typeof row === 'object' && row !== null)
}

/** Ids that a dry run can't know: what is made first and then used by the next request. */
const unknownIds = { id: '{id}', quiz_id: '{quiz_id}', list_id: '{list_id}' }

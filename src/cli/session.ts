/** The context that a command works with. Settings, client, prompts and output are made on first use. */
import { basename, dirname, join, resolve } from 'node:path'
import { isWrite } from '../contract/core/operation.ts'
import { usageError } from '../errors.ts'
import type { Settings } from '../settings/index.ts'
import type { Command } from './command.ts'
import { canAsk } from './ask.ts'
import type { Interruption } from '../system/interruption.ts'
import { Consent } from './consent.ts'
import type { Context, EngineContext, ItemContext, MainRequest, Reach } from './context.ts'
import type { Flags } from './flags/read.ts'
import { readData, readText } from './input.ts'
import { isDocument, isLines, showsWholeRows } from '../output/mode.ts'
import { Presenter } from './present.ts'
import { References, type QuizReader } from './references.ts'
import { Service } from './service.ts'
import { settingsUnder } from './settings.ts'
import { Writes } from './writes/send.ts'

/** What `main` gives every command. */
export interface SessionDependencies {
  interruption: Interruption
  groups: () => Promise<readonly Reach[]>
}

export class Session implements EngineContext {
  readonly flags: Flags
  readonly references: References
  readonly present: Presenter
  readonly asDocument: boolean
  readonly asLines: boolean
  readonly groups: Context['groups']
  readonly #interruption: Interruption
  readonly #service: Service
  readonly #writes: Writes
  readonly #mainRequest: MainRequest = { trace: undefined, state: 'unsent' }
  readonly #consent: Consent
  #settings: Settings | undefined
  #shared: Context | undefined
  readonly #claimed = new Set<string>()
  readonly #others: Session[] = []
  readonly #made: ConstructorParameters<typeof Session>

  constructor(...made: [flags: Flags, command: Command, dependencies: SessionDependencies]) {
    const [flags, command, { interruption, groups }] = made
    this.#made = made
    this.flags = flags
    this.groups = groups
    this.#interruption = interruption
    this.present = new Presenter(flags)
    this.asDocument = isDocument(this.present.mode)
    this.asLines = isLines(this.present.mode)
    const dependencies = {
      flags,
      command,
      present: this.present,
      settings: () => this.settings(),
      signal: () => this.signal,
      note: this.note,
    }
    this.#service = new Service(dependencies)
    this.#writes = new Writes({
      command,
      service: this.#service,
      signal: () => this.signal,
      dryRun: flags.dryRun,
      context: () => this.#common(),
    })
    this.#consent = new Consent(dependencies)
    const read: QuizReader = async (list) => {
      const { listArchivedQuizzes, listQuizzes } = await import('../contract/quiz.ts')
      return list === 'current' ? this.call(listQuizzes, {}) : this.call(listArchivedQuizzes, {})
    }
    // The candidates of a name are offered where somebody can choose.
    this.references = new References(read, canAsk(flags.input) ? (message, list) => this.pick(message, list, '', '') : undefined)
  }

  get signal(): AbortSignal {
    return this.#interruption.signal
  }
  get longest(): number {
    return this.#service.longest
  }
  get terminal(): boolean {
    return this.present.terminal
  }
  get forPerson(): boolean {
    return this.terminal && !this.asData && this.flags.fields === undefined
  }
  get asData(): boolean {
    return this.asDocument || this.asLines || this.flags.raw
  }
  get stateDir(): string {
    return this.settings().stateDir
  }
  get concurrency(): number {
    return this.#service.concurrency
  }

  settings(): Settings {
    if (!this.#settings) {
      this.#settings = settingsUnder(this.flags)
      for (const warning of this.#settings.warnings) this.warn(warning)
    }
    return this.#settings
  }

  readonly settingsStore = () => import('../settings/store.ts')

  async refuseBrokenFilter(): Promise<void> {
    if (this.flags.jq === undefined) return
    const { checkJq } = await import('../output/jq.ts')
    await checkJq(this.flags.jq)
  }

  client: Context['client'] = () => this.#service.client()
  patient: Context['patient'] = (patience) => this.#service.patient(patience)
  under: Context['under'] = (profile, writes) => {
    const [flags, ...rest] = this.#made
    const other = new Session({ ...flags, profile }, ...rest)
    this.#others.push(other)
    if (writes) other.guardWrite()
    return other
  }
  connect: Context['connect'] = (connection) => this.#service.connect(connection)
  call: Context['call'] = (operation, input) => this.#writes.send(operation, input, this.#mainRequest)
  rows: Context['rows'] = (operation, input, bounds) => things(this.#service.rows(operation, input, bounds))

  list: Context['list'] = async (operation, input, columns) => {
    if (this.flags.raw) return this.present.bytes(await this.#service.body(operation, input))
    await this.#service.refuseUnaskable(operation, input)
    await this.showRows(this.#service.rows(operation, input, undefined, showsWholeRows(this.present.mode) ? 'verbatim' : true), columns)
  }

  view: Context['view'] = async (operation, input, columns) => {
    if (this.flags.dryRun && isWrite(operation)) return void (await this.call(operation, input))
    if (this.flags.raw) return this.present.bytes(await this.#service.body(operation, input))
    await this.show(await this.#service.call(operation, input, { exact: true }), columns)
  }

  download: Context['download'] = async (operation, input) => {
    const { downloadOne } = await import('./download.ts')
    await downloadOne(operation, input, this)
  }

  print: Context['print'] = async (text) => this.present.print(text)
  show: Context['show'] = (thing, columns) => this.present.thing(thing, columns)
  showRows: Context['showRows'] = async (rows, columns) => {
    const shown = await this.present.rows(rows, columns)
    if (shown === 0 && this.terminal && !this.asDocument && !this.asLines) this.note('Nothing was found.')
  }
  charts: Context['charts'] = (charts) => this.present.charts(charts)

  done: Context['done'] = async (result, lines, id) => {
    if (this.flags.dryRun) return
    const bodies = this.#service.takeBodies()
    if (bodies) return this.present.bytes(bodies)
    await this.present.done(result, [lines].flat(), id)
  }

  note = (line: string): void => this.present.note(line)
  warn = (line: string): void => this.present.warn(line)

  guardWrite = (): void => this.#consent.guardWrite()
  willAsk = (): boolean => this.#consent.willAsk()
  confirm: Context['confirm'] = (question) => this.#consent.confirm(question)
  ask: Context['ask'] = (question, flag, options) => this.#consent.ask(question, flag, options)
  choose: Context['choose'] = (question, flag, choices) => this.#consent.choose(question, flag, choices)
  pick: Context['pick'] = (message, list, missing, hint) => this.#consent.pick(message, list, missing, hint)

  quiz: Context['quiz'] = (reference) => this.references.quiz(reference)
  folder: Context['folder'] = (reference) => this.references.folder(reference)

  workspace = async (): Promise<number> => {
    const workspace = this.settings().value('workspace')
    if (workspace !== undefined) return workspace
    throw usageError('The account id is not known', 'Give --workspace ID, or set it: surveyctl config set workspace ID')
  }

  readText = (file: string): Promise<string> => readText(file, this.signal)
  readData = (file: string): Promise<unknown> => readData(file, this.signal)

  open: Context['open'] = async (target) => {
    const { webAddress } = await import('../text/web-address.ts')
    const address = webAddress(target)
    this.note(address)
    await this.#onDesktop(address)
  }

  openFile: EngineContext['openFile'] = async (path) => {
    this.note(path)
    await this.#onDesktop(resolve(path))
  }

  async #onDesktop(target: string): Promise<void> {
    const { default: open } = await import('open')
    await open(target)
  }

  api: Context['api'] = async (request) => {
    const { callApi } = await import('./api.ts')
    await callApi(this, request)
  }

  plan: EngineContext['plan'] = (method, path, body) => this.#service.plan(method, path, body)

  /** What the contexts of all items have. */
  #common(): Context {
    const { signal, terminal, forPerson, asData, stateDir } = this
    return (this.#shared ??= { ...this, signal, terminal, forPerson, asData, stateDir, settings: () => this.settings() })
  }

  item(): ItemContext {
    const results: unknown[] = []
    const lines: string[] = []
    const done: Context['done'] = async (result, said) => {
      results.push(result)
      lines.push(...[said].flat())
    }
    const mainRequest: MainRequest = { trace: undefined, state: 'unsent' }
    const call: Context['call'] = (operation, input) => this.#writes.send(operation, input, mainRequest)
    return { ...this.#common(), call, done, results, lines, mainRequest }
  }

  claim(path: string, id: unknown): string {
    const free = this.#claimed.has(path) ? join(dirname(path), `${String(id)}-${basename(path)}`) : path
    this.#claimed.add(free)
    return free
  }

  /** After the command: what a dry run would have sent. */
  async end(): Promise<void> {
    await this.#service.showPlan()
    this.present.end()
    for (const other of this.#others) await other.end()
  }
}

/** For commands that look into rows: what is no object is left out. */
async function* things<T>(batches: AsyncIterable<T[]>): AsyncIterable<T[]> {
  for await (const batch of batches) yield batch.filter((row) => typeof row === 'object' && row !== null)
}

/** The context that a command works with. Settings, client, prompts and output are made on first use. */
import { basename, dirname, join } from 'node:path'
import { usageError } from '../../errors.ts'
import type { RateLimiter } from '../../client/rate-limiter.ts'
import type { Settings } from '../../settings/index.ts'
import type { IO } from '../../system/io.ts'
import type { Command } from '../command.ts'
import { Consent } from '../prompt/consent.ts'
import type { Ask, CommandService, CommandSettings, MainRequest, GroupOperations, Show } from '../context.ts'
import type { EngineContext, ItemContext } from './engine.ts'
import type { Flags } from '../flags/read.ts'
import { readData, readText } from '../input.ts'
import { keyOrigin } from './key.ts'
import { notSignedIn } from './not-signed-in.ts'
import { portOf } from './port.ts'
import { Presenter } from './present.ts'
import { References } from '../prompt/references.ts'
import { Requests } from './requests.ts'
import type { SettingsReader } from './settings.ts'
import { showOf } from './show.ts'
import type { NamedAccount } from '../../text/same-account.ts'
import { toCopy } from '../../text/to-copy.ts'
import { Writes } from '../writes/send.ts'

/** What `main` gives every command. */
export interface SessionDependencies {
  io: IO
  settings: SettingsReader
  groups: () => Promise<readonly GroupOperations[]>
  limiter?: RateLimiter
  /** What the command line named the account by. */
  account?: NamedAccount
}

const untouched = (): MainRequest => ({ trace: undefined, state: 'unsent' })

export class Session implements EngineContext {
  readonly service: CommandService
  readonly show: Show
  readonly ask: Ask
  readonly settings: CommandSettings
  readonly flags: Flags
  readonly present: Presenter
  readonly requests: Requests
  readonly references: References
  readonly consent: Consent
  readonly groups: EngineContext['groups']
  readonly mainRequest = untouched()
  readonly #io: IO
  readonly #writes: Writes
  readonly #claimed = new Set<string>()
  readonly #others: Session[] = []
  readonly #under: (profile: string) => Session
  readonly fork: EngineContext['fork']

  constructor(flags: Flags, command: Command, dependencies: SessionDependencies) {
    this.flags = flags
    this.groups = dependencies.groups
    const { io, account = {} } = dependencies
    this.#io = io
    this.#under = (profile) =>
      new Session({ ...flags, profile }, command, { ...dependencies, account: { ...account, profileOfEnv: profile } })
    this.fork = (part) =>
      new Session({ ...flags, ...part.flags }, part.command ?? command, {
        ...dependencies,
        io: { ...io, ...part.io },
        limiter: part.limiter,
      })
    this.present = new Presenter(flags, io, account)
    const signal = (): AbortSignal => io.interruption.signal
    const settings = (): Settings => this.settings.current
    this.requests = new Requests({ flags, command, present: this.present, settings, signal, limiter: dependencies.limiter })
    this.#writes = new Writes({
      command,
      requests: this.requests,
      signal,
      dryRun: flags.dryRun,
      port: (call) => portOf(this, signal, call),
    })
    this.consent = new Consent({ flags, settings, io, note: (line) => this.present.note(line) })
    this.settings = this.#settingsPart(dependencies.settings)
    this.service = this.#port(this.mainRequest)
    this.show = showOf(this, flags)
    // The candidates of a name are offered where somebody can choose.
    const listed = async (list: 'current' | 'archived') => {
      const { listArchivedQuizzes, listQuizzes } = await import('../../contract/surveys/quiz.ts')
      return list === 'current' ? this.service.call(listQuizzes, {}) : this.service.call(listArchivedQuizzes, {})
    }
    this.references = new References(listed, this.consent.canAsk ? this.consent.pickOne : undefined)
    this.ask = this.#askPart()
  }

  #port(main: MainRequest): CommandService {
    return portOf(
      this,
      () => this.#io.interruption.signal,
      (operation, input, replaced) => this.#writes.send(operation, input, main, replaced),
    )
  }

  #askPart(): Ask {
    return {
      willAsk: () => this.consent.willAsk(),
      confirm: (question) => this.consent.confirm(question),
      value: (question, flag, options) => this.consent.ask(question, flag, options),
      choose: (question, flag, choices) => this.consent.choose(question, flag, choices),
      pick: (message, list, missing, hint) => this.consent.pick(message, list, missing, hint),
      quiz: (reference) => this.references.quiz(reference),
      folder: (reference) => this.references.folder(reference),
      readText: (file) => readText(file, this.#io),
      readData: (file) => readData(file, this.#io),
      standardInput: this.#io.stdin,
    }
  }

  #settingsPart(reader: SettingsReader): CommandSettings {
    const { requests, flags, present } = this
    let settings: Settings | undefined
    const current = (): Settings => {
      if (settings) return settings
      settings = reader.under(flags)
      for (const warning of settings.warnings) present.warn(warning)
      return settings
    }
    return {
      get current() {
        return current()
      },
      get longest() {
        return requests.longest
      },
      key: () => requests.key(),
      store: () => import('../../settings/store.ts'),
      keyOrigin: () => keyOrigin(current()),
      address: () => {
        const address = current().value('base_url')
        if (address === undefined) throw notSignedIn(current(), 'base_url')
        return address
      },
      workspace: async () => {
        const workspace = current().value('workspace')
        if (workspace !== undefined) return workspace
        throw usageError(
          'The account id is not known',
          toCopy`Give --workspace ID, or set it: surveyctl config set workspace ID --profile ${current().profile}`,
        )
      },
      account: async () => ({ base_url: this.settings.address(), workspace_id: await this.settings.workspace() }),
      connect: (connection) => requests.connect(connection),
      under: (profile, { writes }) => {
        const other = this.#under(profile)
        this.#others.push(other)
        if (writes) other.consent.guardWrite()
        return other
      },
    }
  }

  async refuseBrokenFilter(): Promise<void> {
    if (this.flags.jq === undefined) return
    const { checkJq } = await import('../../output/jq/jq.ts')
    await checkJq(this.flags.jq)
  }

  item(): ItemContext {
    const { ask, settings, flags } = this
    const results: unknown[] = []
    const lines: string[] = []
    const done: Show['done'] = async (result, said) => {
      results.push(result)
      lines.push(...[said].flat())
    }
    const mainRequest = untouched()
    return { service: this.#port(mainRequest), show: { ...this.show, done }, ask, settings, flags, results, lines, mainRequest }
  }

  allowToEnd = (grace: number): void => this.#io.interruption.allow?.(grace)

  claim(path: string, id: unknown): string {
    const free = this.#claimed.has(path) ? join(dirname(path), `${String(id)}-${basename(path)}`) : path
    this.#claimed.add(free)
    return free
  }

  /** After the command: what a dry run would have sent. */
  async end(): Promise<void> {
    await this.requests.showPlan()
    this.present.end()
    for (const other of this.#others) await other.end()
  }

  /** Nothing stays open, whatever became of it. */
  close(): void {
    this.requests.close()
    for (const other of this.#others) other.close()
  }
}

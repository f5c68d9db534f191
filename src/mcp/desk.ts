/** Takes calls of tools, whatever the protocol: judges the input, runs the tool as a run of its own, makes the result. */
import type { EngineContext } from '../cli/session/engine.ts'
import { limiterOf, type Limiter } from '../cli/limiter.ts'
import { CommandError } from '../errors.ts'
import type { JobProgress } from '../system/io.ts'
import { oneAtATime } from '../system/in-parallel.ts'
import { failureOnSameAccount, type NamedAccount } from '../text/same-account.ts'
import { valueWithoutSecrets, withoutSecrets } from '../text/secrets.ts'
import { budgetOf, cut } from './budget.ts'
import { askedOf, Call, type PersonsAnswer } from './call.ts'
import { visibly } from './fence.ts'
import { inLines, toolFailure } from './hints.ts'
import { AnswerNeeded } from './questions.ts'
import { plain, Printed, silent } from './quiet-run.ts'
import type { Shared } from './shared.ts'
import { readable, refuseInput, type Tool } from './definition.ts'
import { type Said, type ToolValues } from './values.ts'

interface Wanted {
  name: string
  input: ToolValues
  signal: AbortSignal
  canAsk: boolean
  answer: PersonsAnswer | undefined
  follow: (progress: JobProgress) => void
}

export type DeskOutcome =
  | { kind: 'done'; text: string; facts: ToolValues | undefined; failed: boolean }
  | { kind: 'asked'; question: string; typed: string | undefined; asked: string }

/** A 429 is waited for no longer than this, in milliseconds. */
const longestPause = 30_000
const readsAtOnce = 4
export const usualRate = 5

export class Desk {
  readonly server: Shared
  readonly tools: readonly Tool[]
  readonly #session: EngineContext
  readonly #limiter: Limiter
  /** Writes one by one: of which survey each is, a name, a plan or a path may say. */
  readonly #afterOthers = oneAtATime()
  #ending = false
  readonly #running = new Map<Call, { work: Promise<unknown>; stop: AbortController }>()
  /** Ends the waiting of the limiter, which all calls share; the calls themselves are ended one by one. */
  readonly #over = new AbortController()

  constructor(session: EngineContext, server: Shared, tools: readonly Tool[]) {
    this.#session = session
    this.server = server
    this.tools = tools
    const { rate = usualRate } = session.flags
    this.#limiter = limiterOf({ width: readsAtOnce, rate, signal: this.#over.signal, onWait: undefined, longest: longestPause })
  }

  call = async (wanted: Wanted): Promise<DeskOutcome> => {
    const { name } = wanted
    const tool = this.tools.find((one) => one.name === name)
    if (!tool) throw new CommandError('not_found', `There is no tool ${name}`)
    try {
      const input = readable(tool, wanted.input)
      refuseInput(tool, input)
      const run = (): Promise<Said> => this.#run(tool, { ...wanted, input })
      const said = await (tool.kind === 'read' || tool.kind === 'file' ? run() : this.#afterOthers(run))
      return this.#outcome(cut(said, budgetOf(input), tool.fields.max_characters !== undefined))
    } catch (error) {
      if (error instanceof AnswerNeeded)
        return { kind: 'asked', question: error.question.text, typed: error.typed, asked: askedOf(error.question) }
      return await this.#failed(error, tool)
    }
  }

  /** What commands for the person have to name: the profile, unless they get it without. */
  async #account(): Promise<NamedAccount> {
    const { current, store } = this.#session.settings
    const { workspace } = this.#session.flags
    if (!current.origin('base_url').startsWith('profile')) return { workspace }
    const isUsual = current.namedProfiles.length === 0 && (await (await store()).currentProfile()) === current.profile
    return { workspace, ...(!isUsual && { profile: current.profile }) }
  }

  async #run(tool: Tool, { input, signal, canAsk, answer, follow }: Wanted): Promise<Said> {
    if (signal.aborted || this.#ending) throw cancelled()
    await this.#refuseChanged()
    const operation = tool.operation?.(input)
    const command = operation === undefined ? undefined : await this.server.commandOf(operation)
    const stop = new AbortController()
    const [out, notes] = [new Printed(), new Printed()]
    const account = await this.#account()
    const session = this.#session.fork({
      io: { ...silent(out, notes, stop.signal), follow },
      flags: { ...plain, quiet: false, dryRun: input.dry_run === true, ...tool.flags?.(input, this.server.options) },
      command,
      limiter: this.#limiter,
    })
    const call = new Call({
      session,
      server: this.server,
      canAsk,
      answer,
      follow,
      printed: () => out.text(),
      noted: () => notes.text(),
      account,
    })
    const end = (): void => {
      if (!call.begun) stop.abort(cancelled())
    }
    signal.addEventListener('abort', end)
    const work = (async () => {
      if (tool.kind === 'draft' || tool.kind === 'ask') call.refuseReadOnly()
      const said = await tool.run(call, input)
      await session.end()
      return call.dryRun ? { ...said, text: [said.text, out.text()].filter(Boolean).join('\n') } : said
    })()
    this.#running.set(call, { work, stop })
    try {
      return await work
    } catch (error) {
      // A write that was stopped on its way may have arrived.
      if (call.begun && error instanceof CommandError && error.kind === 'interrupted')
        throw new CommandError('interrupted', error.message, { ...error.facts, unclear: true })
      throw error
    } finally {
      this.#running.delete(call)
      signal.removeEventListener('abort', end)
      session.close()
    }
  }

  /** The profile of the start is pinned: one that was changed is another service, or another account. */
  async #refuseChanged(): Promise<void> {
    const { current, store } = this.#session.settings
    if (!current.origin('base_url').startsWith('profile')) return
    const { listProfiles } = await store()
    const now = (await listProfiles()).find(({ name }) => name === current.profile)
    if (now?.base_url === current.value('base_url')) return
    throw new CommandError('refused', `Profile "${current.profile}" was changed since this server started`, {
      code: 'profile_changed',
      hint: 'The person restarts the server, so that it is clear where it works',
    })
  }

  async #failed(error: unknown, tool: Tool): Promise<DeskOutcome> {
    const known =
      error instanceof CommandError
        ? error
        : new CommandError('bug', `A bug in surveyctl: ${error instanceof Error ? error.message : String(error)}`)
    const inToolWords = await toolFailure(known, tool, this.server.tools)
    const failure = failureOnSameAccount(inToolWords, await this.#account())
    return {
      kind: 'done',
      text: visibly(withoutSecrets(inLines(failure))),
      facts: valueWithoutSecrets(failure.toJSON()) as ToolValues,
      failed: true,
    }
  }

  #outcome({ head, text, facts }: Said): DeskOutcome {
    const all = [head, text].filter(Boolean).join('\n')
    // Texts are made safe, as it is they who are read.
    return { kind: 'done', text: visibly(withoutSecrets(all)), facts: facts && (valueWithoutSecrets(facts) as ToolValues), failed: false }
  }

  /** What has begun to write is awaited for a while, and answered; all else ends, and no more begins. */
  async end(grace: number): Promise<void> {
    this.#ending = true
    const running = [...this.#running]
    const all = Promise.all(running.map(async ([, { work }]) => work.catch(() => {})))
    for (const [call, { stop }] of running) if (!call.begun) stop.abort(cancelled())
    const late = setTimeout(() => {
      this.#over.abort(cancelled())
      for (const [, { stop }] of running) stop.abort(cancelled())
    }, grace)
    await all
    clearTimeout(late)
    this.#over.abort(cancelled())
    // What was made of it goes out first.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const cancelled = (): CommandError => new CommandError('interrupted', 'Cancelled')

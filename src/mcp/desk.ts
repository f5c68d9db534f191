/** Takes calls of tools, whatever the protocol: judges the input, runs the tool as a run of its own, makes the result. */
import { Readable } from 'node:stream'
import type { EngineContext } from '../cli/session/engine.ts'
import { limiterOf, type Limiter } from '../cli/session/limiter.ts'
import { CommandError } from '../errors.ts'
import type { Far, IO, Output } from '../system/io.ts'
import { valueWithoutSecrets, withoutSecrets } from '../text/secrets.ts'
import { isObject } from '../text/is-object.ts'
import { budgetOf, cut } from './budget.ts'
import { askedOf, Call, type Answer } from './call.ts'
import { visibly } from './fence.ts'
import { toolFailure } from './hints.ts'
import { Asked } from './questions.ts'
import type { Shared } from './shared.ts'
import { readable, refuseInput, type Tool } from './definition.ts'
import { type Said, type ToolValues } from './values.ts'

interface Wanted {
  name: string
  input: ToolValues
  signal: AbortSignal
  canAsk: boolean
  answer: Answer | undefined
  follow: (far: Far) => void
}

export type DeskOutcome =
  | { kind: 'done'; text: string; facts: ToolValues | undefined; failed: boolean }
  | { kind: 'asked'; question: string; typed: string | undefined; asked: string }

/** A 429 is waited for no longer than this, in milliseconds. */
const longestPause = 30_000
const readsAtOnce = 4
const usualRate = 5

export class Desk {
  readonly server: Shared
  readonly tools: readonly Tool[]
  readonly #session: EngineContext
  readonly #limiter: Limiter
  readonly #queues = new Map<string, Promise<unknown>>()
  readonly #running = new Map<Call, { work: Promise<unknown>; stop: AbortController }>()
  /** Of all calls: of the process, they are ended one by one. */
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
      const said = await this.#inTurn(tool, input, () => this.#run(tool, { ...wanted, input }))
      return this.#outcome(cut(said, budgetOf(input)))
    } catch (error) {
      if (error instanceof Asked)
        return { kind: 'asked', question: error.question.text, typed: error.typed, asked: askedOf(error.question) }
      return await failedWith(error, tool, new Set(this.tools.map((one) => one.name)))
    }
  }

  /** Writes of one survey one by one. */
  async #inTurn<T>(tool: Tool, input: ToolValues, work: () => Promise<T>): Promise<T> {
    if (tool.kind === 'read') return work()
    const queue = String(input.survey ?? (isObject(input.input) ? input.input.id : '') ?? '')
    const before = this.#queues.get(queue) ?? Promise.resolve()
    const turn = before.then(work, work)
    this.#queues.set(
      queue,
      turn.catch(() => {}),
    )
    return turn
  }

  async #run(tool: Tool, { input, signal, canAsk, answer, follow }: Wanted): Promise<Said> {
    if (signal.aborted || this.#over.signal.aborted) throw cancelled()
    await this.#refuseChanged()
    const operation = tool.operation?.(input)
    const command = operation === undefined ? undefined : await this.server.commandOf(operation)
    const stop = new AbortController()
    const out = new Printed()
    const session = this.#session.fork({
      io: { ...silent(out, stop.signal), follow },
      flags: { ...plain, quiet: false, dryRun: input.dry_run === true, ...tool.flags?.(input, this.server.options) },
      command,
      limiter: this.#limiter,
    })
    const call = new Call({ session, server: this.server, canAsk, answer, follow, printed: () => out.text() })
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

  #outcome({ head, text, facts }: Said): DeskOutcome {
    const all = [head, text].filter(Boolean).join('\n')
    // Texts are made safe, as it is they who are read.
    return { kind: 'done', text: visibly(withoutSecrets(all)), facts: facts && (valueWithoutSecrets(facts) as ToolValues), failed: false }
  }

  /** What has begun to write is awaited for a while, and told; all else ends, and no more begins. */
  async end(grace: number): Promise<void> {
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

async function failedWith(error: unknown, tool: Tool, tools: ReadonlySet<string>): Promise<DeskOutcome> {
  const known =
    error instanceof CommandError
      ? error
      : new CommandError('bug', `A bug in surveyctl: ${error instanceof Error ? error.message : String(error)}`)
  const failure = await toolFailure(known, tools, showing(tool))
  const { hint, code, fields } = failure.facts
  const problems = Object.entries(fields ?? {}).flatMap(([name, texts]) => texts.map((text) => `${name}: ${text}`))
  const text = [`${failure.message}${code && !failure.message.includes(code) ? ` (${code})` : ''}`, ...problems, hint]
    .filter(Boolean)
    .join('\n')
  return { kind: 'done', text: visibly(withoutSecrets(text)), facts: valueWithoutSecrets(failure.toJSON()) as ToolValues, failed: true }
}

/** The tool that shows what another one wrote. */
const showing = ({ name }: Tool): string =>
  name === 'survey_create' ? 'survey_list' : name.startsWith('survey_') ? 'survey_view' : 'operation_read, or survey_view'

/** Of the flags of the start, none that is about output. */
const plain = {
  json: false,
  ndjson: false,
  raw: false,
  jq: undefined,
  fields: undefined,
  form: undefined,
  input: false,
  debug: false,
} as const

class Printed implements Output {
  readonly #parts: Buffer[] = []
  readonly isTerminal = false
  readonly columns = undefined
  readonly rows = undefined
  write = (bytes: Uint8Array): undefined => void this.#parts.push(Buffer.from(bytes))
  stream = (): never => {
    throw new Error('Nothing is drawn here')
  }
  text = (): string => Buffer.concat(this.#parts).toString()
}

/** Standard output is the protocol's: what a command prints is kept. */
const silent = (out: Output, signal: AbortSignal): Partial<IO> => ({
  stdin: { isTerminal: false, stream: () => Readable.from([]) },
  stdout: out,
  stderr: new Printed(),
  interruption: {
    signal,
    get happened() {
      return signal.aborted
    },
    listen: () => {},
  },
  setLine: () => {},
})

/** One call of a tool: the service as it may be used, what a person allowed, what was printed and noted. */
import type { Context, CommandService } from '../cli/context.ts'
import type { EngineContext } from '../cli/session/engine.ts'
import { References } from '../cli/prompt/references.ts'
import { effectOf } from '../contract/core/effect.ts'
import { isOfSurvey, isWrite, type AnyOperation } from '../contract/core/operation.ts'
import { listArchivedQuizzes, listQuizzes } from '../contract/surveys/quiz.ts'
import { CommandError } from '../errors.ts'
import { emptyIdMap, idMapOf, type Content, type IdMap } from '../model/document/index.ts'
import type { JobProgress } from '../system/io.ts'
import { onSameAccount, type NamedAccount } from '../text/same-account.ts'
import { digestOf } from './cursor.ts'
import { AnswerNeeded, declined, named as titled, type ToolQuestion } from './questions.ts'
import type { Shared } from './shared.ts'
import type { ToolValues } from './values.ts'
import { counted } from '../text/counted.ts'

/** What came back from a person: of which question, and what was said. */
export interface PersonsAnswer {
  asked: string
  accepted: boolean
  content: ToolValues
}

interface Given {
  session: EngineContext
  server: Shared
  /** Whether a person can be asked. */
  canAsk: boolean
  answer: PersonsAnswer | undefined
  /** What it said on its standard output so far. */
  printed: () => string
  /** Warnings and notes so far. */
  noted: () => string
  /** What commands for the person have to name. */
  account: NamedAccount
  follow: (progress: JobProgress) => void
}

const mostShown = 30
const needsYes = ['live', 'sends', 'deletes']
/** Of the account, not of a survey: may be read although only some surveys are there. */
const ofAccount = ['quiz.list', 'quiz.archived', 'tariff.view', 'template.list']

export class Call {
  readonly context: Context
  readonly session: EngineContext
  readonly server: Shared
  readonly printed: Given['printed']
  readonly noted: Given['noted']
  readonly #given: Given
  readonly #references: References
  /** A person, or the start of the server, allowed what leaves the draft. */
  #cleared = false
  #counted = false
  #requests = 0
  /** A write was sent: what belongs to it is done to its end, whatever ends. */
  begun = false

  constructor(given: Given) {
    const { session, server } = given
    this.#given = given
    this.session = session
    this.server = server
    this.printed = given.printed
    this.noted = given.noted
    const { show, ask, settings, flags } = session
    this.context = { service: this.#guarded(session.service), show, ask, settings, flags }
    this.#references = new References((list) => this.#surveys(list))
  }

  async #surveys(list: 'current' | 'archived') {
    const { call } = this.context.service
    return this.here(list === 'current' ? await call(listQuizzes, {}) : await call(listArchivedQuizzes, {}))
  }

  /** A text with commands that the person may copy. */
  forPerson(text: string): string {
    return onSameAccount(text, this.#given.account)
  }

  get dryRun(): boolean {
    return this.session.flags.dryRun
  }

  /** Of these, the ones that there are for this server. */
  here<Row extends { id: number }>(rows: readonly Row[]): Row[] {
    const { surveys } = this.server.options
    return rows.filter(({ id }) => !surveys || surveys.has(id))
  }

  /** By id, name, virtual_id or address. */
  async survey(reference: unknown): Promise<number> {
    const id = await this.#references.quiz(String(reference))
    if (this.server.options.surveys?.has(id) === false) throw notHere(String(reference))
    return id
  }

  /** What its screens are called. A key stays: after a change none means another question. */
  keysOf(id: number, { screens }: Content): IdMap {
    const { keys } = this.server.state
    const idMap = screens ? idMapOf(screens, keys.get(id)) : emptyIdMap
    if (screens) keys.set(id, idMap)
    return idMap
  }

  /** These were shown with what they name. */
  addShown(id: number, keys: Iterable<string>): void {
    const { shownKeys } = this.server.state
    shownKeys.set(id, new Set([...(shownKeys.get(id) ?? []), ...keys]))
  }

  /** Screens are numbered anew at each start: a key from before it may name another one now, so what it names is shown first. */
  refuseUnshown(id: number, content: Content, written: string): void {
    const { questions } = this.keysOf(id, content)
    const known = this.server.state.shownKeys.get(id)
    const named = new Set(written.match(/[a-z][a-z0-9-]*/g))
    const unshown = Object.keys(questions).filter((key) => named.has(key) && known?.has(key) !== true)
    const first = unshown.slice(0, mostShown)
    if (first.length === 0) return
    this.addShown(id, first)
    const rows = first.map((key) => {
      const screen = content.screens?.entities[questions[key] ?? '']
      return `${key} is ${String(screen?.type)} ${titled(screen?.title)}`
    })
    throw new CommandError('refused', ['Nothing was done: keys are given anew when this server starts, and they are now', ...rows], {
      hint: `If these are meant, call the tool again${unshown.length > first.length ? '; to see all: survey_view' : ''}`,
    })
  }

  folder = (reference: unknown): Promise<number> => this.#references.folder(String(reference))

  #guarded(service: CommandService): CommandService {
    return {
      ...service,
      call: async (operation, input, options) => {
        if (this.#guard(operation, input)) this.begun = true
        const result = await service.call(operation, input, options)
        this.#given.follow({ done: ++this.#requests, total: undefined, label: 'requests' })
        return result
      },
      rows: (operation, input, bounds) => {
        this.#guard(operation, input)
        return service.rows(operation, input, bounds)
      },
    }
  }

  /** Whether something is sent that changes anything; refuses what this server may not do. */
  #guard(operation: AnyOperation, input: ToolValues): boolean {
    const { options, state } = this.server
    if (options.surveys) this.#refuseOthers(operation, input, options.surveys)
    const effect = effectOf(operation, input)
    if (!isWrite(operation) || effect === 'read' || this.dryRun) return false
    this.refuseReadOnly()
    if (needsYes.includes(effect) && !this.#cleared) throw new Error(`${operation.id} was to be sent without a question`)
    if (this.#counted) return true
    if (state.writes >= options.maxWrites)
      throw new CommandError('forbidden', `This server has written ${counted(state.writes, 'time')}, as often as it may`, {
        code: 'too_many_writes',
        hint: 'The person can restart it, or start it with a larger --max-writes',
      })
    state.writes++
    this.#counted = true
    return true
  }

  #refuseOthers(operation: AnyOperation, input: ToolValues, surveys: ReadonlySet<number>): void {
    const isLists = operation.id.startsWith('promo.')
    if (isOfSurvey(operation) && !isLists) {
      if (!surveys.has(Number(input.id))) throw notHere(String(input.id))
    } else if (!ofAccount.includes(operation.id))
      throw new CommandError('forbidden', `${operation.id} is about the whole account, and this server is for some surveys only`, {
        code: 'only_surveys',
        hint: `Started with --only-surveys ${[...surveys].join(',')}`,
      })
  }

  refuseReadOnly(): void {
    const { options } = this.server
    const settings = this.session.settings.current
    if (!options.readOnly && !settings.value('read_only')) return
    throw new CommandError('forbidden', options.readOnly ? 'This server is read-only' : `Profile "${settings.profile}" is read-only`, {
      code: 'read_only',
      hint: 'The person can change that: it was started with --read-only, or the profile has read_only',
    })
  }

  /** Goes on where a person says yes, or said so at the start; begins the call anew where one has to be asked. */
  confirm(question: ToolQuestion): void {
    if (this.dryRun) return
    this.refuseReadOnly()
    const { options, state } = this.server
    const settings = this.session.settings.current
    const typed = settings.value('protected') === true ? settings.profile : undefined
    const allowed = typed === undefined && !(question.reachesOthers && state.foreignShown) ? question.allowed : undefined
    if (allowed !== undefined && options.allow.has(allowed)) return void (this.#cleared = true)
    if (!this.#given.canAsk) throw cannotAsk(question, allowed)
    const { answer } = this.#given
    if (!answer) throw new AnswerNeeded(question, typed)
    if (answer.asked !== askedOf(question))
      throw new CommandError('refused', 'What the person was asked about has changed since: nothing was sent', {
        code: 'changed_meanwhile',
        hint: 'Call the tool again, and the person is asked again',
      })
    if (!answer.accepted) throw declined()
    if (typed === undefined ? answer.content.confirm !== true : answer.content.profile !== typed) throw declined()
    this.#cleared = true
  }
}

/** What a yes belongs to. */
export const askedOf = ({ text, about }: ToolQuestion): string => digestOf([text, about])

const notHere = (reference: string): CommandError =>
  new CommandError('not_found', `There is no survey ${reference}`, { code: 'quiz_not_found', hint: 'To see them: survey_list' })

/** `allowed`: what would do it without a question, where anything does. */
const cannotAsk = ({ text, line }: ToolQuestion, allowed: ToolQuestion['allowed']): CommandError =>
  new CommandError('forbidden', `A person has to be asked (${text}), and this client cannot ask`, {
    code: 'not_confirmed',
    hint: `For the person: ${line}${allowed === undefined ? '' : `. Or the server is started with --allow ${allowed}`}`,
  })

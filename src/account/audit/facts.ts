/** What the rules of an audit look at, each read once and only when a rule asks for it. */
import { listAnswers } from '../../contract/answers/answer.ts'
import { listBookings } from '../../contract/account/booking.ts'
import { viewDomain } from '../../contract/account/domain.ts'
import { listRoles } from '../../contract/account/role.ts'
import { listSchedulers } from '../../contract/account/scheduler.ts'
import { listHiddenFiles, viewStorage } from '../../contract/account/storage.ts'
import { viewTariff } from '../../contract/account/tariff.ts'
import type { AnyOperation, Input, Result, Row } from '../../contract/core/operation.ts'
import type { QuizRow } from '../../contract/core/records.ts'
import { viewEmails } from '../../contract/integrations/email.ts'
import { listIntegrations } from '../../contract/integrations/integration.ts'
import { listWebhooks } from '../../contract/integrations/webhook.ts'
import { listFavorites } from '../../contract/surveys/favorite.ts'
import { listPromos } from '../../contract/surveys/promo.ts'
import { listArchivedQuizzes, listQuizzes, viewQuiz } from '../../contract/surveys/quiz.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { unlessGone } from '../../project/plan/observe.ts'
import { cachedReads } from '../../project/sections/section.ts'
import type { Service } from '../../service.ts'
import { triage } from '../triage/triage.ts'

export type AccountView = Result<typeof viewQuiz>

/** The same question is asked once. */
function asking(service: Service): Service {
  const once = cachedReads()
  return {
    ...service,
    get signal() {
      return service.signal
    },
    call: (operation, input, options) => once(`${operation.id} ${JSON.stringify(input)}`, () => service.call(operation, input, options)),
  }
}

const atOnce = 4

/** What a survey answers that was deleted since they were listed. */
const gone = 'quiz_not_found'

export class Facts {
  readonly service: Service
  readonly workspace: number
  readonly now: number
  /** Milliseconds. */
  readonly since: number
  readonly domains: readonly string[] | undefined
  readonly #once = cachedReads()

  constructor(service: Service, { workspace, now, since, domains }: Pick<Facts, 'workspace' | 'now' | 'since' | 'domains'>) {
    this.service = asking(service)
    this.workspace = workspace
    this.now = now
    this.since = since
    this.domains = domains
  }

  async #all<Op extends AnyOperation>(operation: Op, input: Input<Op>): Promise<Row<Op>[]> {
    const all: Row<Op>[] = []
    for await (const rows of this.service.rows(operation, input)) all.push(...rows)
    return all
  }

  rows = (): Promise<QuizRow[]> => this.#once('rows', () => this.#all(listQuizzes, { sort: 'id', order: 'asc' }))

  /** With archived surveys, which `rows` has not. */
  allRows = async (): Promise<QuizRow[]> => [...(await this.rows()), ...(await this.service.call(listArchivedQuizzes, {}))]

  /** The surveys that are no templates. */
  surveys = (): Promise<AccountView[]> =>
    this.#once('surveys', async () => {
      const views: AccountView[] = []
      await inParallel(await this.rows(), atOnce, async ({ id }) => {
        const view = await unlessGone(() => this.service.call(viewQuiz, { id }), gone)
        if (view) views.push(view)
      })
      return views.filter(({ is_template }) => is_template !== true).sort((a, b) => a.id - b.id)
    })

  /** Something about each survey that is still there. */
  async each<T>(read: (view: AccountView) => Promise<T[]>): Promise<T[]> {
    const found = new Map<number, T[]>()
    const views = await this.surveys()
    await inParallel(views, atOnce, async (view) => {
      found.set(view.id, (await unlessGone(() => read(view), gone)) ?? [])
    })
    return views.flatMap(({ id }) => found.get(id) ?? [])
  }

  triage = () =>
    this.#once('triage', async () =>
      triage(
        this.service,
        (await this.surveys()).map(({ id }) => id),
        { since: new Date(this.now - this.since).toISOString(), isList: true },
      ),
    )
  tariff = () => this.service.call(viewTariff, { workspace_id: this.workspace })
  domain = () => this.service.call(viewDomain, { workspace_id: this.workspace })
  storage = () => this.service.call(viewStorage, { workspace_id: this.workspace })
  hiddenFiles = () => this.service.call(listHiddenFiles, { workspace_id: this.workspace })
  roles = async () => (await this.service.call(listRoles, { workspace_id: this.workspace })).items
  favorites = async () => (await this.service.call(listFavorites, { workspace_id: this.workspace })).items
  schedulers = async () => (await this.service.call(listSchedulers, { workspace_id: this.workspace })).items
  emails = (id: number) => this.service.call(viewEmails, { id })
  webhooks = async (id: number) => (await this.service.call(listWebhooks, { id })).items
  integrations = async (id: number) => (await this.service.call(listIntegrations, { id })).integrations

  bookings = () => {
    const day = (from: number): string => new Date(this.now + from * 86_400_000).toISOString().slice(0, 10)
    return this.service.call(listBookings, { workspace_id: this.workspace, from: day(-365), to: day(365) })
  }

  promo = (): Promise<Row<typeof listPromos>[]> =>
    this.#once('promo', async () => {
      const [survey] = await this.rows()
      return survey ? this.#all(listPromos, { id: survey.id, sort: 'id', order: 'asc' }) : []
    })

  /** When it was answered last; `undefined`: never. */
  lastAnswer = async (id: number): Promise<number | undefined> => {
    const { answers } = await this.service.call(listAnswers, { id, sort: 'date_start', order: 'desc', limit: 1 })
    const at = Date.parse(answers[0]?.date_start ?? '')
    return Number.isNaN(at) ? undefined : at
  }

  /** Answers since a moment, of all surveys; of incomplete ones only where the plan counts them. */
  answersSince = async (moment: number, withIncomplete: boolean): Promise<number> => {
    const only = withIncomplete ? {} : { is_complete: true }
    const counts = await this.each(async ({ id }) => {
      let count = 0
      for await (const rows of this.service.rows(listAnswers, { id, sort: 'date_start', order: 'desc', ...only })) {
        const recent = rows.filter(({ date_start }) => date_start && Date.parse(date_start) >= moment).length
        count += recent
        if (recent < rows.length) break
      }
      return [count]
    })
    return counts.reduce((sum, count) => sum + count, 0)
  }
}

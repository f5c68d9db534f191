import * as contract from '../../../contract/account/tariff.ts'
import type { Actor } from '../../store/account/actor.ts'
import type { HandlersOf, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { answersThisMonth, countQuizzes } from '../../store/account/plan.ts'
import { ofWholeAccount } from '../../store/surveys/visibility.ts'
import { balanceBurn, currency, tariffPlans, type CurrentTariff } from '../../store/account/tariff-plans.ts'

interface TariffState extends CurrentTariff {
  is_trial: boolean
}

const tariffs = ({ store }: Service) => store.records<TariffState>('tariff')

/** An account whose tariff was never set has the largest one, without expiry. */
function stateOf(service: Service, workspaceId: number): TariffState {
  const {
    code = 'business',
    period = 'year',
    expires_at = null,
    is_trial = false,
  } = tariffs(service).find({ workspace_id: workspaceId }) ?? {}
  return { code, period, expires_at, is_trial }
}

const roomIn = (limit: number | null, used: number): number | null => (limit === null ? null : Math.max(0, limit - used))

function limitsOf(service: Service, workspaceId: number, actor: Actor) {
  // `null` for callers who don't see the whole account.
  const shown = (count: number | null): number | null => ofWholeAccount(actor, count)
  const { limits } = service.plan(workspaceId)
  const quizzes = countQuizzes(service, workspaceId)
  // The owner doesn't count as a participant.
  const members = service.store.number('select count(*) from member where workspace_id = ? and is_owner = 0', workspaceId)
  const used_bytes = service.files.usedBytes(workspaceId)
  return {
    quizzes: {
      used: shown(quizzes),
      limit: limits.quizzes,
      left: shown(roomIn(limits.quizzes, quizzes)),
      can_create_more: limits.quizzes === null || quizzes < limits.quizzes,
    },
    answers: { left: shown(roomIn(limits.answers, answersThisMonth(service, workspaceId))), resets_on_day: 1, incomplete_counted: false },
    members: { used: members, can_add_more: limits.members === null || members < limits.members },
    themes: { limit: limits.themes },
    disk: {
      used_bytes: shown(used_bytes),
      limit_bytes: limits.disk_bytes,
      free_bytes: shown(roomIn(limits.disk_bytes, used_bytes)),
      file_size_limit_bytes: limits.file_size_bytes,
    },
    letters: { recipients_limit: limits.recipients },
  }
}

const dayLength = 86_400_000

export const handlers: HandlersOf<typeof contract> = {
  viewTariff: ({ workspace, actor, service }) => {
    const { code, expires_at, is_trial } = stateOf(service, workspace.id)
    const { options } = service.plan(workspace.id)
    const is_free = code === 'free'
    const days_left = expires_at === null ? null : Math.max(0, Math.ceil((Date.parse(expires_at) - service.now().getTime()) / dayLength))
    return {
      status: true,
      workspace_id: workspace.id,
      tariff: { code, is_free, is_trial, is_paid: !is_free && !is_trial, expires_at, days_left },
      limits: limitsOf(service, workspace.id, actor),
      features: {
        mcp_access: true,
        custom_domain: options.domain,
        quiz_payment: options.quiz_payment,
        integrations: { webhook: options.webhook, messenger_a: options.messenger_a, sheets: options.sheets },
      },
    }
  },

  listTariffs: ({ workspace, service }) => {
    const current = stateOf(service, workspace.id)
    const items = tariffPlans.map(({ code, name, prices }) => ({
      code,
      name,
      is_current: code === current.code,
      periods: prices.map((price) => ({
        period: price.period,
        days: price.days,
        price: price.price,
        currency,
        balance_burn: code === current.code ? null : balanceBurn(current, price, service.now()),
      })),
    }))
    return { status: true, items }
  },
}

/** The demo account has 100 days left of a plan that isn't the most expensive one. */
export const seed: Seed = (service, { workspace }) => {
  const expires_at = new Date(service.now().getTime() + 100 * dayLength).toISOString()
  tariffs(service).insert({ code: 'team', period: 'month', expires_at, is_trial: false }, { workspace_id: workspace.id })
}

import * as contract from '../../../contract/integrations/integration.ts'
import { connectionOf, needConnection } from '../../store/integrations/connection.ts'
import { messengerLogs, resend } from '../../deliveries/messengers.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { numberedPage } from '../../engine/paging.ts'
import { failedEntries } from '../../deliveries/resend.ts'
import { rowOf } from '../../store/records.ts'

export const handlers: HandlersOf<typeof contract> = {
  listIntegrations: ({ quiz, service }) => ({ status: true, quiz_id: quiz.id, integrations: overview(service, quiz) }),

  listIntegrationLogs: ({ input, quiz, service }) => {
    needConnection(service.store, quiz, 'messenger', input.integration)
    const owner = { quiz_id: quiz.id, key: input.integration }
    const { items, ...page } = numberedPage(messengerLogs(service).latest(owner), input)
    return {
      status: true,
      quiz_id: quiz.id,
      integration: input.integration,
      ...page,
      unsent_count: countUnsent(service, quiz, input.integration),
      logs: items.map(rowOf),
    }
  },

  resendIntegrationLogs: ({ input, quiz, service }) => {
    const { integration } = input
    const state = needConnection(service.store, quiz, 'messenger', integration)
    const failed = failedEntries(messengerLogs(service), { quiz_id: quiz.id, key: integration }, input)
    for (const log of failed) resend(service, quiz, integration, state, log)
    return { status: true, quiz_id: quiz.id, integration, resent: failed.length }
  },
}

type State = { is_active: boolean } | undefined

/** The state of each integration; webhooks aren't included. */
function overview({ store, plan }: Service, quiz: QuizRecord): Record<string, contract.IntegrationState> {
  const { options } = plan(quiz.workspace_id)
  const stateOf = (allowed: boolean, state: State): contract.IntegrationState => ({
    connected: state !== undefined,
    enabled: state?.is_active ?? false,
    allowed_by_tariff: allowed,
    blocked: blockedBy(allowed, state),
  })
  return {
    messenger_a: stateOf(options.messenger_a, connectionOf(store, quiz, 'messenger', 'messenger_a')),
    messenger_b: stateOf(options.messenger_b, connectionOf(store, quiz, 'messenger', 'messenger_b')),
    crm_a: stateOf(options.crm_a, connectionOf(store, quiz, 'crm', 'crm_a')),
    crm_b: stateOf(options.crm_b, connectionOf(store, quiz, 'crm', 'crm_b')),
    automation: stateOf(options.automation, connectionOf(store, quiz, 'automation')),
    sheets: stateOf(options.sheets, connectionOf(store, quiz, 'sheets')),
  }
}

/** Why nothing is sent; `null` when sending works. */
const blockedBy = (allowed: boolean, state: State): string | null => {
  if (!allowed) return 'blocked_by_tariff'
  if (!state) return 'not_connected'
  return state.is_active ? null : 'disabled'
}

const countUnsent = ({ store }: Service, quiz: QuizRecord, messenger: string): number =>
  store.number(
    "select count(*) from record where kind = 'messenger_log' and quiz_id = ? and key = ? and json_extract(data, '$.status') = 'failed'",
    quiz.id,
    messenger,
  )

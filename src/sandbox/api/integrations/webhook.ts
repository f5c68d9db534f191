import { masked } from '../../../contract/core/secret.ts'
import * as contract from '../../../contract/integrations/webhook.ts'
import { defaultWebhook, type NamedValue, type WebhookState } from '../../deliveries/payload.ts'
import { maySave } from '../../deliveries/public-address.ts'
import { enqueue, logsOf, resend, webhooksOf, type WebhookLog } from '../../deliveries/webhook-queue.ts'
import { forgetIncomplete, sendAnswer, sendIncomplete } from '../../deliveries/webhooks.ts'
import { ControlError } from '../../control/error.ts'
import { latestComplete } from '../../store/answers/answer.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { ControlRequest, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { numberedPage } from '../../engine/paging.ts'
import { sentFields } from '../../engine/sent.ts'
import { failedEntries } from '../../deliveries/resend.ts'
import type { RecordOf } from '../../store/records.ts'

export const handlers: HandlersOf<typeof contract> = {
  listWebhooks: ({ quiz, service }) => {
    const items = rows(service, quiz)
    return { status: true, quiz_id: quiz.id, is_active: items.some(({ is_active }) => is_active), items }
  },

  addWebhook: async ({ input: { id: _quiz, ...given }, quiz, service }) => {
    const webhook: WebhookState = { ...defaultWebhook(), ...sentFields(given) }
    await needPublic(service, webhook.url)
    refuseDuplicate(service, quiz, webhook.url, webhook.method)
    refuseConnectionHeaders(webhook.headers)
    const webhook_id = webhooksOf(service).insert(
      { ...webhook, active_since: webhook.is_active ? service.now().toISOString() : null },
      { workspace_id: quiz.workspace_id, quiz_id: quiz.id },
    )
    return { status: true, quiz_id: quiz.id, webhook_id, items: rows(service, quiz) }
  },

  editWebhook: async ({ input: { id: _quiz, webhookId, ...given }, quiz, service }) => {
    const webhook = needWebhook(service, quiz, webhookId)
    const changes: Partial<WebhookState> = sentFields(given)
    if (changes.url !== undefined) await needPublic(service, changes.url)
    refuseDuplicate(service, quiz, changes.url ?? webhook.url, changes.method ?? webhook.method, webhook.id)
    refuseConnectionHeaders(changes.headers ?? [])
    change(service, webhook, changes)
    return { status: true, quiz_id: quiz.id, webhook_id: webhook.id, items: rows(service, quiz) }
  },

  removeWebhook: ({ input, quiz, service }) => {
    const { id } = needWebhook(service, quiz, input.webhookId)
    webhooksOf(service).remove(id)
    logsOf(service).removeAll({ quiz_id: quiz.id, key: String(id) })
    forgetIncomplete(service, id)
    return { status: true, quiz_id: quiz.id, webhook_id: id }
  },

  toggleWebhook: ({ input, quiz, service }) => {
    const webhook = needWebhook(service, quiz, input.webhookId)
    change(service, webhook, { is_active: input.is_active })
    return { status: true, quiz_id: quiz.id, webhook_id: webhook.id, is_active: input.is_active, items: rows(service, quiz) }
  },

  listWebhookLogs: ({ input, quiz, service }) => {
    const { id } = needWebhook(service, quiz, input.webhookId)
    const owner = { quiz_id: quiz.id, key: String(id) }
    const { items, ...page } = numberedPage(logsOf(service).latest(owner), input)
    return { status: true, quiz_id: quiz.id, webhook_id: id, ...page, logs: items.map(shownLog) }
  },

  resendWebhookLogs: ({ input, quiz, service }) => {
    const { id } = needWebhook(service, quiz, input.webhookId)
    const failed = failedEntries(logsOf(service), { quiz_id: quiz.id, key: String(id) }, input)
    for (const log of failed) resend(service, log)
    return { status: true, quiz_id: quiz.id, webhook_id: id, resent: failed.length }
  },
}

export const hooks: Hooks = { answered: sendAnswer, tick: sendIncomplete, control: { 'webhook test': sendTest } }

/** Sends the latest complete answer once, whether the webhook is active or not. */
function sendTest(service: Service, { quiz, input }: ControlRequest): { log_id: number; answer_id: number } {
  if (!quiz) throw new ControlError('quiz must be a survey')
  const webhook = needWebhook(service, quiz, Number(input.webhook_id))
  const [answer] = latestComplete(service.store, quiz.id, 1)
  if (!answer)
    throw new ControlError(`Survey ${quiz.id} has no complete answer to send; to make one: surveyctl sandbox answer ${quiz.id}`, 400)
  return { log_id: enqueue(service, webhook, answer, 'answer'), answer_id: answer.id }
}

const needWebhook = (service: Service, quiz: QuizRecord, id: number): RecordOf<WebhookState> =>
  webhooksOf(service).get(id, { quiz_id: quiz.id }) ?? refuse(400, 'webhook_not_found')

function change(service: Service, webhook: RecordOf<WebhookState>, changes: Partial<WebhookState>): void {
  const isSwitchedOn = (changes.is_active && !webhook.is_active) || (changes.incomplete && !webhook.incomplete)
  webhooksOf(service).update(webhook.id, { ...changes, ...(isSwitchedOn && { active_since: service.now().toISOString() }) })
}

/** Refuses a second webhook with the same URL and method. */
function refuseDuplicate(service: Service, quiz: QuizRecord, url: string, method: string, except?: number): void {
  const same = new URL(url).href
  const existing = webhooksOf(service)
    .list({ quiz_id: quiz.id })
    .find((webhook) => webhook.id !== except && webhook.method === method && new URL(webhook.url).href === same)
  if (existing) refuse(400, 'webhook_exists', { webhook_id: existing.id })
}

async function needPublic(service: Service, url: string): Promise<void> {
  if (URL.canParse(url) && (await maySave(url, service.allowLocalWebhooks))) return
  const isLocal = URL.canParse(url) && !service.allowLocalWebhooks && (await maySave(url, true))
  invalid({
    url: `must be a public address${isLocal ? '; to allow addresses of this machine, start the sandbox with --allow-local-webhooks' : ''}`,
  })
}

/** Refuses headers that belong to the connection. */
function refuseConnectionHeaders(headers: readonly NamedValue[]): void {
  const own = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer', 'keep-alive']
  headers.forEach(({ name }, index) => {
    if (own.includes(name.toLowerCase())) invalid({ [`headers.${index}.name`]: 'is set by the service itself' })
  })
}

const rows = (service: Service, quiz: QuizRecord) =>
  webhooksOf(service)
    .list({ quiz_id: quiz.id })
    .map(({ id, title, url, method, body, body_naming, headers, incomplete, hours, is_active }) => ({
      id,
      title,
      url,
      method,
      is_active,
      incomplete,
      hours,
      body,
      body_naming,
      headers: headers.map(({ name }) => ({ name, value: masked })),
    }))

const shownLog = ({ id, workspace_id: _workspace, quiz_id: _quiz, key: _key, headers, ...log }: RecordOf<WebhookLog>) => ({
  id,
  ...log,
  headers: headers.map((name) => ({ name, value: masked })),
})

/** Webhook 7 is active and has a log, 8 and 9 are inactive. */
export const seed: Seed = (service, { workspace }) => {
  const owner = { workspace_id: workspace.id, quiz_id: 42 }
  const hour = 3_600_000
  const ago = (hours: number): string => new Date(service.now().getTime() - hours * hour).toISOString()
  const insert = (id: number, state: Pick<WebhookState, 'title' | 'url'> & Partial<WebhookState>): void => {
    webhooksOf(service).insert({ ...defaultWebhook(), ...state }, owner, id)
  }
  insert(7, {
    title: 'Answers',
    url: 'https://hooks.example.com/spring',
    is_active: true,
    active_since: ago(72),
    headers: [{ name: 'X-Token', value: 'demo-token' }],
  })
  insert(8, { title: 'Left halfway', url: 'https://hooks.example.com/halfway', incomplete: true, hours: 24 })
  insert(9, { title: 'Old receiver', url: 'https://hooks.example.com/old', method: 'get' })
  const answers = latestComplete(service.store, 42, 12).reverse()
  answers.forEach(({ id }, index) => {
    const failed = index % 5 === 4
    logsOf(service).insert(
      {
        answer_id: id,
        event: 'answer',
        status: failed ? 'failed' : 'sent',
        method: 'post',
        url: 'https://hooks.example.com/spring',
        headers: ['X-Token'],
        http_status: failed ? 503 : 200,
        error: failed ? 'HTTP 503' : null,
        attempt: 1,
        duration_ms: 80 + index * 7,
        created_at: ago(48 - index * 4),
        sent_at: ago(48 - index * 4),
      },
      { ...owner, key: '7' },
    )
  })
}

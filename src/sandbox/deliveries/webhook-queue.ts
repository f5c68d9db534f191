/**
 * Webhooks go out one attempt at a time. A delivery is logged and queued in the transaction that stored the answer, so
 * neither a refusal sends it nor a killed process loses it; up to eight are on their way at once.
 */
import { findAnswer } from '../store/answer.ts'
import type { AnswerRecord } from '../store/entities.ts'
import type { Service } from '../engine/handler.ts'
import { findQuiz } from '../store/quiz.ts'
import type { Kept } from '../store/records.ts'
import { performCall } from './http-call.ts'
import { callOf, payloadOf, type DeliveryEvent, type WebhookState } from './payload.ts'

export interface WebhookLog {
  answer_id: number
  event: DeliveryEvent
  status: 'queued' | 'sent' | 'failed'
  method: string
  url: string
  headers: string[]
  http_status: number | null
  error: string | null
  attempt: number
  duration_ms: number | null
  created_at: string
  sent_at: string | null
}

interface Job {
  log_id: number
}

export const webhooksOf = ({ store }: Service) => store.records<WebhookState>('webhook')
/** Kept under the webhook's id. */
export const logsOf = ({ store }: Service) => store.records<WebhookLog>('webhook_log')
/** Deliveries that are to be made. */
const jobsOf = ({ store }: Service) => store.records<Job>('webhook_job')

/** A first delivery; its place in the log. */
export function enqueue(service: Service, webhook: Kept<WebhookState>, answer: AnswerRecord, event: DeliveryEvent): number {
  const log_id = logsOf(service).insert(
    {
      answer_id: answer.id,
      event,
      status: 'queued',
      method: webhook.method,
      url: webhook.url,
      headers: webhook.headers.map(({ name }) => name),
      http_status: null,
      error: null,
      attempt: 1,
      duration_ms: null,
      created_at: service.now().toISOString(),
      sent_at: null,
    },
    { workspace_id: webhook.workspace_id, quiz_id: webhook.quiz_id, key: String(webhook.id) },
  )
  queueJob(service, log_id)
  return log_id
}

/** Sends a logged delivery once more. */
export function sendAgain(service: Service, { id, attempt }: Kept<WebhookLog>): void {
  logsOf(service).update(id, { status: 'queued', attempt: attempt + 1 })
  queueJob(service, id)
}

function queueJob(service: Service, log_id: number): void {
  jobsOf(service).insert({ log_id })
  service.after(() => pump(service))
}

/** Takes up what an ended process left. */
export function resume(service: Service): void {
  if (jobsOf(service).count() > 0) service.after(() => pump(service))
}

const atOnce = 8
/** Jobs that are on their way, by sandbox. */
const busy = new WeakMap<Service, Set<number>>()

/** Works until nothing is left to take; others may be working already. */
async function pump(service: Service): Promise<void> {
  const taken = busy.get(service) ?? new Set<number>()
  busy.set(service, taken)
  while (taken.size < atOnce && !service.signal.aborted) {
    // In a turn of its own: a job of an unfinished write is none yet.
    const job = await service.write(() => take(service, taken))
    if (!job) return
    try {
      await deliver(service, job)
    } finally {
      taken.delete(job.id)
    }
  }
}

function take(service: Service, taken: Set<number>): Kept<Job> | undefined {
  if (taken.size >= atOnce) return undefined
  const job = jobsOf(service)
    .list({ limit: taken.size + 1 })
    .find(({ id }) => !taken.has(id))
  if (job) taken.add(job.id)
  return job
}

async function deliver(service: Service, job: Kept<Job>): Promise<void> {
  const { store } = service
  const log = logsOf(service).get(job.log_id)
  const webhook = log && webhooksOf(service).get(Number(log.key))
  const quiz = webhook && findQuiz(store, webhook.quiz_id!, { trash: true })
  const answer = log && findAnswer(store, log.answer_id)
  const begun = Date.now()
  const payload = webhook && quiz && answer && payloadOf(store, webhook, log.event, quiz, answer)
  const outcome = payload && (await attempt(service, webhook, payload))
  // When the sandbox stops, the job stays for its next start.
  if (service.signal.aborted && outcome?.status === 'failed') return
  await service.write(() => {
    // The sandbox may have been set back to its seed meanwhile.
    if (jobsOf(service).get(job.id)?.log_id !== job.log_id) return
    jobsOf(service).remove(job.id)
    if (payload && outcome?.http_status) tellInbox(service, webhook, log.event, payload)
    if (outcome && logsOf(service).get(job.log_id)?.status === 'queued') {
      logsOf(service).update(job.log_id, {
        ...outcome,
        url: webhook!.url,
        method: webhook!.method,
        duration_ms: Date.now() - begun,
        sent_at: service.now().toISOString(),
      })
    }
  })
}

/** What reached the other side, whatever it said. */
const tellInbox = (service: Service, { workspace_id, quiz_id, url }: Kept<WebhookState>, event: DeliveryEvent, payload: object): void =>
  void service.inbox.send({
    workspace_id: workspace_id!,
    quiz_id,
    channel: 'webhook',
    to: url,
    subject: event,
    text: JSON.stringify(payload),
  })

type Outcome = Pick<WebhookLog, 'status' | 'http_status' | 'error'>

async function attempt(service: Service, webhook: WebhookState, payload: Record<string, unknown>): Promise<Outcome> {
  try {
    const http_status = await performCall(callOf(webhook, payload), { allowLocal: service.allowLocalWebhooks, signal: service.signal })
    return http_status >= 200 && http_status < 300
      ? { status: 'sent', http_status, error: null }
      : { status: 'failed', http_status, error: `HTTP ${http_status}` }
  } catch (error) {
    return { status: 'failed', http_status: null, error: reasonOf(error as NodeJS.ErrnoException) }
  }
}

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  (
    {
      ENOTFOUND: 'The name does not resolve',
      EAI_AGAIN: 'The name does not resolve',
      ECONNREFUSED: 'The connection was refused',
      ECONNRESET: 'The connection broke',
    } as Record<string, string>
  )[code ?? ''] ?? message

/**
 * The queue of webhook deliveries. A delivery is logged and queued in the transaction that stores the answer: a write that
 * is rolled back sends nothing, and a killed process loses nothing. Each is attempted once; up to eight run at once.
 */
import { codeOf } from '../../system/error-code.ts'
import { messageOf } from '../../text/message-of.ts'
import { findAnswer } from '../store/answers/answer.ts'
import type { AnswerRecord } from '../store/entities.ts'
import { sendToInbox } from '../store/inbox.ts'
import type { Service } from '../store/service.ts'
import { findQuiz } from '../store/surveys/quiz.ts'
import type { RecordOf } from '../store/records.ts'
import { callOf, payloadOf, type DeliveryEvent, type Payload, type WebhookState } from './payload.ts'

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
/** Their key is the webhook's id. */
export const logsOf = ({ store }: Service) => store.records<WebhookLog>('webhook_log')
/** Deliveries that wait or run. */
const jobsOf = ({ store }: Service) => store.records<Job>('webhook_job')

/** Queues the first delivery of an answer; returns the id of its log entry. */
export function enqueue(service: Service, webhook: RecordOf<WebhookState>, answer: AnswerRecord, event: DeliveryEvent): number {
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

/** Queues a failed delivery once more, under the same log entry. */
export function resend(service: Service, { id, attempt }: RecordOf<WebhookLog>): void {
  logsOf(service).update(id, { status: 'queued', attempt: attempt + 1 })
  queueJob(service, id)
}

function queueJob(service: Service, log_id: number): void {
  jobsOf(service).insert({ log_id })
  service.after(() => runJobs(service))
}

/** Resumes deliveries that an earlier process left. */
export function resume(service: Service): void {
  if (jobsOf(service).count() > 0) service.after(() => runJobs(service))
}

const maxRunning = 8
/** Ids of the running jobs, by sandbox. */
const runningJobs = new WeakMap<Service, Set<number>>()

/** Runs jobs until none is left to start; several of these loops may run at once. */
async function runJobs(service: Service): Promise<void> {
  const running = runningJobs.get(service) ?? new Set<number>()
  runningJobs.set(service, running)
  while (running.size < maxRunning && !service.signal.aborted) {
    // In a turn of its own, so that jobs of uncommitted writes aren't seen.
    const job = await service.write(() => startJob(service, running))
    if (!job) return
    try {
      await deliver(service, job)
    } finally {
      running.delete(job.id)
    }
  }
}

function startJob(service: Service, running: Set<number>): RecordOf<Job> | undefined {
  if (running.size >= maxRunning) return undefined
  const job = jobsOf(service)
    .list({ limit: running.size + 1 })
    .find(({ id }) => !running.has(id))
  if (job) running.add(job.id)
  return job
}

async function deliver(service: Service, job: RecordOf<Job>): Promise<void> {
  const call = preparedCall(service, job)
  const started = Date.now()
  const outcome = call && (await attempt(service, call))
  // The sandbox is stopping: the job waits for its next start.
  if (service.signal.aborted && outcome?.status === 'failed') return
  await service.write(() => {
    // The sandbox may have been reset meanwhile.
    if (jobsOf(service).get(job.id)?.log_id !== job.log_id) return
    jobsOf(service).remove(job.id)
    if (!outcome) return
    const { webhook, event, quiz, payload } = call
    // It has reached the other side, whatever that answered.
    if (outcome.http_status)
      sendToInbox(service, quiz, { channel: 'webhook', to: webhook.url, subject: event, text: JSON.stringify(payload) })
    if (logsOf(service).get(job.log_id)?.status !== 'queued') return
    logsOf(service).update(job.log_id, {
      ...outcome,
      url: webhook.url,
      method: webhook.method,
      duration_ms: Date.now() - started,
      sent_at: service.now().toISOString(),
    })
  })
}

/** What to send; `undefined` when the webhook, its survey or the answer is gone. */
function preparedCall(service: Service, { log_id }: Job) {
  const { store } = service
  const log = logsOf(service).get(log_id)
  const webhook = log && webhooksOf(service).get(Number(log.key))
  const quiz = webhook && findQuiz(store, webhook.quiz_id, { trash: true })
  const answer = log && findAnswer(store, log.answer_id)
  if (!webhook || !quiz || !answer) return undefined
  return { webhook, quiz, event: log.event, payload: payloadOf(store, webhook, log.event, quiz, answer) }
}

type Outcome = Pick<WebhookLog, 'status' | 'http_status' | 'error'>

async function attempt(service: Service, { webhook, payload }: { webhook: WebhookState; payload: Payload }): Promise<Outcome> {
  try {
    const { performCall } = await import('./http-call.ts')
    const http_status = await performCall(callOf(webhook, payload), { allowLocal: service.allowLocalWebhooks, signal: service.signal })
    return http_status >= 200 && http_status < 300
      ? { status: 'sent', http_status, error: null }
      : { status: 'failed', http_status, error: `HTTP ${http_status}` }
  } catch (error) {
    return { status: 'failed', http_status: null, error: reasonOf(error) }
  }
}

const reasons = new Map(
  Object.entries<string>({
    ENOTFOUND: 'The host name does not resolve',
    EAI_AGAIN: 'The host name does not resolve',
    ECONNREFUSED: 'The connection was refused',
    ECONNRESET: 'The connection broke',
  }),
)

const reasonOf = (error: unknown): string => reasons.get(codeOf(error)) ?? messageOf(error)

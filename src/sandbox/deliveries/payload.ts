/** What a webhook carries. The shape is described in DECISIONS.md. */
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { Store } from '../store/store.ts'
import type { HttpCall } from './http-call.ts'
import { linesOf, type Line } from './wording.ts'

export interface Named {
  name: string
  value: string
}

export interface WebhookState {
  title: string
  url: string
  method: 'get' | 'post' | 'put' | 'patch'
  /** Fields that are added. */
  body: Named[]
  /** Field or question, and the name that it is sent under. */
  body_naming: Named[]
  headers: Named[]
  incomplete: boolean
  hours: number
  is_active: boolean
  /** Incomplete answers from before it was switched on are not sent. */
  active_since: string | null
}

/** A webhook as it is where nothing else was chosen. */
export const bareWebhook = (): Omit<WebhookState, 'title' | 'url'> => ({
  method: 'post',
  body: [],
  body_naming: [],
  headers: [],
  incomplete: false,
  hours: 0,
  is_active: false,
  active_since: null,
})

export type DeliveryEvent = 'answer' | 'incomplete_answer'

export function payloadOf(
  store: Store,
  webhook: WebhookState,
  event: DeliveryEvent,
  quiz: QuizRecord,
  answer: AnswerRecord,
): Record<string, unknown> {
  const answers = linesOf(store, quiz, answer)
  const own: Record<string, unknown> = {
    event,
    quiz_id: quiz.id,
    quiz_name: quiz.name,
    answer_id: answer.id,
    date_start: answer.date_start,
    date_end: answer.date_end,
    is_complete: answer.is_complete,
    ip_address: answer.ip_address,
    score: answer.score,
    promo_code: answer.promo_code,
    hidden: answer.hidden,
    answers,
  }
  const names = new Map(webhook.body_naming.map(({ name, value }) => [name, value]))
  const fields = Object.entries(own).map(([name, value]) => [names.get(name) ?? name, value] as const)
  const questions = answers.flatMap(({ question_id, answer: text }) =>
    names.has(question_id) ? [[names.get(question_id)!, text] as const] : [],
  )
  return Object.fromEntries([...fields, ...questions, ...webhook.body.map(({ name, value }) => [name, value] as const)])
}

/** GET carries the fields in the address, the other methods as JSON. */
export function callOf({ method, url, headers }: WebhookState, payload: Record<string, unknown>): HttpCall {
  const own = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  const named = { 'user-agent': 'survey-platform-webhook/1.0', ...own }
  if (method === 'get') return { method: 'GET', url: withQuery(url, payload), headers: named }
  const hasType = headers.some(({ name }) => name.toLowerCase() === 'content-type')
  return {
    method: method.toUpperCase(),
    url,
    headers: { ...(!hasType && { 'content-type': 'application/json' }), ...named },
    body: JSON.stringify(payload),
  }
}

function withQuery(address: string, payload: Record<string, unknown>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(payload)) {
    if (Array.isArray(value))
      for (const { question_id, answer } of value as Line[]) url.searchParams.append(`${name}[${question_id}]`, answer)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) url.searchParams.append(`${name}[${key}]`, String(inner))
    else if (value !== null) url.searchParams.append(name, String(value))
  }
  return url.href
}

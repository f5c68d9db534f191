/** What a webhook sends. The shape is described in DECISIONS.md. */
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { Store } from '../store/store.ts'
import type { HttpCall } from './http-call.ts'
import { linesOf, type AnswerLine } from './wording.ts'

export interface NamedValue {
  name: string
  value: string
}

export interface WebhookState {
  title: string
  url: string
  method: 'get' | 'post' | 'put' | 'patch'
  /** Additional fields. */
  body: NamedValue[]
  /** Other names: `name` is a field or a question's id, `value` the name that it is sent under. */
  body_naming: NamedValue[]
  headers: NamedValue[]
  incomplete: boolean
  hours: number
  is_active: boolean
  /** Incomplete answers from before it was switched on are not sent. */
  active_since: string | null
}

/** A webhook with all defaults. */
export const defaultWebhook = (): Omit<WebhookState, 'title' | 'url'> => ({
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

export type Payload = Record<string, string | number | boolean | null | Readonly<Record<string, string>> | AnswerLine[]>

export function payloadOf(store: Store, webhook: WebhookState, event: DeliveryEvent, quiz: QuizRecord, answer: AnswerRecord): Payload {
  const answers = linesOf(store, quiz, answer)
  const own: Payload = {
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
  const questions = answers.flatMap(({ question_id, answer: text }) => {
    const name = names.get(question_id)
    return name === undefined ? [] : [[name, text] as const]
  })
  return Object.fromEntries([...fields, ...questions, ...webhook.body.map(({ name, value }) => [name, value] as const)])
}

/** GET sends the fields in the query, the other methods as JSON. */
export function callOf({ method, url, headers }: WebhookState, payload: Payload): HttpCall {
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

function withQuery(address: string, payload: Payload): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(payload)) {
    if (value === null) continue
    if (typeof value !== 'object') url.searchParams.append(name, String(value))
    else if (Array.isArray(value)) for (const { question_id, answer } of value) url.searchParams.append(`${name}[${question_id}]`, answer)
    else for (const [key, inner] of Object.entries(value)) url.searchParams.append(`${name}[${key}]`, inner)
  }
  return url.href
}

/** What an answer creates in a CRM, as the mapping says; the inbox shows it. */
import type { FieldSource } from '../../contract/crm-mapping.ts'
import { crms } from '../../contract/crm.ts'
import { connectionOf, type Crm, type CrmState } from '../store/connection.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { Service } from '../engine/handler.ts'
import { isDeliverable, linesOf } from './wording.ts'

/** What becomes a lead, contact, company or deal; all else is passed on as it stands. */
interface EntityMapping extends Readonly<Record<string, unknown>> {
  enabled?: boolean
  fields?: Readonly<Record<string, FieldSource>>
  title_type?: string
  title_value?: unknown
  company_title_value?: unknown
  add_id_to_title?: boolean
}

/** Which of the numbered deals, lists and tasks are made; the rest by their numbers, `bind` and `subtype` by field. */
interface BlockMapping {
  active?: readonly number[]
  titles?: Readonly<Record<string, unknown>>
  statuses?: Readonly<Record<string, unknown>>
  users?: Readonly<Record<string, unknown>>
  use_price?: Readonly<Record<string, unknown>>
  bind?: Readonly<Record<string, unknown>>
  subtype?: Readonly<Record<string, unknown>>
}

type Text = (questionOrText: unknown) => string

export function createInCrm(service: Service, quiz: QuizRecord, answer: AnswerRecord): void {
  if (!isDeliverable(answer)) return
  for (const crm of crms) {
    const state = connectionOf(service.store, quiz, 'crm', crm)
    if (!state?.is_active || state.revoked || !service.plan(quiz.workspace_id).options[crm]) continue
    const answers = new Map(linesOf(service.store, quiz, answer, { all: true }).map(({ question_id, answer: text }) => [question_id, text]))
    const text: Text = (value) => answers.get(String(value)) ?? String(value ?? '')
    for (const made of crm === 'crm_a' ? madeInA(state, text, answer) : madeInB(state, text, answer)) tell(service, quiz, crm, made)
  }
}

interface Made {
  what: string
  title: string
  facts: Record<string, unknown>
}

const tell = (service: Service, quiz: QuizRecord, channel: Crm, { what, title, facts }: Made): void =>
  void service.inbox.send({
    workspace_id: quiz.workspace_id,
    quiz_id: quiz.id,
    channel,
    to: what,
    subject: title || null,
    text: JSON.stringify(facts),
  })

function madeInB({ mapping }: CrmState, text: Text, answer: AnswerRecord): Made[] {
  return (['lead', 'contact', 'company', 'deal'] as const).flatMap((entity) => {
    const {
      enabled,
      fields = {},
      title_type,
      title_value,
      company_title_value,
      add_id_to_title,
      ...settings
    } = (mapping[entity] ?? {}) as EntityMapping
    if (!enabled) return []
    const wanted = entity === 'company' ? (company_title_value ?? title_value) : title_value
    const title = title_type === 'Static' ? String(wanted ?? '') : text(wanted)
    const filled = Object.entries(fields).map(([name, { widget_id, static_value }]) => [name, widget_id ? text(widget_id) : static_value])
    return [
      {
        what: entity,
        title: add_id_to_title ? `${title} ${answer.id}`.trim() : title,
        facts: { ...settings, fields: Object.fromEntries(filled) },
      },
    ]
  })
}

function madeInA({ mapping }: CrmState, text: Text, answer: AnswerRecord): Made[] {
  return (['deal', 'list', 'task'] as const).flatMap((block) => {
    const {
      active = [],
      titles = {},
      statuses = {},
      users = {},
      use_price = {},
      bind = {},
      subtype = {},
    } = (mapping[block] ?? {}) as BlockMapping
    const fields = Object.fromEntries(
      Object.entries(bind).map(([field, question]) => [
        field,
        { value: text(question), ...(subtype[field] ? { subtype: subtype[field] } : {}) },
      ]),
    )
    return active.map((number) => ({
      what: `${block} ${number}`,
      title: text(titles[number]),
      facts: {
        status: statuses[number] ?? null,
        user: users[number] ?? null,
        ...(use_price[number] ? { price: answer.score } : {}),
        fields,
      },
    }))
  })
}

/** Creates what the mapping says in a CRM for each answer; as the CRM is simulated, it goes to the inbox. */
import type { FieldSource } from '../../contract/integrations/crm-mapping.ts'
import { crms } from '../../contract/integrations/crm.ts'
import { connectionOf, type CrmState } from '../store/integrations/connection.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import { sendToInbox } from '../store/inbox.ts'
import type { Service } from '../store/service.ts'
import { linesOf } from './wording.ts'

/** How a lead, contact, company or deal is filled; further settings are passed on unchanged. */
interface EntityMapping extends Readonly<Record<string, unknown>> {
  enabled?: boolean
  fields?: Readonly<Record<string, FieldSource>>
  title_type?: string
  title_value?: unknown
  company_title_value?: unknown
  add_id_to_title?: boolean
}

/** `active` lists the pipelines or lists to create in; `bind` and `subtype` are by CRM field, the others by those numbers. */
type BlockMapping = { active?: readonly number[] } & {
  [Field in 'titles' | 'statuses' | 'users' | 'use_price' | 'bind' | 'subtype']?: Readonly<Record<string, unknown>>
}

/** The answer to the question with this id, or else the text itself. */
type TextOf = (questionOrText: unknown) => string

export function createInCrm(service: Service, quiz: QuizRecord, answer: AnswerRecord): void {
  for (const crm of crms) {
    const state = connectionOf(service.store, quiz, 'crm', crm)
    if (!state?.is_active || state.revoked || !service.plan(quiz.workspace_id).options[crm]) continue
    const answers = new Map(
      linesOf(service.store, quiz, answer, { unanswered: true }).map(({ question_id, answer: text }) => [question_id, text]),
    )
    const textOf: TextOf = (value) => answers.get(String(value)) ?? String(value ?? '')
    const entries = crm === 'crm_a' ? entriesOfA(state, textOf, answer) : entriesOfB(state, textOf, answer)
    for (const { kind, title, fields } of entries)
      sendToInbox(service, quiz, { channel: crm, to: kind, subject: title || null, text: JSON.stringify(fields) })
  }
}

interface Entry {
  /** `lead`, `deal 101` ... */
  kind: string
  title: string
  fields: Record<string, unknown>
}

function entriesOfB({ mapping }: CrmState, textOf: TextOf, answer: AnswerRecord): Entry[] {
  return (['lead', 'contact', 'company', 'deal'] as const).flatMap((entity) => {
    const {
      enabled,
      fields = {},
      title_type,
      title_value,
      company_title_value,
      add_id_to_title,
      ...settings
    }: EntityMapping = mapping[entity] ?? {}
    if (!enabled) return []
    const wanted = entity === 'company' ? (company_title_value ?? title_value) : title_value
    const title = title_type === 'Static' ? String(wanted ?? '') : textOf(wanted)
    const filled = Object.entries(fields).map(([name, { widget_id, static_value }]) => [name, widget_id ? textOf(widget_id) : static_value])
    return [
      {
        kind: entity,
        title: add_id_to_title ? `${title} ${answer.id}`.trim() : title,
        fields: { ...settings, fields: Object.fromEntries(filled) },
      },
    ]
  })
}

function entriesOfA({ mapping }: CrmState, textOf: TextOf, answer: AnswerRecord): Entry[] {
  return (['deal', 'list', 'task'] as const).flatMap((block) => {
    const {
      active = [],
      titles = {},
      statuses = {},
      users = {},
      use_price = {},
      bind = {},
      subtype = {},
    }: BlockMapping = mapping[block] ?? {}
    const fields = Object.fromEntries(
      Object.entries(bind).map(([field, question]) => [
        field,
        { value: textOf(question), ...(subtype[field] ? { subtype: subtype[field] } : {}) },
      ]),
    )
    return active.map((number) => ({
      kind: `${block} ${number}`,
      title: textOf(titles[number]),
      fields: {
        status: statuses[number] ?? null,
        user: users[number] ?? null,
        ...(use_price[number] ? { price: answer.score } : {}),
        fields,
      },
    }))
  })
}

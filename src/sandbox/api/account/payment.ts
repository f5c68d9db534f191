import * as contract from '../../../contract/account/payment.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { ControlHook, HandlersOf, Hooks, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { rowOf } from '../../store/records.ts'
import { requiredField } from '../../engine/sent.ts'

/** A seller account, connected by a person in the cabinet. Its secret token is never returned, so none is stored. */
interface Seller {
  shop_id: string
  name: string
  receipt: { enabled: boolean; tax_system: number; vat_code: number }
}

interface PaymentState {
  payment_account_id: number
  payment_type: 'fixed' | 'scoring'
  fixed_amount: number | null
  contact_widget_id: string | null
}

const sellers = ({ store }: Service) => store.records<Seller>('seller')
const payments = ({ store }: Service) => store.records<PaymentState>('payment')

function shown(service: Service, quiz: QuizRecord) {
  const accounts = sellers(service).list({ workspace_id: quiz.workspace_id }).map(rowOf)
  const {
    payment_account_id = null,
    payment_type = null,
    fixed_amount = null,
    contact_widget_id = null,
  } = payments(service).find({ quiz_id: quiz.id }) ?? {}
  return {
    status: true,
    quiz_id: quiz.id,
    payment_ready: accounts.length > 0,
    accounts,
    payment_account_id,
    payment_type,
    fixed_amount,
    contact_widget_id,
  }
}

export const handlers: HandlersOf<typeof contract> = {
  viewPayment: ({ quiz, service }) => shown(service, quiz),

  setPayment: ({ input, quiz, service }) => {
    const { payment_account_id, payment_type, fixed_amount, contact_widget_id } = input
    if (contact_widget_id !== undefined && !quiz.draft.widgets.ids.includes(contact_widget_id))
      invalid({ contact_widget_id: 'is not a question of the survey' })
    if (!sellers(service).get(payment_account_id, { workspace_id: quiz.workspace_id })) refuse(400, 'account_not_found')
    payments(service).put(
      { workspace_id: quiz.workspace_id, quiz_id: quiz.id },
      {
        payment_account_id,
        payment_type,
        fixed_amount: payment_type === 'fixed' ? requiredField('fixed_amount', fixed_amount) : null,
        contact_widget_id: contact_widget_id ?? null,
      },
    )
    return shown(service, quiz)
  },
}

const connect: ControlHook = (service, { workspace }) => {
  const number = sellers(service).count({ workspace_id: workspace.id }) + 1
  const id = sellers(service).insert(
    { shop_id: `shop-${workspace.id}-${number}`, name: `Shop ${number}`, receipt: { enabled: true, tax_system: 1, vat_code: 1 } },
    { workspace_id: workspace.id },
  )
  return { workspace_id: workspace.id, payment_account_id: id }
}

/** Disconnects all seller accounts; surveys that used one no longer take payments. */
const disconnect: ControlHook = (service, { workspace }) => {
  payments(service).removeAll({ workspace_id: workspace.id })
  return { workspace_id: workspace.id, removed: sellers(service).removeAll({ workspace_id: workspace.id }) }
}

export const hooks: Hooks = {
  connect: { seller: connect },
  disconnect: { seller: disconnect },
  page: (service, quiz) => {
    const state = payments(service).find({ quiz_id: quiz.id })
    if (!state || !service.plan(quiz.workspace_id).options.quiz_payment) return {}
    return { payment: state.payment_type === 'fixed' ? { type: 'fixed', amount: state.fixed_amount ?? 0 } : { type: 'scoring' } }
  },
}

/** Seller account 1; no survey takes payments yet. */
export const seed: Seed = (service, { workspace }) => {
  sellers(service).insert(
    { shop_id: 'shop-100', name: 'Shop', receipt: { enabled: true, tax_system: 1, vat_code: 1 } },
    { workspace_id: workspace.id },
    1,
  )
}

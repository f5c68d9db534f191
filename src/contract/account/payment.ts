import * as z from '../core/schema.ts'
import { choice, idOf, number, required, text } from '../core/fields.ts'
import { operation } from '../core/operation.ts'
import { requiredWhen } from '../core/rules.ts'

export const paymentState = z.looseObject({
  payment_ready: z.optional(z.boolean()),
  payment_account_id: z.optional(z.nullable(z.int())),
  payment_type: z.optional(z.nullable(z.string())),
  fixed_amount: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  contact_widget_id: z.optional(z.nullable(z.string())),
})

export const viewPayment = operation({
  id: 'payment.view',
  request: 'GET /quiz/{id}/payment',
  sentBack: true,
  summary: 'Show how a survey takes payments',
  result: paymentState,
})

export const setPayment = operation({
  id: 'payment.set',
  request: 'POST /quiz/{id}/payment',
  effect: 'live',
  summary: 'Set how a survey takes payments',
  body: {
    payment_account_id: required(idOf('seller account', 'account_not_found', 'Seller account of this workspace')),
    payment_type: required(choice(['fixed', 'scoring'], 'A fixed amount, or the points of the answers')),
    fixed_amount: number('Amount; required when the type is fixed', { min: 0 }),
    contact_widget_id: text('Question that gives the contact for the receipt'),
  },
  rules: [requiredWhen('fixed_amount', 'payment_type', 'fixed')],
  result: paymentState,
  right: 'settings',
  plan: { option: 'quiz_payment' },
  repeatable: true,
  refusals: ['account_not_found'],
})

import * as z from '../core/schema.ts'
import { listed, operation } from '../core/operation.ts'

const number = z.optional(z.nullable(z.number()))
const flag = z.optional(z.boolean())

export const tariffOverview = z.looseObject({
  tariff: z.optional(
    z.looseObject({
      code: z.optional(z.string()),
      is_free: flag,
      is_trial: flag,
      is_paid: flag,
      expires_at: z.optional(z.nullable(z.string())),
      days_left: number,
    }),
  ),
  limits: z.optional(
    z.looseObject({
      quizzes: z.optional(z.looseObject({ used: number, limit: number, left: number, can_create_more: flag })),
      answers: z.optional(z.looseObject({ left: number, resets_on_day: number, incomplete_counted: flag })),
      members: z.optional(z.looseObject({ used: number, can_add_more: flag })),
      themes: z.optional(z.looseObject({ limit: number })),
      disk: z.optional(z.looseObject({ used_bytes: number, limit_bytes: number, free_bytes: number, file_size_limit_bytes: number })),
      letters: z.optional(z.looseObject({ recipients_limit: number })),
    }),
  ),
  features: z.optional(z.looseObject({})),
})

export const viewTariff = operation({
  id: 'tariff.view',
  request: 'GET /workspace/{workspace_id}/tariff',
  summary: "Show the account's plan: limits, what is used, features",
  result: tariffOverview,
})

/** What switching to a plan would cost of the current balance; `null` when nothing is lost. */
const balanceBurn = z.optional(z.nullable(z.looseObject({})))
const plan = z.looseObject({
  code: z.optional(z.string()),
  name: z.optional(z.nullable(z.string())),
  periods: z.optional(z.array(z.looseObject({ balance_burn: balanceBurn }))),
})
export type TariffPlan = z.infer<typeof plan>

export const listTariffs = operation({
  id: 'tariff.list',
  request: 'GET /workspace/{workspace_id}/tariff/list',
  summary: 'List plans with prices, and what switching to them would lose',
  ...listed('items', plan),
})

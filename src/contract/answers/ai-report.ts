import * as z from '../core/schema.ts'
import { choice, text } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

/** Sections that are built apart from each other. */
export const aiSections = ['text', 'comparative', 'quantitative'] as const
export type AiSection = (typeof aiSections)[number]

const needs = { right: 'view_results', plan: { option: 'ai_report' } } as const

export const startAiReport = operation({
  id: 'ai-report.start',
  request: 'POST /quiz/{id}/ai-report',
  effect: 'live',
  summary: 'Have the AI write a report on the answers',
  body: {
    section: choice(['all', ...aiSections], 'Section to build', { default: 'all' }),
    locale: text("Language of the report, e.g. en (default: the key owner's)", {
      min: 2,
      max: 10,
      limits: 'a language code of 2 to 10 characters',
    }),
  },
  result: z.looseObject({
    queued: z.optional(z.array(z.string())),
    already_running: z.optional(z.array(z.string())),
    refused: z.optional(z.unknown()),
  }),
  ...needs,
  refusals: ['ai_report_limit_reached', 'ai_report_refused'],
})

export const viewAiReport = operation({
  id: 'ai-report.view',
  request: 'GET /quiz/{id}/ai-report',
  summary: 'Show the AI report of a survey',
  result: z.looseObject({ ai_status: z.optional(z.unknown()), sections: z.optional(z.unknown()) }),
  ...needs,
})

export const shareAiReport = operation({
  id: 'ai-report.share',
  request: 'POST /quiz/{id}/ai-report/share',
  effect: 'live',
  summary: 'Make a public link to the AI report',
  result: z.looseObject({ url: z.optional(z.string()) }),
  right: 'view_results',
  plan: { option: 'ai_report_share' },
  repeatable: true,
  refusals: ['report_not_ready', 'blocked_by_tariff'],
})

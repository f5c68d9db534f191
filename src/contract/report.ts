import * as z from './core/schema.ts'
import { periodInOrder, reportFilters } from './core/selection.ts'
import { required, uuid } from './core/fields.ts'
import { operation } from './core/operation.ts'

const reportQuestion = z.looseObject({
  widget_id: z.optional(z.string()),
  widget_hash: z.optional(z.string()),
  type: z.optional(z.string()),
  title: z.optional(z.nullable(z.string())),
  is_old_answer_time: z.optional(z.boolean()),
})
export type ReportQuestion = z.infer<typeof reportQuestion>

export const viewReport = operation({
  id: 'report.view',
  method: 'POST',
  path: '/quiz/{id}/report',
  summary: 'Show the report of a survey, question by question',
  body: reportFilters,
  rules: [periodInOrder],
  result: z.looseObject({ report_uuid: z.optional(z.string()), questions: z.optional(z.array(reportQuestion)) }),
  repeatable: true,
  safe: true,
  refusals: ['quiz_not_found'],
})

/** One question of a report; the hash is its version, both stand in the report. */
const ofQuestion = {
  params: { report_uuid: required(uuid('Report: report_uuid of "report view"')) },
  query: { widget_id: required(uuid('Question')), widget_hash: required(uuid('Version of the question: widget_hash of "report view"')) },
  rows: 'items',
  paging: { by: 'offset', size: 50 },
  refusals: ['quiz_not_found', 'not_found'],
} as const

export const reportFile = z.looseObject({
  url: z.string(),
  name: z.optional(z.nullable(z.string())),
  ext: z.optional(z.nullable(z.string())),
})
export type ReportFile = z.infer<typeof reportFile>

export const listReportFiles = operation({
  id: 'report.files',
  method: 'GET',
  path: '/quiz/{id}/report/{report_uuid}/files',
  summary: 'List the files that respondents uploaded to a question',
  ...ofQuestion,
  result: z.looseObject({ items: z.array(reportFile) }),
})

export const listReportInputs = operation({
  id: 'report.inputs',
  method: 'GET',
  path: '/quiz/{id}/report/{report_uuid}/inputs',
  summary: 'List the text answers to a question',
  ...ofQuestion,
  result: z.looseObject({ items: z.array(z.looseObject({})) }),
})

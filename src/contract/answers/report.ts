import * as z from '../core/schema.ts'
import { periodInOrder, reportFilters } from '../core/selection.ts'
import { required, uuid } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

const text = z.optional(z.nullable(z.string()))
const number = z.optional(z.nullable(z.number()))

const reportQuestion = z.looseObject({
  widget_id: z.optional(z.string()),
  widget_hash: z.optional(z.string()),
  type: z.optional(z.string()),
  title: text,
  is_old_answer_time: z.optional(z.boolean()),
})
export type ReportQuestion = z.infer<typeof reportQuestion>

const bar = z.object({
  id: z.optional(z.union([z.string(), z.number()])),
  label: text,
  count: number,
  percent: number,
  average: number,
  /** Not in the latest publication any more. */
  removed: z.optional(z.boolean()),
})
export type ReportBar = z.infer<typeof bar>

/** What the specification doesn't show of a question's results, as the sandbox gives it. Used where it is there. */
export const questionResults = z.object({
  answered: number,
  skipped: number,
  average: number,
  bars: z.optional(z.array(bar)),
  rows: z.optional(z.array(z.object({ label: text, bars: z.optional(z.array(bar)) }))),
  texts: z.optional(z.array(z.string())),
  files: z.optional(z.array(z.object({ name: text }))),
})
export type QuestionResults = z.infer<typeof questionResults>

export const viewReport = operation({
  id: 'report.view',
  request: 'POST /quiz/{id}/report',
  effect: 'read',
  summary: 'Show the report of a survey, question by question',
  body: reportFilters,
  openBody: true,
  rules: [periodInOrder],
  result: z.looseObject({ report_uuid: z.optional(z.string()), questions: z.optional(z.array(reportQuestion)) }),
  repeatable: true,
  safe: true,
  refusals: ['quiz_not_found'],
})

/** One question of a report; the hash is its version, both stand in the report. */
const ofQuestion = {
  params: { report_uuid: required({ ...uuid('Report: report_uuid of "report view"'), thing: 'report' }) },
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

export const listReportFiles = operation({
  id: 'report.files',
  request: 'GET /quiz/{id}/report/{report_uuid}/files',
  summary: 'List the files that respondents uploaded to a question',
  ...ofQuestion,
  result: z.looseObject({ items: z.array(reportFile) }),
})

export const listReportInputs = operation({
  id: 'report.inputs',
  request: 'GET /quiz/{id}/report/{report_uuid}/inputs',
  summary: 'List the text answers to a question',
  ...ofQuestion,
  result: z.looseObject({ items: z.array(z.looseObject({})) }),
})

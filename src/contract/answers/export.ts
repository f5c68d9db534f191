import * as z from '../core/schema.ts'
import { period, periodInOrder, reportFilters, selection } from '../core/selection.ts'
import { boolean } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

/** What is common to all of them: the answer is a file. */
const export_ = { result: z.unknown(), file: true, refusals: ['quiz_not_found'] } as const
/** Asking for one changes nothing, also by POST. */
const byPost = { ...export_, repeatable: true, safe: true } as const

export const exportCsv = operation({
  id: 'export.csv',
  request: 'GET /quiz/{id}/answers/csv',
  summary: 'Save the answers as CSV',
  query: selection,
  ...export_,
})

export const exportXlsx = operation({
  id: 'export.xlsx',
  request: 'GET /quiz/{id}/answers/xlsx',
  summary: 'Save the answers as a spreadsheet',
  query: selection,
  ...export_,
})

export const exportWord = operation({
  id: 'export.word',
  request: 'GET /quiz/{id}/answers/word',
  summary: 'Save the answers as a table in a Word document',
  query: selection,
  ...export_,
})

export const exportSav = operation({
  id: 'export.sav',
  request: 'GET /quiz/{id}/answers/sav',
  summary: 'Save the answers for a statistics package (.sav in a ZIP archive)',
  query: {
    ...selection,
    is_screenout: boolean('Also answers of screened-out respondents', { default: false }),
    is_deleted: boolean('Also deleted answers', { default: false }),
  },
  ...export_,
})

export const exportSummary = operation({
  id: 'export.summary',
  request: 'GET /quiz/{id}/summary/pdf',
  summary: 'Save the summary as PDF',
  query: { ...period, ...selection },
  rules: [periodInOrder],
  ...export_,
})

export const exportFilteredSummary = operation({
  id: 'export.summary-filtered',
  request: 'POST /quiz/{id}/summary/pdf',
  effect: 'read',
  summary: 'Save the summary of filtered answers as PDF',
  body: reportFilters,
  openBody: true,
  rules: [periodInOrder],
  ...byPost,
})

export const exportReport = operation({
  id: 'export.report',
  request: 'POST /quiz/{id}/report/pdf',
  effect: 'read',
  summary: 'Save the detailed report as PDF',
  body: reportFilters,
  openBody: true,
  rules: [periodInOrder],
  ...byPost,
})

export const exportReportWord = operation({
  id: 'export.report-word',
  request: 'GET /quiz/{id}/report/word',
  summary: 'Save the report with charts as a Word document',
  query: { ...period, ...selection },
  rules: [periodInOrder],
  ...export_,
})

import * as contract from '../../contract/export.ts'
import { answerTable } from '../store/answer-table.ts'
import { answersWord } from '../files/answers-word.ts'
import { answersCsv, answersSav, answersXlsx } from '../files/answer-files.ts'
import { makeDocument } from '../files/documents.ts'
import type { HandlersOf } from '../engine/handler.ts'
import { reportData } from '../report/report-data.ts'

export const handlers: HandlersOf<typeof contract> = {
  exportCsv: ({ input, quiz, service }) => answersCsv(answerTable(service, quiz, input)),
  exportXlsx: ({ input, quiz, service }) => answersXlsx(answerTable(service, quiz, input)),
  exportWord: ({ input, quiz, service }) => answersWord(answerTable(service, quiz, input)),
  exportSav: ({ input, quiz, service }) => answersSav(answerTable(service, quiz, input)),
  exportSummary: async ({ input, quiz, service }) => makeDocument({ kind: 'summary', data: await reportData(service.store, quiz, input) }),
  exportFilteredSummary: async ({ input, quiz, service }) =>
    makeDocument({ kind: 'summary', data: await reportData(service.store, quiz, input) }),
  exportReport: async ({ input, quiz, service }) => makeDocument({ kind: 'report', data: await reportData(service.store, quiz, input) }),
  exportReportWord: async ({ input, quiz, service }) =>
    makeDocument({ kind: 'word-report', data: await reportData(service.store, quiz, input) }),
}

import * as contract from '../../contract/export.ts'
import { answerTable } from '../store/answer-table.ts'
import { answersWord } from '../files/answers-word.ts'
import { answersCsv, answersSav, answersXlsx } from '../files/answer-files.ts'
import { detailedPdf, summaryPdf } from '../report/report-pdf.ts'
import { reportWord } from '../report/report-word.ts'
import type { HandlersOf } from '../engine/handler.ts'
import { reportData } from '../report/report-data.ts'

export const handlers: HandlersOf<typeof contract> = {
  exportCsv: ({ input, quiz, service }) => answersCsv(answerTable(service, quiz, input)),
  exportXlsx: ({ input, quiz, service }) => answersXlsx(answerTable(service, quiz, input)),
  exportWord: ({ input, quiz, service }) => answersWord(answerTable(service, quiz, input)),
  exportSav: ({ input, quiz, service }) => answersSav(answerTable(service, quiz, input)),
  exportSummary: ({ input, quiz, service }) => summaryPdf(reportData(service.store, quiz, input)),
  exportFilteredSummary: ({ input, quiz, service }) => summaryPdf(reportData(service.store, quiz, input)),
  exportReport: ({ input, quiz, service }) => detailedPdf(reportData(service.store, quiz, input)),
  exportReportWord: ({ input, quiz, service }) => reportWord(reportData(service.store, quiz, input)),
}

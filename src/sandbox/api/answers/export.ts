import * as contract from '../../../contract/answers/export.ts'
import { answerTable } from '../../report/answer-table.ts'
import { makeDocument } from '../../documents/documents.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import { reportData } from '../../report/report-data.ts'

/** The writers are loaded when the first file is asked for. */
const writers = () => import('../../files/answer-files.ts')

export const handlers: HandlersOf<typeof contract> = {
  exportCsv: async ({ input, quiz, service }) => (await writers()).answersCsv(answerTable(service, quiz, input)),
  exportXlsx: async ({ input, quiz, service }) => (await writers()).answersXlsx(answerTable(service, quiz, input)),
  exportWord: async ({ input, quiz, service }) => {
    const { answersWord } = await import('../../files/answers-word.ts')
    return answersWord(answerTable(service, quiz, input))
  },
  exportSav: async ({ input, quiz, service }) => (await writers()).answersSav(answerTable(service, quiz, input)),
  exportSummary: async ({ input, quiz, service }) => makeDocument({ kind: 'summary', data: await reportData(service.store, quiz, input) }),
  exportFilteredSummary: async ({ input, quiz, service }) =>
    makeDocument({ kind: 'summary', data: await reportData(service.store, quiz, input) }),
  exportReport: async ({ input, quiz, service }) => makeDocument({ kind: 'report', data: await reportData(service.store, quiz, input) }),
  exportReportWord: async ({ input, quiz, service }) =>
    makeDocument({ kind: 'word-report', data: await reportData(service.store, quiz, input) }),
}

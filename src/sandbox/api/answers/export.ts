import * as contract from '../../../contract/answers/export.ts'
import { answerTable } from '../../report/answer-table.ts'
import { makeDocument } from '../../documents/documents.ts'
import type { Call, HandlersOf } from '../../engine/handler.ts'
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
  exportSummary: (call) => reportAs('summary', call),
  exportFilteredSummary: (call) => reportAs('summary', call),
  exportReport: (call) => reportAs('report', call),
  exportReportWord: (call) => reportAs('word-report', call),
}

const reportAs = async (
  kind: 'summary' | 'report' | 'word-report',
  { input, quiz, service }: Call<typeof contract.exportSummary | typeof contract.exportFilteredSummary | typeof contract.exportReport>,
) => makeDocument({ kind, data: await reportData(service.store, quiz, input) })

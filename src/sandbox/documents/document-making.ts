/** Makes a document; runs in a worker thread (documents.ts). */
import { detailedPdf, summaryPdf } from '../report/report-pdf.ts'
import { reportWord } from '../report/report-word.ts'
import { bytesOf } from '../files/body.ts'
import type { OutFile } from '../files/data.ts'
import type { DocumentJob, MadeDocument } from './documents.ts'
import { printSurvey } from '../files/print/print.ts'

function fileOf(job: DocumentJob): OutFile | Promise<OutFile> {
  switch (job.kind) {
    case 'summary':
      return summaryPdf(job.data)
    case 'report':
      return detailedPdf(job.data)
    case 'word-report':
      return reportWord(job.data)
    case 'print':
      return printSurvey(job.data, job.format, job.font)
  }
}

export async function madeOf(job: DocumentJob): Promise<MadeDocument> {
  const file = await fileOf(job)
  return { ...file, body: new Uint8Array(await bytesOf(file)) }
}

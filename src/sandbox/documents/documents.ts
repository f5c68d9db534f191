/**
 * Documents that take long to lay out are made in worker threads, so that other requests don't wait. Each document has a
 * thread of its own, whose memory is freed when it ends; a few run at once.
 */
import { thread } from '../../assets.ts'
import type { OutFile, PrintData, PrintFont, ReportData } from '../files/data.ts'

export type DocumentJob =
  | { kind: 'summary' | 'report' | 'word-report'; data: ReportData }
  | { kind: 'print'; data: PrintData; format: 'pdf' | 'word' | 'txt' | 'html'; font: PrintFont }

/** What a thread sends back. */
export type MadeDocument = OutFile & { body: Uint8Array<ArrayBuffer> }

const maxThreads = 2
let running = 0
const waiting: (() => void)[] = []

export async function makeDocument(job: DocumentJob): Promise<OutFile> {
  if (running === maxThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await inThread(job)
  } finally {
    // The document that has waited longest takes this one's place.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function inThread(job: DocumentJob): Promise<MadeDocument> {
  const worker = await thread('document-thread.cjs', job)
  return new Promise<MadeDocument>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread that makes a document ended with exit code ${code}`)))
  })
}

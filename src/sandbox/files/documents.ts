/**
 * Documents that take a while to lay out are made in threads of their own, so that other requests don't wait for them:
 * a thread a document, some at once, which end with it and leave no memory behind.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OutFile, PrintData, PrintFont, ReportData } from './data.ts'

export type DocumentJob =
  | { kind: 'summary' | 'report' | 'word-report'; data: ReportData }
  | { kind: 'print'; data: PrintData; format: 'pdf' | 'word' | 'txt' | 'html'; font: PrintFont }

/** What a thread sends back. */
export type MadeDocument = OutFile & { body: Uint8Array }

const maxThreads = 2
let running = 0
const waiting: (() => void)[] = []

export async function makeDocument(job: DocumentJob): Promise<OutFile> {
  if (running === maxThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await inThread(job)
  } finally {
    // The place passes on to who has waited longest.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Bundled in a file of its own; from the sources as they are. */
function entry(): string {
  const bundled = join(import.meta.dirname, 'document-thread.cjs')
  return existsSync(bundled) ? bundled : join(import.meta.dirname, 'document-thread.ts')
}

function inThread(job: DocumentJob): Promise<MadeDocument> {
  const worker = new Worker(entry(), { workerData: job, stdout: true, stderr: true })
  return new Promise<MadeDocument>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread of a document ended with ${code}`)))
  })
}

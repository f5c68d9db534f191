/**
 * Documents that take long to lay out are made in worker threads, so that other requests don't wait; a few run at once. One
 * thread waits for the next document, as its start costs more than most documents; it ends, and frees its memory, after a while.
 */
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
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

const idleMillis = 5000
let idle: Worker | undefined
/** Ends the idle thread. */
let ending: NodeJS.Timeout | undefined

async function inThread(job: DocumentJob): Promise<MadeDocument> {
  clearTimeout(ending)
  const free = idle
  idle = undefined
  const worker = free ?? (await thread('document-thread.cjs'))
  const settled = new AbortController()
  try {
    const ended = once(worker, 'exit', settled).then(([code]) => {
      throw new Error(`The thread that makes a document ended with exit code ${code}`)
    })
    worker.ref()
    worker.postMessage(job)
    const [made] = await Promise.race([once(worker, 'message'), ended])
    park(worker)
    return made
  } finally {
    settled.abort()
  }
}

/** Lets the thread wait for the next document, unless another one already does. */
function park(worker: Worker): void {
  if (idle) return void worker.terminate()
  idle = worker
  worker.unref()
  ending = setTimeout(() => {
    idle = undefined
    void worker.terminate()
  }, idleMillis).unref()
}

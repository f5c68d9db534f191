/**
 * Entry of the worker thread that makes documents, one after the other. Code is imported dynamically: with static imports the bundler would move
 * modules that it shares with the main thread into this file.
 */
import { parentPort } from 'node:worker_threads'
import type { DocumentJob } from './documents.ts'

/**
 * Listens for one document at a time: while it is made nothing else keeps the thread alive, so that a document that never gets done ends
 * the thread.
 */
const next = (): unknown => parentPort?.once('message', run)

async function run(job: DocumentJob): Promise<void> {
  const { madeOf } = await import('./document-making.ts')
  const made = await madeOf(job)
  parentPort?.postMessage(made, [made.body.buffer])
  next()
}

next()

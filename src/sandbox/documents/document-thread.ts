/**
 * Entry of the worker thread that makes a document. Code is imported dynamically: with static imports the bundler would move
 * modules that it shares with the main thread into this file.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentJob } from './documents.ts'

async function run(): Promise<void> {
  const { madeOf } = await import('./document-making.ts')
  const job: DocumentJob = workerData
  const made = await madeOf(job)
  parentPort?.postMessage(made, [made.body.buffer])
}

void run()

/** Where the thread of a document enters. Nothing is imported up here: what others share would come to stand in this file. */
import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentJob } from './documents.ts'

async function run(): Promise<void> {
  const { madeOf } = await import('./document-making.ts')
  const made = await madeOf(workerData as DocumentJob)
  parentPort!.postMessage(made, [made.body.buffer as ArrayBuffer])
}

void run()

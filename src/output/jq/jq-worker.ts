/** Runs jq in a thread, so that an endless filter can be stopped. */
import { parentPort, workerData } from 'node:worker_threads'
import jq from 'jq-web'

export interface JqJob {
  filter: string
  input: string
  flags: string[]
}

export type JqOutcome = { output: string } | { problem: string }

async function run({ filter, input, flags }: JqJob): Promise<JqOutcome> {
  const { raw } = await jq
  try {
    const output = raw(input, filter, flags)
    return { output: output === undefined ? '' : `${output}\n` }
  } catch (error) {
    // jq-web throws an error with what jq wrote.
    return { problem: (error as { stderr?: string }).stderr ?? String(error) }
  }
}

// Started by jq.ts alone, with a job.
void run(workerData as JqJob).then((outcome) => parentPort!.postMessage(outcome))

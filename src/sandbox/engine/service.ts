/** Creates the service that handlers work with, the queue of its writes and its file store. */
import { getWorkspace } from '../store/account/account.ts'
import { Blobs } from '../store/blobs.ts'
import type { Clock } from './clock.ts'
import { traceOf } from './logged.ts'
import type { Group } from './handler.ts'
import type { Service } from '../store/service.ts'
import { WriteQueue } from './write-queue.ts'

interface EngineOptions extends Pick<Service, 'store' | 'publicUrl' | 'allowLocalWebhooks' | 'signal' | 'log'> {
  clock: Clock
  groups: readonly Group[]
  /** Where files are stored. */
  folder: string
}

export interface Engine {
  service: Service
  writes: WriteQueue
  blobs: Blobs
}

export function createEngine({ store, clock, groups, folder, publicUrl, allowLocalWebhooks, signal, log }: EngineOptions): Engine {
  const writes = new WriteQueue(store, (error) => log(traceOf(error)))
  const service: Service = {
    store,
    now: () => clock.now(),
    publicUrl,
    baseUrl: `${publicUrl}/api/v3`,
    allowLocalWebhooks,
    signal,
    log,
    plan: (workspaceId) => getWorkspace(store, workspaceId).plan,
    // A getter: the file store is made of the service, so it comes after it.
    get files() {
      return blobs
    },
    after: (job) => writes.after(job),
    write: (work) => writes.write(work),
    answered: (quiz, answer) => {
      if (answer.is_complete && !answer.is_deleted) for (const { hooks } of groups) hooks?.answered?.(service, quiz, answer)
    },
  }
  const blobs = new Blobs(service, folder)
  return { service, writes, blobs }
}

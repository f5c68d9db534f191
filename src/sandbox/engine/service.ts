/** Creates the service that handlers work with, the queue of its writes and its file store. */
import { getWorkspace } from '../store/account/account.ts'
import { Blobs } from '../store/blobs.ts'
import type { Clock } from './clock.ts'
import type { Group } from './group.ts'
import type { Service } from '../store/service.ts'
import { inboxOf } from '../store/inbox.ts'
import type { Store } from '../store/store.ts'
import { Turns } from './turns.ts'

interface EngineOptions {
  store: Store
  clock: Clock
  groups: readonly Group[]
  /** Where files are stored. */
  folder: string
  publicUrl: string
  allowLocalWebhooks: boolean
  signal: AbortSignal
  log: (line: string) => void
}

export interface Engine {
  service: Service
  turns: Turns
  blobs: Blobs
}

export function createEngine({ store, clock, groups, folder, publicUrl, allowLocalWebhooks, signal, log }: EngineOptions): Engine {
  const turns = new Turns(store, (error) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)))
  const now = (): Date => clock.now()
  const service: Service = {
    store,
    now,
    publicUrl,
    baseUrl: `${publicUrl}/api/v3`,
    allowLocalWebhooks,
    signal,
    log,
    plan: (workspaceId) => getWorkspace(store, workspaceId).plan,
    inbox: inboxOf({ store, now }),
    get files() {
      return blobs
    },
    after: (job) => turns.after(job),
    write: (work) => turns.write(work),
    answered: (quiz, answer) => {
      for (const { hooks } of groups) hooks?.answered?.(service, quiz, answer)
    },
  }
  const blobs = new Blobs(service, folder)
  return { service, turns, blobs }
}

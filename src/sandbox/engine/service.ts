/** Puts together what handlers work with. */
import { findWorkspace } from '../store/account.ts'
import { Blobs } from '../store/blobs.ts'
import type { Clock } from './clock.ts'
import type { Group } from '../api/groups.ts'
import type { Service } from './handler.ts'
import { inboxOf } from '../deliveries/inbox.ts'
import type { Store } from '../store/store.ts'
import { Turns } from './turns.ts'

export interface ServiceOptions {
  store: Store
  clock: Clock
  groups: readonly Group[]
  /** Where files are kept. */
  folder: string
  publicUrl: string
  allowLocalWebhooks: boolean
  signal: AbortSignal
  log: (line: string) => void
}

export interface Built {
  service: Service
  turns: Turns
  blobs: Blobs
}

export function buildService({ store, clock, groups, folder, publicUrl, allowLocalWebhooks, signal, log }: ServiceOptions): Built {
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
    plan: (workspaceId) => findWorkspace(store, workspaceId)!.plan,
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

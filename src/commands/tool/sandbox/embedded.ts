/** The embedded service, as far as these commands need it: its types alone, since it is loaded when it is started. */
import type { createSandbox, Sandbox } from '../../../sandbox/index.ts'

export interface Embedded {
  createSandbox: typeof createSandbox
}

export type Running = Sandbox
export type { LoggedRequest } from '../../../sandbox/engine/traffic.ts'

export interface StartFlags {
  port?: string | undefined
  data?: string | undefined
  seed?: 'demo' | 'empty' | undefined
  allowLocalWebhooks?: boolean | undefined
  profile?: boolean | undefined
}

/** What only the engine's own parts (downloads, bulk, `api`) work with. */
import type { RateLimiter } from '../../client/rate-limiter.ts'
import type { Flags } from '../flags/read.ts'
import type { IO } from '../../system/io.ts'
import type { Command } from '../command.ts'
import type { Consent } from '../prompt/consent.ts'
import type { Context, MainRequest, GroupOperations } from '../context.ts'
import type { Presenter } from './present.ts'
import type { References } from '../prompt/references.ts'
import type { Requests } from './requests.ts'

export interface EngineContext extends Context {
  readonly mainRequest: MainRequest
  readonly present: Presenter
  readonly requests: Requests
  readonly references: References
  readonly consent: Consent
  /** Every group of this tool. */
  readonly groups: () => Promise<readonly GroupOperations[]>
  /** Refuses a `--jq` that isn't valid before anything is written. */
  readonly refuseBrokenFilter: () => Promise<void>
  /** A context of one item of a bulk run: what it says is collected for the report. */
  readonly item: () => ItemContext
  /** One of many calls: with streams, a signal and flags of its own, as a command of its own, behind one limiter of requests. */
  readonly fork: (part: Part) => Fork
  /** Milliseconds that work has to end after a signal, where it needs more than usual. */
  readonly allowToEnd: (grace: number) => void
  /** A path that no other file of this run has. */
  readonly claim: (path: string, id: unknown) => string
}

export interface Fork extends EngineContext {
  /** What a dry run would have sent is shown. */
  readonly end: () => Promise<void>
  /** Nothing stays open. */
  readonly close: () => void
}

interface Part {
  io: Partial<IO>
  flags: Partial<Flags>
  command?: Command | undefined
  limiter: RateLimiter
}

export interface ItemContext extends Context {
  readonly mainRequest: MainRequest
  readonly results: unknown[]
  readonly lines: string[]
}

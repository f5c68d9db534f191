/** What only the engine's own parts (downloads, bulk, `api`) work with. */
import type { Consent } from '../prompt/consent.ts'
import type { Context, MainRequest, Reach } from '../context.ts'
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
  readonly groups: () => Promise<readonly Reach[]>
  /** Refuses a `--jq` that isn't valid before anything is written. */
  readonly refuseBrokenFilter: () => Promise<void>
  /** A context of one item of a bulk run: what it says is collected for the report. */
  readonly item: () => ItemContext
  /** A path that no other file of this run has. */
  readonly claim: (path: string, id: unknown) => string
}

export interface ItemContext extends Context {
  readonly mainRequest: MainRequest
  readonly results: unknown[]
  readonly lines: string[]
}

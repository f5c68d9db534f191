import type { Finding } from '../check/run.ts'
import type { Command } from '../cli/command.ts'
import type { Context } from '../cli/context.ts'
import type { Content } from '../model/document/index.ts'
import type { Options } from './options.ts'
import type { Plans } from './plans.ts'

/** What commands do that tools do as well. */
export interface Jobs {
  /** Prints counts as rows; without `withTexts` nothing that respondents wrote is among them. */
  stats: (context: Context, id: number, questions: readonly string[], options: object, withTexts: boolean) => Promise<void>
  /** Of the draft; and of `after` in its place, from the same reads. */
  findings: (context: Context, id: number, after?: Content) => Promise<{ now: readonly Finding[]; after: readonly Finding[] }>
  publish: (context: Context, id: number, allowLoss: boolean) => Promise<void>
}

/** What all calls share. */
export interface Shared {
  readonly options: Options
  readonly jobs: Jobs
  readonly plans: Plans
  readonly state: {
    writes: number
    /** Texts of respondents have gone out. */
    foreignShown: boolean
    /** What a check found in a draft, by survey. */
    readonly checks: Map<number, { digest: string; at: number; findings: readonly Finding[] }>
  }
  /** By the operation that it is for: its words for what the service refuses. */
  readonly commandOf: (operation: string) => Promise<Command | undefined>
}

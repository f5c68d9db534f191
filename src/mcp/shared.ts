import type { Finding } from '../check/run.ts'
import type { Command } from '../cli/command.ts'
import type { Context } from '../cli/context.ts'
import type { Result } from '../contract/core/operation.ts'
import type { viewQuiz } from '../contract/surveys/quiz.ts'
import type { PublishOptions } from '../draft/publish.ts'
import type { Draft } from '../draft/read.ts'
import type { Content, IdMap } from '../model/document/index.ts'
import type { ServerOptions } from './options.ts'
import type { Plans } from './change/plans.ts'

export type Shown = Result<typeof viewQuiz>

/** What commands do that tools do as well. */
export interface Jobs {
  /** Prints counts as rows; without `withTexts` nothing that respondents wrote is among them. Returns what was counted. */
  stats: (context: Context, id: number, questions: readonly string[], options: object, withTexts: boolean) => Promise<string>
  /** Of the draft, as it was shown; without those that `check.yaml` accepts. */
  findings: (context: Context, id: number, shown: Shown, idMap: IdMap) => Promise<readonly Finding[]>
  /** Those that the draft would have with `after` in it, and hasn't. */
  newFindings: (context: Context, id: number, shown: Shown, after: { wanted: Content; idMap: IdMap }) => Promise<readonly Finding[]>
  /** `before`: what was published last, by which this publication is known afterwards. */
  publish: (context: Context, draft: Draft, options: Pick<PublishOptions, 'allowLoss' | 'isGuarded' | 'before'>) => Promise<void>
}

/** What all calls share. */
export interface Shared {
  readonly options: ServerOptions
  readonly jobs: Jobs
  readonly plans: Plans
  /** Names of those that there are. */
  readonly tools: ReadonlySet<string>
  readonly state: {
    writes: number
    /** Texts of respondents have gone out. */
    foreignShown: boolean
    /** What screens are called, by survey. */
    readonly keys: Map<number, IdMap>
    /** Those of them that were shown with what they name, by survey. */
    readonly shownKeys: Map<number, Set<string>>
    /** What a check found in a draft, by survey. */
    readonly checks: Map<number, { digest: string; at: number; findings: readonly Finding[] }>
  }
  /** By the operation that it is for: its words for what the service refuses. */
  readonly commandOf: (operation: string) => Promise<Command | undefined>
  readonly commandCalled: (noun: string, verb: string) => Promise<Command | undefined>
}

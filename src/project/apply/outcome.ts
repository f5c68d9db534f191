/** How an apply ended, survey by survey, and the failure that all together are. */
import { CommandError, isUnclear } from '../../errors.ts'
import { idsPath } from '../files/layout.ts'
import type { Unpublished } from '../plan/unpublished.ts'
import { counted } from '../../text/counted.ts'

export interface Outcome {
  key: string
  quiz_id: number | null
  status: 'in_step' | 'unreadable' | 'applied' | 'published' | 'stale' | 'unverified' | 'unread' | 'locked' | 'failed' | 'unknown'
  done: string[]
  left: string[]
  /** What of its draft respondents don't see; `null`: nothing. */
  unpublished: Unpublished | null
  /** The campaign that locks it. */
  lock?: string | undefined
  unverified?: string[]
  /** What only a person can do. */
  remarks?: string[]
  error?: CommandError
}

const good: ReadonlySet<Outcome['status']> = new Set(['in_step', 'unreadable', 'applied', 'published'])

const why: Readonly<Partial<Record<Outcome['status'], string>>> = {
  unreadable: 'what can be read is in step; "project plan" names what cannot',
  stale: 'somebody changed it meanwhile; to plan again: the same command',
  unverified: 'the service has something different from what was sent',
  unread: 'sent, but it could not be read back and was not published; to publish it: the same command',
  locked: 'locked by a campaign',
  unknown: 'what became of the last request is not known; the same command looks it up',
}

export const reasonOf = ({ status, error, unverified, lock }: Outcome): string | null =>
  error?.summary ??
  (status === 'locked' && lock !== undefined ? `locked by campaign ${lock}` : undefined) ??
  (unverified ? `${why.unverified}: ${unverified.join(', ')}` : (why[status] ?? null))

/** As data: an error's facts beside the survey's. */
export const outcomeRows = (outcomes: readonly Outcome[]): Record<string, unknown>[] =>
  outcomes.map((outcome) => {
    const { error, ...facts } = outcome
    return { ...facts, why: reasonOf(outcome), ...error?.toJSON() }
  })

/** What the failures themselves say to do, each once; of locks and lost answers the whole has its own word. */
const hintsOf = (bad: readonly Outcome[]): string[] => {
  const telling = bad.flatMap(({ error }) => (error && error.kind !== 'locked' && !isUnclear(error) ? [error.facts.hint] : []))
  return [...new Set(telling)].filter((hint) => hint !== undefined).slice(0, mostHints)
}

const mostHints = 3

/** `undefined`: all surveys are as the files say. */
export function failureOf(outcomes: readonly Outcome[], isInterrupted: boolean): CommandError | undefined {
  const bad = outcomes.filter(({ status }) => !good.has(status))
  const count = `${outcomes.length - bad.length} of ${counted(outcomes.length, 'survey')} in step`
  if (isInterrupted) return new CommandError('interrupted', `Interrupted: ${count}`, { hint: 'To continue: the same command' })
  if (bad.length === 0) return undefined
  const kinds = new Set(bad.map(({ status, error }) => (status === 'locked' ? 'locked' : (error?.kind ?? 'refused'))))
  const [only] = [...kinds]
  const isWhole = kinds.size === 1 && only !== undefined && bad.every(({ done }) => done.length === 0)
  const changed = outcomes.some(({ done }) => done.length > 0)
  const refused = bad.filter(({ error }) => error?.facts.fields?.ids !== undefined).map(({ key }) => idsPath(key))
  return new CommandError(
    isWhole && !changed ? only : 'partial',
    [count, ...bad.map((outcome) => `${outcome.key}: ${outcome.status}: ${reasonOf(outcome)}`)],
    {
      hint: [
        ...(changed ? ['What was done stays'] : []),
        // Its own ids are made of its key: a service that has each id once refuses only those of another survey.
        ...(refused.length > 0
          ? [`Where it was copied from another survey, it has the ids of that one: remove ${refused.join(', ')}`]
          : []),
        ...hintsOf(bad),
        `To continue: the same command${kinds.has('locked') ? '; to wait until the campaign ends: --wait-unlock 30m' : ''}`,
      ].join('. '),
      details: { surveys: outcomeRows(outcomes) },
    },
  )
}

/** How an apply ended: a line a survey, and the exit code of all together. */
import type { Context } from '../../cli/context.ts'
import { CommandError } from '../../errors.ts'
import type { Column } from '../../output/columns.ts'

export interface Outcome {
  key: string
  quiz_id: number | null
  status: 'in_step' | 'unreadable' | 'applied' | 'published' | 'stale' | 'unverified' | 'locked' | 'failed' | 'unknown'
  done: string[]
  left: string[]
  /** A draft that respondents don't see yet. */
  waits: boolean
  unverified?: string[]
  /** What only a person can do. */
  remarks?: string[]
  error?: CommandError
}

const good: ReadonlySet<Outcome['status']> = new Set(['in_step', 'unreadable', 'applied', 'published'])

const why: Readonly<Partial<Record<Outcome['status'], string>>> = {
  unreadable: 'what can be read is in step; "project plan" names what cannot',
  stale: 'somebody changed it meanwhile; to plan again: the same command',
  unverified: 'the service has something else than was sent',
  locked: 'locked by a campaign',
  unknown: 'what became of the last request is not known; the same command looks it up',
}

const reasonOf = ({ status, error, unverified }: Outcome): string | null =>
  error?.message ?? (unverified ? `${why.unverified}: ${unverified.join(', ')}` : (why[status] ?? null))

const columns: Column[] = [
  'key',
  { path: 'quiz_id', label: 'survey' },
  'status',
  { path: 'done', as: 'list' },
  { path: 'left', as: 'list' },
  { path: 'why' },
]

export async function concludeApply(context: Context, outcomes: readonly Outcome[], { publish }: { publish?: boolean }): Promise<void> {
  const rows = outcomes.map(({ error, ...outcome }) => ({
    ...outcome,
    why: reasonOf({ ...outcome, ...(error && { error }) }),
    ...(error && error.toJSON()),
  }))
  const told = context.asData ? rows : rows.filter(({ status }) => status !== 'in_step')
  if (told.length > 0 || context.asData) await context.showRows([told], columns)
  const bad = outcomes.filter(({ status }) => !good.has(status))
  const waiting = outcomes.filter(({ waits }) => waits)
  if (told.length === 0) context.note(`All ${outcomes.length} surveys are in step: nothing was sent`)
  if (waiting.length > 0 && !publish)
    context.note(`Not published yet: ${waiting.map(({ key }) => key).join(', ')}. To publish: surveyctl project apply --publish`)
  for (const { key, remarks = [] } of outcomes) for (const line of remarks) context.note(`${key}: ${line}`)
  if (context.signal.aborted)
    throw new CommandError('interrupted', `Interrupted: ${outcomes.length - bad.length} of ${outcomes.length} surveys are in step`, {
      hint: 'To continue: the same command',
    })
  if (bad.length === 0) return
  const count = `${outcomes.length - bad.length} of ${outcomes.length} surveys are in step`
  const kinds = new Set(bad.map(({ status, error }) => (status === 'locked' ? 'locked' : (error?.kind ?? 'refused'))))
  const [only] = [...kinds]
  const isWhole = kinds.size === 1 && only !== undefined && bad.every(({ done }) => done.length === 0)
  const changed = outcomes.some(({ done }) => done.length > 0)
  throw new CommandError(
    isWhole && !changed ? only : 'partial',
    [count, ...bad.map((outcome) => `${outcome.key}: ${outcome.status}: ${reasonOf(outcome)}`)].join('\n'),
    {
      hint: 'What was done stays. To continue with the rest: the same command',
      details: { surveys: rows },
    },
  )
}

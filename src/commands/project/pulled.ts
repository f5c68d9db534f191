/** What a pull did, survey by survey, and what it could not bring. */
import type { Context } from '../../cli/context.ts'
import { CommandError } from '../../errors.ts'
import type { Column } from '../../output/columns.ts'

export interface Pull {
  key: string
  quiz_id: number
  status: 'new' | 'changed' | 'in_step' | 'conflict'
  files: string[]
  conflicts: string[]
  kept: string[]
  blind: string[]
  /** What it has that no file can hold. */
  gaps: string[]
}

const columns: Column[] = [
  'key',
  { path: 'quiz_id', label: 'survey' },
  'status',
  { path: 'files', as: 'list' },
  { path: 'conflicts', as: 'list' },
]

export async function reportPulled(context: Context, pulled: readonly Pull[]): Promise<void> {
  const told = context.asData ? pulled : pulled.filter(({ status }) => status !== 'in_step')
  if (told.length > 0 || context.asData) await context.showRows([told.map((pull) => ({ ...pull }))], columns)
  else if (pulled.length > 0) context.note(`${pulled.length} surveys are in step: no file was changed`)
  for (const { key, kept } of pulled) if (kept.length > 0) context.note(`${key}: kept as the files have it: ${kept.join(', ')}`)
  const blind = [...new Set(pulled.flatMap((each) => each.blind))]
  if (blind.length > 0) context.warn(`Not readable here, and left as the files have it: ${blind.join(', ')}`)
  tellGaps(context, pulled)
  const conflicts = pulled.filter(({ status }) => status === 'conflict')
  if (conflicts.length === 0) return
  throw new CommandError(
    'refused',
    ['Changed here and on the service, in the same place', ...conflicts.map((pull) => `${pull.key}: ${pull.conflicts.join(', ')}`)].join(
      '\n',
    ),
    {
      code: 'conflict',
      hint: 'To decide: surveyctl project resolve KEY PATH --ours|--theirs; to take all that the service has: surveyctl project pull KEY --theirs',
    },
  )
}

/** Once, when a survey comes here: what somebody would look for in its files, and not find. */
export function tellGaps(context: Context, pulled: readonly Pick<Pull, 'key' | 'status' | 'gaps'>[]): void {
  const fresh = pulled.filter(({ status }) => status === 'new')
  const gaps = [...new Set(fresh.flatMap((pull) => pull.gaps))]
  if (gaps.length === 0) return
  const named = gaps.map(
    (gap) =>
      `${gap} (${fresh
        .filter((pull) => pull.gaps.includes(gap))
        .map(({ key }) => key)
        .join(', ')})`,
  )
  context.note(`What no file can hold: ${named.join(' · ')}. What there is instead: surveyctl project schema --gaps`)
}

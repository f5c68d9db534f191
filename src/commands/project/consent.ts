/** Confirmation before a protected environment or profile is changed. */
import type { Context } from '../../cli/context.ts'
import { CommandError, usageError } from '../../errors.ts'
import type { Opened } from './open.ts'
import { toCopy } from '../../text/to-copy.ts'

const protectedName = ({ context, environment }: Opened): string | undefined => {
  if (environment.protected) return environment.name
  const settings = context.settings()
  return settings.value('protected') === true ? settings.profile : undefined
}

/** Flags that may lose data need a saved plan where the environment is protected. */
export function refuseUnseen(opened: Opened, flags: Readonly<Record<string, boolean | undefined>>): void {
  const given = Object.entries(flags).filter(([, value]) => value)
  if (given.length === 0 || protectedName(opened) === undefined) return
  const { environment } = opened
  throw usageError(
    `${given.map(([flag]) => flag).join(' and ')} on the protected environment ${environment.name} needs a saved plan`,
    toCopy`surveyctl project plan --env ${environment.name} --out plan.json, then: surveyctl project apply --plan plan.json`,
  )
}

export async function agreed(opened: Opened, context: Context, question: string): Promise<void> {
  const name = protectedName(opened)
  if (name === undefined || context.flags.dryRun || (context.flags.yes && context.flags.confirm === name)) return
  if ((await context.ask(`${question} Type its name (${name})`, `--yes --confirm ${name}`)) === name) return
  throw new CommandError('refused', 'Nothing was done')
}

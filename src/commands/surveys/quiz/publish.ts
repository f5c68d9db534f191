import { configOf } from '../../../check/config-file.ts'
import { Reader } from '../../../check/read.ts'
import type { Context } from '../../../cli/context.ts'
import { publishDraft, type PublishOptions } from '../../../draft/publish.ts'
import { CommandError } from '../../../errors.ts'
import { toCopy } from '../../../text/to-copy.ts'

export async function publishSurvey(
  context: Context,
  id: number,
  { check, ...options }: Omit<PublishOptions, 'judge'> & { check?: boolean | undefined },
): Promise<void> {
  const judge = check ? () => refuseErrors(context, id) : undefined
  const { draft, result } = await publishDraft(context.service, id, { ...options, judge })
  const { name, url_shared } = draft
  if (!result)
    return context.show.done({ id, name, changed: false }, `Survey ${id} "${name}" has no unpublished changes: nothing to do`, id)
  if (context.flags.dryRun) return
  await context.show.done(
    { ...result, id, name, url_shared },
    `Published survey ${id}${name ? ` "${name}"` : ''}${url_shared ? ` · ${url_shared}` : ''}`,
    id,
  )
}

async function refuseErrors({ service, settings }: Context, id: number): Promise<void> {
  const { checked } = await new Reader(service, settings.workspace, configOf()).check(id)
  const errors = checked.findings.filter(({ severity, suppressed }) => severity === 'error' && suppressed === null)
  if (errors.length === 0) return
  throw new CommandError(
    'refused',
    [`Survey ${id} was not published: it has errors`, ...errors.map(({ rule, message }) => `${message} (${rule})`)].join('\n'),
    {
      code: 'check_failed',
      hint: toCopy`To see all of them, and how to fix them: surveyctl quiz check ${id}`,
      details: { findings: errors },
    },
  )
}

/** Publishing, and what is looked at before it. */
import type { Context } from '../../../cli/context.ts'
import { poll } from '../../../system/poll.ts'
import type { Result } from '../../../contract/core/operation.ts'
import { publishQuiz, viewQuiz } from '../../../contract/surveys/quiz.ts'
import { CommandError } from '../../../errors.ts'
import { changesBetween } from '../../../draft/change.ts'
import { guardAnswers, reported } from '../../../draft/loss.ts'
import { knownPublication, publishable, rememberPublished, reportedScreens } from '../../../draft/publication.ts'
import { readDraft, type Draft } from '../../../draft/read.ts'
import { asHelp, type Trace } from '../../../service.ts'
import { toCopy } from '../../../text/to-copy.ts'

interface Options {
  /** Milliseconds. */
  wait: number
  ifChanged?: boolean | undefined
  check?: boolean | undefined
  allowLoss?: boolean | undefined
}

export async function publishDraft(
  context: Context,
  id: number,
  { wait, ifChanged, check, allowLoss }: Options,
  before?: Trace,
): Promise<void> {
  const { service } = context
  const draft = await readDraft(context.service, id)
  const publication = ifChanged || draft.answers !== 0 ? await knownPublication(context.service, id, before) : undefined
  if (ifChanged && isPublished(draft, publication))
    return context.show.done(
      { id, name: draft.name, changed: false },
      `Survey ${id} "${draft.name}" has no unpublished changes: nothing to do`,
      id,
    )
  if (check) await refuseErrors(context, id)
  if (draft.answers !== 0) await guardPublished(context, draft, publication, allowLoss === true)
  const result = await publishUnlocked(context, id, wait)
  if (context.flags.dryRun) return
  // Published is published, whatever a look shows.
  await asHelp(service, `Whether survey ${id} was changed while it was published`, async (call) => {
    const isSame = changesBetween(publishable(draft), publishable(await readDraft({ call }, id))).length === 0
    if (isSame && before) await rememberPublished(service, draft, Number(before.mark))
  })
  const { name, url_shared } = draft
  await context.show.done(
    { ...result, id, name, url_shared },
    `Published survey ${id}${name ? ` "${name}"` : ''}${url_shared ? ` · ${url_shared}` : ''}`,
    id,
  )
}

/** Where the publication isn't one of ours, by the times that the service shows. */
function isPublished(draft: Draft, publication: Draft['content'] | undefined): boolean {
  if (publication) return changesBetween(publication, publishable(draft)).length === 0
  const { published_at, updated_at } = draft
  return published_at !== undefined && updated_at !== undefined && Date.parse(published_at) >= Date.parse(updated_at)
}

async function guardPublished(context: Context, draft: Draft, publication: Draft['content'] | undefined, allowed: boolean): Promise<void> {
  const { id } = draft
  const report =
    publication || !draft.content.screens
      ? undefined
      : await asHelp(context.service, `Which answers survey ${id} has`, (call) => reported({ call }, id))
  const screens = publication?.screens ?? reportedScreens(draft, report)
  if (!screens) return
  await guardAnswers(context.service, { ...draft, content: publication ?? { screens } }, draft.content, {
    allowed,
    instead: 'Nothing was published',
    report,
  })
}

async function refuseErrors(context: Context, id: number): Promise<void> {
  const [{ Reader }, { configOf }] = await Promise.all([import('../../../check/read.ts'), import('../../../check/config-file.ts')])
  const { checked } = await new Reader(context.service, context.settings.workspace, configOf()).check(id)
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

/** Publishes; while a campaign locks the survey, waits for its end as long as allowed. */
async function publishUnlocked(context: Context, id: number, wait: number): Promise<Result<typeof publishQuiz>> {
  const end = Date.now() + wait
  for (;;) {
    try {
      return await context.service.call(publishQuiz, { id })
    } catch (error) {
      if (!(error instanceof CommandError) || error.kind !== 'locked' || Date.now() >= end) throw error
      context.show.note(`${error.message}. Waiting for it to unlock.`)
      const unlocked = await poll(
        context.service,
        async () => ((await context.service.call(viewQuiz, { id })).editing_lock?.locked ? undefined : true),
        {
          every: 1000,
          until: end,
        },
      )
      if (!unlocked) throw error
    }
  }
}

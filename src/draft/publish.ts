/** Publishes a draft: what it would cost answers is looked at before, whether somebody edited it meanwhile after it. */
import type { Result } from '../contract/core/operation.ts'
import { publishQuiz, viewQuiz } from '../contract/surveys/quiz.ts'
import { CommandError } from '../errors.ts'
import { asHelp, type Service, type Trace } from '../service.ts'
import { poll } from '../system/poll.ts'
import { changesBetween } from './change.ts'
import { guardAnswers, reported } from './loss.ts'
import { knownPublication, publishable, rememberPublished, reportedScreens } from './publication.ts'
import { readDraft, type Draft } from './read.ts'

export interface PublishOptions {
  /** Milliseconds that a campaign which locks the survey is waited for. */
  wait: number
  /** Only where the draft isn't what respondents see. */
  ifChanged?: boolean | undefined
  allowLoss?: boolean | undefined
  /** The newest publication, where it was read. */
  before?: Trace | undefined
  /** The draft, where it was read. */
  read?: Draft
  /** What answers would lose was counted of this very draft, and agreed to. */
  isGuarded?: boolean
  /** Throws where the draft must not be published. */
  judge?: ((id: number) => Promise<void>) | undefined
}

type Published = Result<typeof publishQuiz>

/** `result`: undefined where nothing had to be published. */
export async function publishDraft(
  service: Service,
  id: number,
  { wait, ifChanged, allowLoss, before, read, isGuarded = false, judge }: PublishOptions,
): Promise<{ draft: Draft; result: Published | undefined }> {
  const draft = read ?? (await readDraft(service, id))
  const mayLose = !isGuarded && draft.answers !== 0
  const publication = ifChanged || mayLose ? await knownPublication(service, id, before) : undefined
  if (ifChanged && isPublished(draft, publication)) return { draft, result: undefined }
  await judge?.(id)
  if (mayLose) await guardPublished(service, draft, publication, allowLoss === true)
  const result = await publishUnlocked(service, id, wait)
  // Whatever is read now, the publication has succeeded.
  if (!service.dryRun)
    await asHelp(service, `Whether survey ${id} was changed while it was published`, async (call) => {
      const isSame = changesBetween(publishable(draft), publishable(await readDraft({ call }, id))).length === 0
      if (isSame && before) rememberPublished(service, draft, Number(before.mark))
    })
  return { draft, result }
}

/** Where the publication isn't one of ours, by the times that the service shows. */
function isPublished(draft: Draft, publication: Draft['content'] | undefined): boolean {
  if (publication) return changesBetween(publication, publishable(draft)).length === 0
  const { published_at, updated_at } = draft
  return published_at !== undefined && updated_at !== undefined && Date.parse(published_at) >= Date.parse(updated_at)
}

async function guardPublished(service: Service, draft: Draft, publication: Draft['content'] | undefined, allowed: boolean): Promise<void> {
  const { id } = draft
  const report =
    publication || !draft.content.screens
      ? undefined
      : await asHelp(service, `Which answers survey ${id} has`, (call) => reported({ call }, id))
  const screens = publication?.screens ?? reportedScreens(draft, report)
  if (!screens) return
  await guardAnswers(service, { ...draft, content: publication ?? { screens } }, draft.content, {
    allowed,
    instead: 'Nothing was published',
    report,
  })
}

/** While a campaign locks the survey, waits for its end as long as allowed. */
async function publishUnlocked(service: Service, id: number, wait: number): Promise<Published> {
  const end = Date.now() + wait
  const isUnlocked = async () => ((await service.call(viewQuiz, { id })).editing_lock?.locked ? undefined : true)
  for (;;) {
    try {
      return await service.call(publishQuiz, { id })
    } catch (error) {
      if (!(error instanceof CommandError) || error.kind !== 'locked' || Date.now() >= end) throw error
      service.note(`${error.message}. Waiting for it to unlock.`)
      if (!(await poll(service, isUnlocked, { every: 1000, until: end }))) throw error
    }
  }
}

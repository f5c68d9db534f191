/** Former labels of a survey's options, as far as this tool saw its drafts and publications, or a project here remembers them. */
import { formerLabelsIn } from '../../../answers/dictionary/former.ts'
import type { FormerLabels } from '../../../answers/dictionary/keys.ts'
import type { Context } from '../../../cli/context.ts'
import { lastChange, lastPublished } from '../../../draft/stored.ts'
import type { Question } from '../../../model/survey.ts'
import { rememberedContents } from '../../../project/state/remembered.ts'

export async function formerLabels({ service, settings }: Context, quiz: number): Promise<FormerLabels> {
  // Only a help: no note where nothing can be stored.
  const place = { stateFile: (name: string) => service.stateFile(name, true) }
  const last = lastChange(place, quiz)
  const remembered = await rememberedContents(String(settings.current.value('base_url')), quiz)
  const contents = [...remembered, last?.before, last?.after, lastPublished(place, quiz)?.content]
  // `isContent` has looked at them, and `readState` at those of a project.
  return formerLabelsIn(contents.map((content) => (content?.screens?.entities ?? {}) as Record<string, Question | undefined>))
}

/** Former labels of a survey's options, as far as this tool saw its drafts and publications. */
import { formerLabelsIn } from '../../../answers/dictionary/former.ts'
import type { FormerLabels } from '../../../answers/dictionary/keys.ts'
import { lastKept, lastPublished } from '../../../draft/kept.ts'
import type { Question } from '../../../model/survey.ts'
import type { Service } from '../../../service.ts'

export function formerLabels(service: Service, quiz: number): FormerLabels {
  const kept = lastKept(service, quiz)
  const contents = [kept?.before, kept?.after, lastPublished(service, quiz)?.content]
  // `isContent` has looked at them.
  return formerLabelsIn(contents.map((content) => (content?.screens?.entities ?? {}) as Record<string, Question | undefined>))
}

/** An answer as text, for letters, messages and webhooks. */
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import { withoutMarkup } from '../../model/markup.ts'
import { questionOf, type Content } from '../../model/survey.ts'
import { answerText, isAnswerable, isBlank } from '../../model/question/index.ts'
import { findVersion } from '../store/surveys/publishing.ts'
import type { Store } from '../store/store.ts'

export interface AnswerLine {
  question_id: string
  question_text: string
  answer: string
  answer_type: string
}

/** The content of the publication that was answered. */
const answeredContent = (store: Store, quiz: QuizRecord, { version_id }: AnswerRecord): Content =>
  (version_id !== null && version_id !== quiz.version_id ? findVersion(store, quiz.id, version_id)?.content : undefined) ??
  quiz.published ??
  quiz.draft

/** The answers in the order of the questions; with `unanswered` also a line for each question that has none. */
export function linesOf(
  store: Store,
  quiz: QuizRecord,
  answer: AnswerRecord,
  { without = [], unanswered = false }: { without?: readonly string[]; unanswered?: boolean } = {},
): AnswerLine[] {
  const content = answeredContent(store, quiz, answer)
  return content.widgets.ids.flatMap((id): AnswerLine[] => {
    const question = questionOf(content, id)
    const value = answer.values[id]
    if (!question || !isAnswerable(question) || without.includes(id) || (!unanswered && isBlank(value))) return []
    const title = withoutMarkup(question.title)
    return [
      {
        question_id: id,
        question_text: title,
        answer: answerText(question, value, content.settings.lang ?? 'ru'),
        answer_type: question.type,
      },
    ]
  })
}

export const asText = (lines: readonly AnswerLine[]): string =>
  lines.map(({ question_text, answer }) => `${question_text}: ${answer}`).join('\n')

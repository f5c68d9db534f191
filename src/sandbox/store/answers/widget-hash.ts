/** Hashes that tell the versions of a question apart. */
import { createHash } from 'node:crypto'
import { questionOf, type Content, type Question } from '../../../model/survey.ts'
import type { QuizRecord } from '../entities.ts'
import { fromJson, type Store } from '../store.ts'

/** A UUID that is the same for the same text. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Changes when the question changes. */
export const widgetHash = (id: string, question: Question): string => uuidOf(`${id} ${JSON.stringify(question)}`)

/** The hashes of all versions of a question: of the draft and of every publication. */
export function widgetHashes(store: Store, quiz: QuizRecord, id: string): Set<string> {
  const versions = store
    .all<{ content: string }>('select content from version where quiz_id = ?', quiz.id)
    .map(({ content }) => fromJson<Content>(content))
  const questions = [quiz.draft, quiz.published, ...versions].map((content) => content && questionOf(content, id))
  return new Set(questions.flatMap((question) => (question ? [widgetHash(id, question)] : [])))
}

/** The questions that a survey's answers belong to, old publications included. */
import { createHash } from 'node:crypto'
import type { Content, Question, Language } from '../../model/survey.ts'
import type { QuizRecord, AnswerRecord } from './entities.ts'
import { isAnswerable } from '../../model/question/index.ts'
import type { Store } from './store.ts'

export interface Asked {
  id: string
  question: Question
  title: string
  /** Place among the questions, from 1. */
  number: number
}

export interface Questionnaire {
  lang: Language
  /** Those of the published version (of the draft while there is none), then those that only older answers have. */
  asked: readonly Asked[]
  /** The question as it was when the answer was given. */
  questionOf: (answer: Pick<AnswerRecord, 'version_id'>, id: string) => Question | undefined
}

const words = { ru: 'Вопрос', en: 'Question' }

const plainTitle = (question: Question, number: number, lang: Language): string =>
  (question.title ?? '').replace(/<[^>]*>/g, '').trim() || `${words[lang]} ${number}`

const answerable = ({ widgets }: Content): [string, Question][] =>
  widgets.ids
    .map((id) => [id, widgets.entities[id] as Question] as [string, Question])
    .filter(([, question]) => question && isAnswerable(question))

export function questionnaireOf(store: Store, quiz: QuizRecord): Questionnaire {
  const current = quiz.published ?? quiz.draft
  const lang = current.settings.lang ?? 'ru'
  const older = answeredVersions(store, quiz)
  const questions = new Map(answerable(current))
  for (const version of older.values()) {
    for (const [id, question] of answerable(version)) if (!questions.has(id)) questions.set(id, question)
  }
  return {
    lang,
    asked: [...questions].map(([id, question], index) => ({
      id,
      question,
      number: index + 1,
      title: plainTitle(question, index + 1, lang),
    })),
    questionOf: ({ version_id }, id) => (older.get(version_id ?? 0)?.widgets.entities[id] as Question | undefined) ?? questions.get(id),
  }
}

/** Publications other than the current one that answers were given to, latest first. */
function answeredVersions(store: Store, { id, version_id }: QuizRecord): Map<number, Content> {
  const rows = store.all<{ id: number; content: string }>(
    `select id, content from version where quiz_id = ? and id is not ?
      and exists (select 1 from answer where quiz_id = version.quiz_id and version_id = version.id) order by id desc`,
    id,
    version_id,
  )
  return new Map(rows.map((row) => [row.id, JSON.parse(row.content) as Content]))
}

/** A UUID that is the same for the same text. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The version of a question: another when the question was changed. */
export const widgetHash = (id: string, question: Question): string => uuidOf(`${id} ${JSON.stringify(question)}`)

/** Every version that a question had in the draft and in publications. */
export function widgetHashes(store: Store, quiz: QuizRecord, id: string): Set<string> {
  const versions = store
    .all<{ content: string }>('select content from version where quiz_id = ?', quiz.id)
    .map(({ content }) => JSON.parse(content) as Content)
  const questions = [quiz.draft, quiz.published, ...versions].map((content) => content?.widgets.entities[id] as Question | undefined)
  return new Set(questions.flatMap((question) => (question ? [widgetHash(id, question)] : [])))
}

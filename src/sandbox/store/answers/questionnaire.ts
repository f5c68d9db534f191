/** The questions that a survey's answers belong to, those of older publications included. */
import { withoutMarkup } from '../../../model/markup.ts'
import { isIdentity, mergeLists, renamed, type MergedLists, type Renaming } from '../../../model/publications.ts'
import { answerKindOf, isAnswerable, isBlank, listsOf, answerTexts } from '../../../model/question/index.ts'
import { questionOf, type AnswerValue, type Content, type Language, type Question } from '../../../model/survey.ts'
import type { QuizRecord, AnswerRecord } from '../entities.ts'
import { fromJson, type Store } from '../store.ts'

export interface AskedQuestion {
  id: string
  /** As the latest publication that has it asks it. */
  question: Question
  title: string
  /** Position among the questions, from 1. */
  number: number
  /** Its options, of all publications together. */
  lists: MergedLists
}

export interface Questionnaire {
  lang: Language
  /**
   * Questions of the published version (of the draft while there is none), then those that only older answers have. A
   * question that is answered in another way than before (a number became a text) counts as another question.
   */
  asked: readonly AskedQuestion[]
  /** An answer's value for a question, with the reader of the publication that was answered; `undefined` where it has none. */
  given: (answer: Pick<AnswerRecord, 'version_id' | 'values'>, id: string) => GivenValue | undefined
}

const unnamed = { ru: 'Вопрос', en: 'Question' }

function plainTitle(question: Question, number: number, lang: Language): string {
  const title = withoutMarkup(question.title)
  return title.trim() === '' ? `${unnamed[lang]} ${number}` : title
}

/** A question in one publication. */
interface Published {
  version_id: number | null
  id: string
  question: Question
  lang: Language
}

const answerable = (version_id: number | null, { widgets, settings }: Content): Published[] =>
  widgets.ids.flatMap((id): Published[] => {
    const question = questionOf({ widgets }, id)
    return question && isAnswerable(question) ? [{ version_id, id, question, lang: settings.lang ?? 'ru' }] : []
  })

/** A question as one publication asks it. */
interface Reader {
  asked: AskedQuestion
  question: Question
  title: string
  textOf: (value: AnswerValue) => string
  /** The value with its ids replaced by those of the merged lists. */
  merged: (value: AnswerValue) => unknown
}

/** `renaming` leads from the ids of this publication to the merged ones. */
const readerOf = (asked: AskedQuestion, { question, lang }: Published, renaming: Renaming): Reader => ({
  asked,
  question,
  title: plainTitle(question, asked.number, lang),
  textOf: answerTexts(question, lang),
  merged: isIdentity(renaming) ? (value) => value : (value) => renamed(answerKindOf(question), value, renaming),
})

/** An answer's value for a question, with what reads it. */
export interface GivenValue {
  reader: Reader
  value: AnswerValue
}

export function questionnaireOf(store: Store, quiz: QuizRecord): Questionnaire {
  const current = quiz.published ?? quiz.draft
  const lang = current.settings.lang ?? 'ru'
  const all = [
    ...answerable(quiz.version_id, current),
    ...[...answeredVersions(store, quiz)].flatMap(([version_id, content]) => answerable(version_id, content)),
  ]
  const asked: AskedQuestion[] = []
  const readers = new Map<number | null, Map<string, Reader>>()
  // For answers to a publication that is gone, or that had no such question.
  const latest = new Map<string, Reader>()
  for (const publications of Map.groupBy(all, ({ id, question }) => `${answerKindOf(question)} ${id}`).values()) {
    const { lists, renamings } = mergeLists(publications.map((each) => listsOf(each.question, each.lang)))
    const [newest] = publications
    if (!newest) continue
    const { id, question } = newest
    const number = asked.length + 1
    const entry: AskedQuestion = { id, question, number, title: plainTitle(question, number, lang), lists }
    asked.push(entry)
    for (const [index, published] of publications.entries()) {
      const reader = readerOf(entry, published, renamings[index] ?? {})
      const ofVersion = readers.get(published.version_id) ?? new Map<string, Reader>()
      readers.set(published.version_id, ofVersion.set(id, reader))
      if (!latest.has(id)) latest.set(id, reader)
    }
  }
  return {
    lang,
    asked,
    given: ({ version_id, values }, id) => {
      const value = values[id]
      if (value === undefined || isBlank(value)) return undefined
      const reader = readers.get(version_id)?.get(id) ?? latest.get(id)
      return reader && { reader, value }
    },
  }
}

/** Publications with answers, other than the current one, latest first. */
function answeredVersions(store: Store, { id, version_id }: QuizRecord): Map<number, Content> {
  const rows = store.all<{ id: number; content: string }>(
    `select id, content from version where quiz_id = ? and id is not ?
      and exists (select 1 from answer where quiz_id = version.quiz_id and version_id = version.id) order by id desc`,
    id,
    version_id,
  )
  return new Map(rows.map((row) => [row.id, fromJson(row.content)]))
}

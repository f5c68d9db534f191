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

/** A question as it stands in one publication; `version_id` is null for the draft. */
interface PublishedQuestion {
  version_id: number | null
  id: string
  question: Question
  lang: Language
}

const answerableIn = (version_id: number | null, { widgets, settings }: Content): PublishedQuestion[] =>
  widgets.ids.flatMap((id): PublishedQuestion[] => {
    const question = questionOf({ widgets }, id)
    return question && isAnswerable(question) ? [{ version_id, id, question, lang: settings.lang ?? 'ru' }] : []
  })

/** Reads the answers to a question that were given in one publication. */
interface Reader {
  asked: AskedQuestion
  question: Question
  title: string
  textOf: (value: AnswerValue) => string
  /** The value with its ids replaced by those of the merged lists. */
  merged: (value: AnswerValue) => unknown
}

/** `renaming` leads from the ids of this publication to the merged ones. */
const readerOf = (asked: AskedQuestion, { question, lang }: PublishedQuestion, renaming: Renaming): Reader => ({
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
    ...answerableIn(quiz.version_id, current),
    ...answeredVersions(store, quiz).flatMap(({ id, content }) => answerableIn(id, content)),
  ]
  const asked: AskedQuestion[] = []
  /** By publication and id of the question. */
  const readers = new Map<number | null, Map<string, Reader>>()
  // For answers to a publication that is gone, or that had no such question.
  const latest = new Map<string, Reader>()
  for (const versions of Map.groupBy(all, ({ id, question }) => `${answerKindOf(question)} ${id}`).values()) {
    const { lists, renamings } = mergeLists(versions.map((version) => listsOf(version.question, version.lang)))
    const [newest] = versions
    if (!newest) continue
    const { id, question } = newest
    const number = asked.length + 1
    const entry: AskedQuestion = { id, question, number, title: plainTitle(question, number, lang), lists }
    asked.push(entry)
    for (const [index, version] of versions.entries()) {
      const reader = readerOf(entry, version, renamings[index] ?? {})
      const ofPublication = readers.get(version.version_id) ?? new Map<string, Reader>()
      readers.set(version.version_id, ofPublication.set(id, reader))
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

/**
 * An answer's value for this very question. Where a question came to be answered in another way, two have one id: a value that was
 * given to the one is not the other's.
 */
export function givenTo(questionnaire: Questionnaire, asked: AskedQuestion, answer: Pick<AnswerRecord, 'version_id' | 'values'>) {
  const given = questionnaire.given(answer, asked.id)
  return given?.reader.asked === asked ? given : undefined
}

/** Publications with answers, other than the current one, latest first. */
const answeredVersions = (store: Store, { id, version_id }: QuizRecord): { id: number; content: Content }[] =>
  store
    .all<{ id: number; content: string }>(
      `select id, content from version where quiz_id = ? and id is not ?
      and exists (select 1 from answer where quiz_id = version.quiz_id and version_id = version.id) order by id desc`,
      id,
      version_id,
    )
    .map((row) => ({ id: row.id, content: fromJson(row.content) }))

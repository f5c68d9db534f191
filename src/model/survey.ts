/** A survey's content and the answers to it. Fields of questions: contract/surveys/question.ts; what is assumed of them: question/. */
import type { FieldValues } from '../contract/core/fields.ts'
import type { Widgets } from '../contract/core/records.ts'
import type { QuestionFields, QuestionType } from '../contract/surveys/question.ts'
import type { settings } from '../contract/surveys/settings.ts'

export type Language = 'ru' | 'en'

export type Settings = FieldValues<typeof settings>

/** What a version of a survey consists of: the draft, the published one and each snapshot alike. */
export type Content = {
  widgets: Widgets
  settings: Settings
  /** Navigation logic; `{}` is none. */
  conditions: Record<string, unknown>
  /** Own texts, by language and code. */
  texts: { ru?: Record<string, string>; en?: Record<string, string> }
  theme: Theme | null
  /** Hidden variables. */
  hidden_options: Record<string, unknown>
  /** Counters of the survey's version, by service. */
  counters?: Record<string, unknown>
}

/** Looks that were copied from a theme. */
export type Theme = {
  theme_id: number
  name: string
  colors: Record<string, string>
  background: string
  font_family: string
}

/** Of one of these types. */
export type QuestionOf<T extends QuestionType> = T extends QuestionType ? { type: T } & QuestionFields<T> : never

export type Question = QuestionOf<QuestionType>

/** A file that a respondent sent; `id` is that of the kept file. */
export interface FileValue {
  id: string
  url: string
  name: string
  ext: string
  size: number
}

/**
 * What is stored as an answer: `yes` or `no` (yesno); ids of options (choice, ranking in order) or one id (dropdown); a
 * number (slider, rating, scale); text (input, email, phone; datetime as 2026-01-31, 09:30 or 2026-01-31T09:30);
 * column ids by row id (matrix); files (file). The other types have none.
 */
export type AnswerValue = string | number | string[] | Record<string, string[]> | FileValue[]

export type AnswerValues = Record<string, AnswerValue>

/** The question of a screen, taken for one of a known type: it comes from outside, and whoever reads a field checks its value. */
export const questionIn = ({ entities }: Widgets, id: string): Question | undefined =>
  Object.hasOwn(entities, id) ? (entities[id] as Question | undefined) : undefined

export const questionOf = ({ widgets }: Pick<Content, 'widgets'>, id: string): Question | undefined => questionIn(widgets, id)

/**
 * A survey's content and the answers to it. Type-specific fields of questions follow the names that the specification
 * shows (`welcomeLabel`, `ratingCount`, `choiceImageEntities[].link`): the type comes first. All of them may be absent;
 * question/ says what is assumed then.
 */
import type { Values } from '../contract/core/fields.ts'
import type { Widgets } from '../contract/core/records.ts'
import type { settings } from '../contract/settings.ts'

export type Language = 'ru' | 'en'

export type Settings = Values<typeof settings>

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

/** One of the things a respondent chooses from. Without an `id` its place in the list (from 1) is its id. */
export interface Option {
  id?: string
  title?: string
  /** Points, where the survey counts them. */
  score?: number
  /** Address of its picture. */
  link?: string
}

export interface Multimedia {
  type: 'img' | 'video' | 'audio'
  imgUrl?: string
  videoUrl?: string
  audioUrl?: string
  imgLocation?: 'blocks' | 'background'
  videoSettings?: { controls?: boolean; autoplay?: boolean } | 'controls' | 'autoplay' | ('controls' | 'autoplay')[]
}

interface Common {
  title?: string
  withTitle?: boolean
  description?: string
  withDescription?: boolean
  isRequired?: boolean
  /** Shown, but not to be answered. */
  isBlocked?: boolean
  multimedia?: Multimedia | null
  filling_time_enabled?: boolean
  filling_time_seconds?: number
}

export interface WelcomeQuestion extends Common {
  type: 'welcome'
  welcomeLabel?: string
}
export interface YesNoQuestion extends Common {
  type: 'yesno'
  yesnoYesLabel?: string
  yesnoNoLabel?: string
  yesnoYesScore?: number
  yesnoNoScore?: number
}
export interface ChoiceQuestion extends Common {
  type: 'choice'
  choiceEntities?: Option[]
  /** Options with pictures; they replace `choiceEntities` when there are any. */
  choiceImageEntities?: Option[]
  choiceMultiple?: boolean
  /** Least and most options of a multiple choice. */
  choiceMin?: number
  choiceMax?: number
}
export interface DropdownQuestion extends Common {
  type: 'dropdown'
  dropdownEntities?: Option[]
}
export interface RankingQuestion extends Common {
  type: 'ranking'
  rankingEntities?: Option[]
}
export interface SliderQuestion extends Common {
  type: 'slider'
  sliderMin?: number
  sliderMax?: number
  sliderStep?: number
  sliderFromLabel?: string
  sliderToLabel?: string
  /** The value counts as points. */
  sliderScore?: boolean
}
export interface RatingQuestion extends Common {
  type: 'rating'
  ratingCount?: number
  ratingFigure?: 'star' | 'heart' | 'thumb' | 'circle'
  ratingScore?: boolean
}
export interface ScaleQuestion extends Common {
  type: 'scale'
  scaleFrom?: number
  scaleTo?: number
  scaleFromLabel?: string
  scaleToLabel?: string
  scaleScore?: boolean
}
export interface InputQuestion extends Common {
  type: 'input'
  inputMultiline?: boolean
  inputMaxLength?: number
  inputPlaceholder?: string
}
export interface EmailQuestion extends Common {
  type: 'email'
  emailPlaceholder?: string
}
export interface PhoneQuestion extends Common {
  type: 'phone'
  phonePlaceholder?: string
}
export interface DatetimeQuestion extends Common {
  type: 'datetime'
  datetimeKind?: 'date' | 'time' | 'datetime'
  /** Earliest and latest, written like the answer. */
  datetimeMin?: string
  datetimeMax?: string
}
export interface MatrixQuestion extends Common {
  type: 'matrix'
  matrixRows?: Option[]
  matrixColumns?: Option[]
  /** Several columns a row. */
  matrixMultiple?: boolean
}
export interface MessageQuestion extends Common {
  type: 'message'
  messageLabel?: string
}
export interface FileQuestion extends Common {
  type: 'file'
  fileMaxCount?: number
  fileMaxBytes?: number
  /** Allowed name endings without the dot; all when empty. */
  fileExtensions?: string[]
}
export interface HtmlQuestion extends Common {
  type: 'html'
  htmlContent?: string
}
export interface SubmitQuestion extends Common {
  type: 'submit'
  submitLabel?: string
  /** Where the last screen leads, at once unless `disable_auto_redirect`. */
  submitRedirectUrl?: string
  /** Heading and text of the last screen, after sending. */
  submitThanksTitle?: string
  submitThanksText?: string
}

export type Question =
  | WelcomeQuestion
  | YesNoQuestion
  | ChoiceQuestion
  | DropdownQuestion
  | RankingQuestion
  | SliderQuestion
  | RatingQuestion
  | ScaleQuestion
  | InputQuestion
  | EmailQuestion
  | PhoneQuestion
  | DatetimeQuestion
  | MatrixQuestion
  | MessageQuestion
  | FileQuestion
  | HtmlQuestion
  | SubmitQuestion

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

/** The question of a screen. Questions come in from outside, so unknown fields are carried along. */
export const questionOf = (version: Pick<Content, 'widgets'>, id: string): Question | undefined =>
  version.widgets.entities[id] as Question | undefined

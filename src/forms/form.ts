/**
 * A survey between two systems. Readers make a `Form` of a file, `lower` makes of it what the service takes, `raise` makes one
 * of a survey, and writers take it. Screens have the service's own fields, and keys in place of ids.
 */
import type { Question, QuestionOf, Settings } from '../model/survey.ts'
import type { Expression } from './expression/expression.ts'
import type { Losses } from './loss.ts'

export const formats = ['xlsform', 'surveyjs', 'qsf', 'lss', 'typeform'] as const
export type FormatName = (typeof formats)[number]

/** When something holds; `text`: as the source says it. */
export interface Condition {
  when: Expression
  text: string
  at: string
}

export interface Item {
  /** Its name in the source, of which its id is made. */
  key: string
  /** Where it came from the service: its id there. */
  id?: string
  /** What people call it, where that isn't its name: for keys of files and columns. */
  alias?: string
  question: Question
  /** All of them must hold for it to be shown. */
  visible: readonly Condition[]
  at: string
  /** Values of the source that are called otherwise here: `{ true: 'yes' }`. */
  values?: Readonly<Record<string, string>>
}

/** Where the way leads once a screen is passed. `to`: a key, or `submit`. */
export interface Flow {
  after: string
  /** It is of that screen: who is led past it is not led by it. */
  onlyThere?: boolean
  on: Condition
  then: { action: 'jump'; to: string } | { action: 'finish' } | { action: 'screenout'; message?: string }
}

export interface Form {
  source: FormatName
  title?: string
  /** The one that was read. */
  lang: string
  languages: readonly string[]
  welcome?: Omit<QuestionOf<'welcome'>, 'type'>
  submit: Omit<QuestionOf<'submit'>, 'type'>
  items: readonly Item[]
  flow: readonly Flow[]
  settings: Settings
  /** Its logic takes "Red" and "red" for the same. */
  ignoresCase?: boolean
  /** Logic of the service's own, under its ids; it is taken in place of all conditions. */
  conditions?: Readonly<Record<string, unknown>>
  /** Own texts of buttons, by code. */
  texts: Readonly<Record<string, string>>
}

export interface ReadOptions {
  /** The language to read; the file's own where none is asked for. */
  lang?: string | undefined
  /** Names of groups and pages as screens of their own. */
  groups: 'message' | 'drop'
  losses: Losses
}

/** What readers refuse beyond. */
export const limits = { questions: 5000, options: 10_000, depth: 100, fileBytes: 50 * 2 ** 20, textBytes: 32 * 2 ** 20 }

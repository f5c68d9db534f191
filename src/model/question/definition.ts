/** What a question type defines. Each type has one object, in a file of its own; registry.ts has all of them. */
import type { AnswerValue, FileValue, Language, Question } from '../survey.ts'

export interface Choice {
  id: string
  /** Without markup. */
  title: string
  /** The title as it is shown, where it has markup. */
  markup?: string
  score: number
  link?: string
  /** Whether it has an id of its own; otherwise its id is its place in the list, from 1. */
  named: boolean
  /** Only older publications have it. */
  removed?: true
}

/** What can be chosen from: options, or rows and columns. */
export interface Lists {
  options?: readonly Choice[]
  rows?: readonly Choice[]
  columns?: readonly Choice[]
}

export type ProblemCode =
  | 'required'
  | 'invalid_answer'
  | 'invalid_email'
  | 'invalid_phone'
  | 'invalid_number'
  | 'invalid_date'
  | 'too_early'
  | 'too_late'
  | 'too_few'
  | 'too_many'
  | 'too_long'
  | 'rank_all'
  | 'answer_each_row'
  | 'too_many_files'
  | 'file_too_large'
  | 'file_type_not_allowed'

/** Why a value is no valid answer: a code, for which a survey may have its own message. */
export interface AnswerProblem {
  code: ProblemCode
  facts?: Record<string, string | number>
}

export interface Bar {
  id: string
  label: string
  count: number
  /** Of those who answered the question; 0 to 100. */
  percent: number
  /** Ranking: the mean place, 1 being the first. */
  average?: number
  /** Only answers to older publications have it. */
  removed?: true
}

export interface Tally {
  /** `none`: a screen that isn't answered. */
  kind: 'bars' | 'matrix' | 'texts' | 'files' | 'none'
  /** Values that weren't blank. */
  answered: number
  skipped: number
  bars: Bar[]
  /** Matrix: its rows, each with its own bars. */
  rows: { id: string; label: string; bars: Bar[]; removed?: true }[]
  /** Mean of numbers; otherwise `null`. */
  average: number | null
  texts: string[]
  files: FileValue[]
}

/** What a typed value is. `code`: one of several; `flag`: taken or not; `place`: from 1. */
export type ValueKind = 'code' | 'flag' | 'place' | 'number' | 'text' | 'date' | 'time' | 'datetime' | 'files'

/** One typed value of an answer: of the whole question, or of one row or option. */
export interface ValueColumn {
  row?: Choice
  option?: Choice
  holds: ValueKind
  codes?: readonly Choice[]
}

/** Bounds of an answer that is a number. */
export interface Span {
  min: number
  max: number
  step: number
}

/** The bounds as the question has them, which no number may fit, and the fields that hold them. */
export interface Range {
  from: number
  to: number
  step: number
  fields: { from: string; step?: string }
}

/** What only questions that are answered with a number have. */
export interface Numeric<Q = Question> {
  span(question: Q): Span
  /** `undefined` where any bounds make sense. */
  range(question: Q): Range | undefined
  /** Whether the number counts as points. */
  isScored(question: Q): boolean
  /** Whether it is a grade, one of a few values in an order, and not a quantity. */
  isGrade: boolean
  /** On paper: what stands at both ends, and what is circled. */
  paper(question: Q): { from?: string | null | undefined; to?: string | null | undefined; shape: 'circle' | 'star' }
}

/** Least and most options of an answer as the question has them, which no answer may fit, and the fields that hold them. */
export interface Limits {
  /** `false`: it is one option, whatever the limits. */
  several: boolean
  least: unknown
  most: unknown
  fields: { several?: string; least: string; most: string }
}

/** What only questions that are answered with options have. */
export interface Chosen<Q = Question> {
  /** `undefined` where it is always one. */
  limits(question: Q): Limits | undefined
  /** They are the type's own, and stay the same options whatever they are called. */
  fixed?: true
}

/** Where made-up answers differ from each other. */
export interface Chance {
  between: (min: number, max: number) => number
  pick: <T>(list: readonly T[]) => T
}

/** What only questions that are answered with a text have. */
export interface Written<Q = Question> {
  /** Spaces at its ends and line breaks are the respondent's. */
  verbatim?: true
  /** On paper: empty lines with a label, or single characters to fill in. */
  paper(question: Q): { lines: number; label: string } | { pattern: string }
  /** Texts that a rule hardly names. */
  others(question: Q): (string | null | undefined)[]
  /** Texts around one that a rule compares with: that contain it, and that sort before and after it. */
  near(question: Q, word: string): string[]
  /** What a respondent may say. */
  sample(question: Q, chance: Chance): string
}

export interface FileLimits {
  count: number
  bytes: number
  /** Lower case, without a dot; all where there is none. */
  extensions: string[]
}

/** What only questions that are answered with files have. */
export interface Sent<Q = Question> {
  limits(question: Q): FileLimits
}

/** The form of an answer; `nothing` for a screen that only shows something. */
export type AnswerKind = 'options' | 'order' | 'number' | 'text' | 'cells' | 'files' | 'nothing'

/** What a respondent meets. */
export interface RespondentFacts<Q> {
  /** One with the fields that people use; ids of options are given, so that their places can change. */
  example: Q
  /** That a person takes for it. */
  seconds: number
  /** `data`: it asks for personal data, always or when its title says so; `consent`: a required one may ask whether it is kept. */
  personal?: 'data' | 'data-by-title' | 'consent'
  /** Picking an option moves on to the next screen, where there are buttons as well. */
  movesOn?: true
}

interface Facets<Q> extends RespondentFacts<Q> {
  /** The stored value of an unanswered question; `undefined` for a screen that can't be answered. */
  blank: AnswerValue | undefined
  /** Fields that hold options. */
  lists(question: Q, lang: Language): Lists
  /** What is wrong with a value that isn't blank; `undefined` when it is valid. */
  problem(question: Q, value: unknown, required: boolean): AnswerProblem | undefined
  /** A value that isn't blank, as text. An option that the question no longer has shows its id. */
  text(value: unknown, lists: Lists): string
  /** Points of a value that isn't blank. */
  score(question: Q, value: unknown): number
  /** `given` holds values that aren't blank. */
  count(question: Q, given: readonly unknown[], lists: Lists): Pick<Tally, 'kind'> & Partial<Tally>
  /** What each of an answer's values is; nothing where there is no answer. */
  holds(question: Q): ValueKind | undefined
}

interface Parts<Q> {
  chosen: Chosen<Q>
  number: Numeric<Q>
  written: Written<Q>
  sent: Sent<Q>
}

type With<Q, Part extends keyof Parts<Q> = never> = Pick<Parts<Q>, Part> & { [Other in Exclude<keyof Parts<Q>, Part>]?: undefined }

export type Definition<Q = Question> = Facets<Q> &
  (
    | ({ answers: 'options' } & With<Q, 'chosen'>)
    | ({ answers: 'number' } & With<Q, 'number'>)
    | ({ answers: 'text' } & With<Q, 'written'>)
    | ({ answers: 'files' } & With<Q, 'sent'>)
    | ({ answers: Exclude<AnswerKind, 'options' | 'number' | 'text' | 'files'> } & With<Q>)
  )

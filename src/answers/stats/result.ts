/** The result of `answer stats`. Nothing in it is rounded. */
import type { DecodeWarnings } from '../decode/warnings.ts'
import type { Kind } from '../dictionary/shape.ts'
import type { UnlistedText } from '../sync/unlisted.ts'
import type { Independence } from './chi-square.ts'

export interface OptionCount {
  code: number
  label: string
  count: number
  /** Of those who answered the question. */
  percent: number
  /** The survey no longer has it. */
  removed?: true
  /** Not an option of the survey: a text of answers that matched none. */
  unlisted?: true
  /** Ranking. */
  mean_place?: number | null
  first_places?: number
  /** Borda points: the last place in an answer gives none, each place before it one more. */
  borda?: number
}

export interface Numbers {
  n: number
  mean: number
  /** Of the sample; null of a single value. */
  sd: number | null
  min: number
  /** Quartiles by linear interpolation (R's type 7). */
  q1: number
  median: number
  q3: number
  max: number
}

/** Both ends belong to it. */
export interface Range {
  from: number
  to: number
  count: number
  percent: number
}

export interface CountPart {
  count: number
  percent: number
}

export interface TextCount extends CountPart {
  text: string
}

/** What was answered, by the kind of the question. */
export interface AnswerFacts {
  answered: number
  /** Multiple choice: all percents together. */
  sum_percent?: number
  options?: OptionCount[]
  numbers?: Numbers | null
  histogram?: Range[]
  /** Rating and scale: the two highest values. */
  top_2?: CountPart & { values: number[] }
  /** A scale from 0 to 10: promoters (9, 10) less detractors (0 to 6), in percent. */
  nps?: { score: number | null; promoters: CountPart; passives: CountPart; detractors: CountPart }
  rows?: { code: number; label: string; answered: number; options: OptionCount[]; removed?: true }[]
  /** `distinct` has a limit; `others`: answers with further texts; `hidden`: some are not listed, as they look like contacts. */
  texts?: {
    hidden?: boolean
    distinct: number
    others: number
    length: { min: number; mean: number; max: number } | null
    top: TextCount[]
  }
  range?: { first: string; last: string } | null
  files?: number
}

export interface Question {
  /** As `question list` numbers it; null of one that the survey no longer has. */
  number: number | null
  key: string
  id: string
  type: string
  kind: Kind
  title: string
}

export interface QuestionStats extends Question, AnswerFacts {
  skipped: number
  by?: CrossTab
  trend?: (AnswerFacts & { period: string })[]
}

export interface StatsGroup {
  /** Code of an option, or a number that was given. */
  code: number
  label: string
  unlisted?: true
}

/** The answers to a question, by the answer to another one. */
export interface CrossTab {
  groups: (StatsGroup & AnswerFacts)[]
  /** Null where several options may be chosen on either side, or there is nothing to compare. */
  test: Independence | null
  /** Of a matrix: a test for each row. */
  row_tests?: (Independence | null)[]
}

export interface FunnelStep extends Question {
  answered: number
  /** Incomplete answers of which this is the last question answered. */
  last: number
  /** Answers that got that far. */
  reached: number
  /** `last` in percent of `reached`. */
  drop_off: number
}

export interface StatsSelection {
  state: 'complete' | 'incomplete' | 'all'
  from_date: string | null
  to_date: string | null
  where: string[]
}

export interface Stats {
  quiz_id: number
  name: string
  selection: StatsSelection
  /** Answers that were counted. */
  answers: number
  by?: Question
  trend?: { unit: string; periods: { period: string; answers: number }[] }
  funnel?: { incomplete: number; nothing_answered: number; steps: FunnelStep[] }
  questions: QuestionStats[]
  decode_warnings: DecodeWarnings
  /** Texts of answers that fit no option. */
  unlisted: UnlistedText[]
}

export const percentOf = (count: number, of: number): number => (of === 0 ? 0 : (count / of) * 100)

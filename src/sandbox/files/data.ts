/** Input of the file writers: plain data. Writers know nothing about the store. */
import type { Language, Question } from '../../model/survey.ts'

/** A file to send. An iterable body is streamed and can be read once. */
export interface OutFile {
  /** A plain name: no folders, no control characters. */
  filename: string
  /** Content-Type. */
  type: string
  body: Uint8Array | AsyncIterable<Uint8Array>
}

/** How a spreadsheet should read a column's cells; text when absent. */
export type CellKind = 'number' | 'boolean' | 'date' | 'time' | 'datetime'

export interface AnswerRow {
  id: number
  /** Times as text, `null` when it hasn't happened. */
  date_start: string | null
  date_end: string | null
  is_complete: boolean
  is_screenout: boolean
  is_deleted: boolean
  ip_address: string | null
  /** One text for each column; missing ones are empty. */
  cells: readonly string[]
}

export interface AnswerTable {
  /** Name of the survey. */
  title: string
  /** The questions, in order. */
  columns: readonly { id: string; title: string; kind?: CellKind | undefined }[]
  /** The answers, from the first one at each call; all calls give the same rows (the SAV writer reads twice). */
  rows: () => AsyncIterable<AnswerRow> | Iterable<AnswerRow>
}

export interface ReportBar {
  label: string
  count: number
  /** Percentage of those who answered the question. */
  percent: number
  /** For a ranking: the mean place. */
  place?: number | undefined
}

/** What the bars of a question stand for. */
export type BarsOf = 'option' | 'day' | 'month' | 'hour'

export interface ReportQuestion {
  /** As shown before the title, e.g. `3`; empty for none. */
  number: string
  title: string
  /** Respondents who answered it. */
  answered: number
  /** How often each option was chosen. */
  bars?: readonly ReportBar[] | undefined
  /** Default `option`. */
  barsOf?: BarsOf | undefined
  average?: number | null | undefined
  /** Text answers with their counts: the most frequent first, then the latest. */
  texts?: readonly { text: string; count: number }[] | undefined
  /** For a matrix. The first column names the row. */
  grid?: { columns: readonly string[]; rows: readonly (readonly string[])[] } | undefined
}

export interface ReportData {
  title: string
  /** Language of the texts that the file adds to the survey's own; default `en`. */
  lang?: Language | undefined
  visits: number
  completed: number
  /** Median time of a completed answer in seconds; `null` when there is none. */
  median_time: number | null
  /** The filters as text: dates, completeness. */
  filters?: string | undefined
  questions: readonly ReportQuestion[]
}

export interface PrintScreen {
  /** As shown before the title, e.g. `3`. */
  number?: string | undefined
  title: string
  description?: string | undefined
  required?: boolean | undefined
  /** Decides what there is to mark, or to write on. */
  question: Question
}

export interface PrintData {
  title: string
  description?: string | undefined
  /** Language of the texts that the file adds to the survey's own; default `en`. */
  lang?: Language | undefined
  screens: readonly PrintScreen[]
}

export type PrintFont = 'little' | 'medium' | 'large'

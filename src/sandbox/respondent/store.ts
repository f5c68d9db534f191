/**
 * What the respondent page needs of the service: the sandbox implements it over its store, a test in memory. Each method
 * may answer at once or later. `begin`, `save` and `finish` are writes, each in one transaction; they also tell whoever
 * waits for answers (webhooks and the like).
 */
import type { AnswerRecord } from '../store/entities.ts'
import type { AnswerValues, Content, FileValue, Settings } from '../../model/survey.ts'

export type Awaitable<T> = T | Promise<T>

export interface Survey {
  id: number
  virtual_id: string
  name: string
  /** What this respondent is shown: the publication that they began. */
  version: Content
  /** Its snapshot; the draft has none. */
  version_id: number | null
  /** Settings of the latest publication: who may answer, and when, goes by them. */
  admission: Settings
  /** False when the account's plan has no answers left. */
  accepting: boolean
  /** The account's own; the survey's `show_copyright` applies besides. */
  branding: { logo_url: string | null; show_copyright: boolean }
  /** What answering costs: a fixed amount, or the points of the answer. */
  payment: { type: 'fixed'; amount: number } | { type: 'scoring' } | null
}

export interface NewAnswer {
  /** Chosen by the page, unguessable; one answer each. */
  token: string
  version_id: number | null
  ip_address: string
  user_agent: string
  device: AnswerRecord['device']
  hidden: Record<string, string>
  values: AnswerValues
}

/** The record of an answer that starts now. */
export const startedAnswer = (quiz_id: number, time: string, answer: NewAnswer): Omit<AnswerRecord, 'id'> => ({
  ...answer,
  quiz_id,
  date_start: time,
  date_end: null,
  is_complete: false,
  is_screenout: false,
  is_deleted: false,
  score: null,
  promo_code: null,
  updated_at: time,
})

export interface Outcome {
  values: AnswerValues
  score: number | null
  screenout: boolean
  /** Completed answers at which the survey closes; `null` is none. */
  limit: number | null
}

export interface ReceivedFile {
  name: string
  type: string
  bytes: Uint8Array
}

export interface RespondentStore {
  now: () => Date
  /**
   * By `virtual_id`, never a deleted one: the published version of a survey that is open, or with the key of its preview
   * the draft.
   */
  survey: (virtualId: string, previewKey?: string) => Awaitable<Survey | undefined>
  /** The same survey as an earlier publication shows it; `undefined` where it has no such one. */
  publication: (survey: Survey, versionId: number) => Awaitable<Survey | undefined>
  answer: (quizId: number, token: string) => Awaitable<AnswerRecord | undefined>
  /** Completed answers that weren't deleted. */
  completed: (quizId: number) => Awaitable<number>
  /** Whether an answer from this address was completed (and not deleted). */
  completedFrom: (quizId: number, ip: string) => Awaitable<boolean>
  passwordFits: (quizId: number, password: string) => Awaitable<boolean>
  /** Stores a new, incomplete answer with `date_start` now. */
  begin: (quizId: number, answer: NewAnswer) => Awaitable<AnswerRecord>
  /** Replaces the values of an incomplete answer. */
  save: (answerId: number, values: AnswerValues) => Awaitable<AnswerRecord>
  /**
   * Ends an incomplete answer with `date_end` now: `is_complete`, or `is_screenout` (which isn't complete). A completed one
   * takes a promo code when a list is attached and has one left. An answer that has ended is answered as it is.
   * `undefined` when the limit was reached in between.
   */
  finish: (answerId: number, outcome: Outcome) => Awaitable<AnswerRecord | undefined>
  /** Keeps a respondent's file; `undefined` when the account has no room for it. */
  keepFile: (quizId: number, file: ReceivedFile) => Awaitable<FileValue | undefined>
  /** A file that was kept for an answer of this survey. */
  file: (quizId: number, fileId: string) => Awaitable<FileValue | undefined>
}

/**
 * What the respondent page needs of the service: the sandbox implements it over its store, a test in memory. `begin`, `save`
 * and `finish` are writes, each in one transaction, that also run the `answered` hooks (webhooks and other deliveries).
 */
import type { PageParts } from '../engine/handler.ts'
import type { ReceivedFile } from '../pages/form.ts'
import type { AnswerRecord } from '../store/entities.ts'
import type { AnswerValues, Content, FileValue, Settings } from '../../model/survey.ts'

export type Awaitable<T> = T | Promise<T>

export interface Survey extends PageParts {
  id: number
  virtual_id: string
  name: string
  /** What this respondent sees: the publication that they started with. */
  version: Content
  /** Id of that publication; `null` for the draft. */
  version_id: number | null
  /** Settings of the latest publication, which decide who may answer, and when. */
  admission: Settings
  /** False when the account's plan has no answers left. */
  accepting: boolean
}

export interface NewAnswer {
  /** Chosen by the page, unguessable, different for each answer. */
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
  /** Number of complete answers at which the survey closes; `null` for no limit. */
  limit: number | null
}

export interface RespondentStore {
  now: () => Date
  /**
   * The published version of a survey that is neither deleted nor archived; with its preview key, the draft. `undefined` when
   * there is none.
   */
  survey: (virtualId: string, previewKey?: string) => Awaitable<Survey | undefined>
  /** The survey in an earlier publication; `undefined` when there is no such one. */
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
   * Ends an incomplete answer with `date_end` now, as complete or screened out. A complete one takes a promo code when a list
   * is attached and has one left. An answer that has already ended is returned unchanged. `undefined` when the limit was
   * reached in the meantime.
   */
  finish: (answerId: number, outcome: Outcome) => Awaitable<AnswerRecord | undefined>
  /** Stores a respondent's file; `undefined` when the account's disk is full. */
  keepFile: (quizId: number, file: ReceivedFile) => Awaitable<FileValue | undefined>
  /** A stored file of an answer to this survey. */
  file: (quizId: number, fileId: string) => Awaitable<FileValue | undefined>
}

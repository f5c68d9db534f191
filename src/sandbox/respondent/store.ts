/** What the respondent page reads and writes. */
import { isSameSecret, passwordDigest } from '../engine/access.ts'
import { changeAnswer, getAnswer, insertAnswer, readAnswer, type StoredAnswer } from '../store/answers/answer.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { AnswerValues, Content, FileValue, Settings } from '../../model/survey.ts'
import type { Group, PageParts } from '../engine/handler.ts'
import { newToken } from './session.ts'
import type { ReceivedFile } from '../pages/form.ts'
import { Refusal } from '../store/refusal.ts'
import { fileValue, storeAnswerFile } from '../store/blobs.ts'
import { takeCode } from '../store/surveys/promo.ts'
import type { Service } from '../store/service.ts'
import { roomForAnswers } from '../store/account/plan.ts'
import { findVersion } from '../store/surveys/publishing.ts'
import { countAnswers, findQuiz, findQuizByAddress, getQuiz, settingsOf } from '../store/surveys/quiz.ts'

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

interface NewAnswer {
  /** Chosen by the page, unguessable, different for each answer. */
  token: string
  version_id: number | null
  ip_address: string
  user_agent: string
  device: AnswerRecord['device']
  hidden: Record<string, string>
  values: AnswerValues
}

interface AnswerOutcome {
  values: AnswerValues
  score: number | null
  screenout: boolean
  /** Number of complete answers at which the survey closes; `null` for no limit. */
  limit: number | null
}

export type RespondentStore = ReturnType<typeof respondentStore>

export function respondentStore(service: Service, groups: readonly Group[]) {
  const { store, now } = service
  const answerOf = (token: string): AnswerRecord | undefined => {
    const row = store.get<StoredAnswer>('select * from answer where token = ?', token)
    return row && readAnswer(row)
  }
  return {
    now,

    /** The published version of a survey that is neither deleted nor archived; with its preview key, the draft. */
    survey: (virtualId: string, previewKey?: string): Survey | undefined => {
      const quiz = findQuizByAddress(store, virtualId)
      if (!quiz) return undefined
      if (previewKey !== undefined)
        return isSameSecret(previewKey, quiz.preview_key) ? surveyOf(service, groups, quiz, quiz.draft, null) : undefined
      if (!quiz.published || quiz.archive_at !== null) return undefined
      return surveyOf(service, groups, quiz, quiz.published, quiz.version_id)
    },

    /** The survey in an earlier publication. */
    publication: (survey: Survey, versionId: number): Survey | undefined => {
      const quiz = findQuiz(store, survey.id)
      const version = quiz && findVersion(store, quiz.id, versionId)?.content
      return version && { ...survey, version: { ...version, settings: settingsOf(quiz, version) }, version_id: versionId }
    },

    answer: answerOf,

    completed: (quizId: number): number => countAnswers(store, quizId),

    /** Whether an answer from this address was completed (and not deleted). */
    completedFrom: (quizId: number, ip: string): boolean =>
      store.number('select count(*) from answer where quiz_id = ? and ip_address = ? and is_complete = 1 and is_deleted = 0', quizId, ip) >
      0,

    passwordFits: (quizId: number, password: string): boolean =>
      store.number('select count(*) from password where quiz_id = ? and digest = ?', quizId, passwordDigest(quizId, password)) > 0,

    /**
     * Stores the values so far, of an answer that may begin with them. One that has ended in the meantime stays as it is. Where another
     * survey's answer has the token by now, this one gets its own.
     */
    save: (quizId: number, answer: NewAnswer): Promise<AnswerRecord> =>
      service.write(() => {
        const time = now().toISOString()
        const begun = answerOf(answer.token)
        if (begun?.quiz_id === quizId) {
          if (begun.date_end === null) changeAnswer(store, begun.id, { values: answer.values, updated_at: time })
          return getAnswer(store, begun.id)
        }
        const open = { date_end: null, is_complete: false, is_screenout: false, is_deleted: false, score: null, promo_code: null }
        const token = begun ? newToken() : answer.token
        return getAnswer(store, insertAnswer(store, { ...answer, ...open, token, quiz_id: quizId, date_start: time, updated_at: time }))
      }),

    /**
     * Ends an incomplete answer, as complete or screened out. A complete one takes a promo code when a list is attached and has
     * one left. `undefined` when the limit was reached in the meantime. Not `accepted`: another request ended it before.
     */
    finish: (answerId: number, outcome: AnswerOutcome): Promise<{ answer: AnswerRecord; accepted: boolean } | undefined> =>
      service.write(() => {
        const answer = getAnswer(store, answerId)
        if (answer.date_end !== null) return { answer, accepted: false }
        const isFull = outcome.limit !== null && countAnswers(store, answer.quiz_id) >= outcome.limit
        if (isFull && !outcome.screenout) return undefined
        changeAnswer(store, answerId, endOf(service, answer, outcome))
        const ended = getAnswer(store, answerId)
        service.answered(getQuiz(store, ended.quiz_id, { trash: true }), ended)
        return { answer: ended, accepted: true }
      }),

    /** Stores a respondent's file; `undefined` when the account's disk is full. */
    storeFile: (quizId: number, { name, type, bytes }: ReceivedFile): Promise<FileValue | undefined> =>
      service
        .write(() => storeAnswerFile(service, getQuiz(store, quizId), name, type, bytes))
        .catch((error: unknown) => {
          if (error instanceof Refusal) return undefined
          throw error
        }),

    /** A stored file of an answer to this survey. */
    file: (quizId: number, fileId: string): FileValue | undefined => {
      const file = service.files.get(fileId)
      return file?.quiz_id === quizId && file.purpose === 'answer' ? fileValue(service, file) : undefined
    },
  }
}

function surveyOf(
  service: Service,
  groups: readonly Group[],
  quiz: QuizRecord,
  version: Survey['version'],
  version_id: number | null,
): Survey {
  const settings = settingsOf(quiz, version)
  return {
    id: quiz.id,
    virtual_id: quiz.virtual_id,
    name: quiz.name,
    version: { ...version, settings },
    version_id,
    admission: settings,
    accepting: roomForAnswers(service, quiz.workspace_id) > 0,
    branding: { logo_url: null, show_copyright: true },
    payment: null,
    ...fromGroups(service, groups, quiz),
  }
}

function fromGroups(service: Service, groups: readonly Group[], quiz: QuizRecord): Partial<Survey> {
  const parts: Partial<Survey> = {}
  for (const { hooks } of groups) Object.assign(parts, hooks?.page?.(service, quiz))
  return parts
}

function endOf(
  service: Service,
  answer: AnswerRecord,
  { values, score, screenout }: AnswerOutcome,
): Partial<AnswerRecord> & { values: AnswerValues } {
  const time = service.now().toISOString()
  return {
    values,
    score,
    is_complete: !screenout,
    is_screenout: screenout,
    date_end: time,
    updated_at: time,
    ...(!screenout && { promo_code: takeCode(service, answer) }),
  }
}

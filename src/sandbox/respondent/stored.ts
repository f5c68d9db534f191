/** What the respondent page reads and writes, implemented over the store. */
import { isSameSecret, passwordDigest } from '../engine/access.ts'
import { changeAnswer, getAnswer, insertAnswer, readAnswer, type StoredRow } from '../store/answers/answer.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { AnswerValues } from '../../model/survey.ts'
import type { Group } from '../engine/handler.ts'
import { Refusal } from '../store/refusal.ts'
import { fileValue } from '../store/blobs.ts'
import { takeCode } from '../store/surveys/promo.ts'
import type { Service } from '../store/service.ts'
import { roomForAnswers } from '../store/account/plan.ts'
import { findVersion } from '../store/surveys/publishing.ts'
import { countAnswers, findQuiz, findQuizByAddress, getQuiz, settingsOf } from '../store/surveys/quiz.ts'
import { startedAnswer, type Outcome, type RespondentStore, type Survey } from './store.ts'

export function respondentStore(service: Service, groups: readonly Group[]): RespondentStore {
  const { store, now } = service
  const changed = (answerId: number): AnswerRecord => {
    const answer = getAnswer(store, answerId)
    service.answered(getQuiz(store, answer.quiz_id, { trash: true }), answer)
    return answer
  }
  return {
    now,

    survey: (virtualId, previewKey) => {
      const quiz = findQuizByAddress(store, virtualId)
      if (!quiz) return undefined
      if (previewKey !== undefined)
        return isSameSecret(previewKey, quiz.preview_key) ? surveyOf(service, groups, quiz, quiz.draft, null) : undefined
      if (!quiz.published || quiz.archive_at !== null) return undefined
      return surveyOf(service, groups, quiz, quiz.published, quiz.version_id)
    },

    publication: (survey, versionId) => {
      const quiz = findQuiz(store, survey.id)
      const version = quiz && findVersion(store, quiz.id, versionId)?.content
      return version && { ...survey, version: { ...version, settings: settingsOf(quiz, version) }, version_id: versionId }
    },

    answer: (quizId, token) => {
      const row = store.get<StoredRow>('select * from answer where quiz_id = ? and token = ?', quizId, token)
      return row && readAnswer(row)
    },

    completed: (quizId) => countAnswers(store, quizId),

    completedFrom: (quizId, ip) =>
      store.count('select count(*) from answer where quiz_id = ? and ip_address = ? and is_complete = 1 and is_deleted = 0', quizId, ip) >
      0,

    passwordFits: (quizId, password) =>
      store.count('select count(*) from password where quiz_id = ? and digest = ?', quizId, passwordDigest(quizId, password)) > 0,

    begin: (quizId, answer) => service.write(() => changed(insertAnswer(store, startedAnswer(quizId, now().toISOString(), answer)))),

    save: (answerId, values) =>
      service.write(() => {
        changeAnswer(store, answerId, { values, updated_at: now().toISOString() })
        return changed(answerId)
      }),

    finish: (answerId, outcome) =>
      service.write(() => {
        const answer = getAnswer(store, answerId)
        // Submitted twice: the second request gets the outcome of the first.
        if (answer.date_end !== null) return answer
        const isFull = outcome.limit !== null && countAnswers(store, answer.quiz_id) >= outcome.limit
        if (isFull && !outcome.screenout) return undefined
        changeAnswer(store, answerId, endOf(service, answer, outcome))
        return changed(answerId)
      }),

    keepFile: (quizId, file) =>
      service
        .write(() => {
          const quiz = getQuiz(store, quizId)
          return fileValue(
            service,
            service.files.put(file.bytes, {
              workspace_id: quiz.workspace_id,
              quiz_id: quizId,
              name: file.name,
              type: file.type,
              purpose: 'answer',
            }),
          )
        })
        .catch((error: unknown) => {
          if (error instanceof Refusal) return undefined
          throw error
        }),

    file: (quizId, fileId) => {
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
  return {
    id: quiz.id,
    virtual_id: quiz.virtual_id,
    name: quiz.name,
    version: { ...version, settings: settingsOf(quiz, version) },
    version_id,
    admission: settingsOf(quiz, version),
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
  { values, score, screenout }: Outcome,
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

import * as contract from '../../../contract/surveys/version.ts'
import type { QuizRecord, VersionRecord } from '../../store/entities.ts'
import { refuse } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import { numberedPage } from '../../engine/paging.ts'
import { countVersions, findVersion, listVersions } from '../../store/surveys/publishing.ts'
import { changeQuiz, questionIds, quizRowOf } from '../../store/surveys/quiz.ts'

export const handlers: HandlersOf<typeof contract> = {
  listVersions: ({ input, quiz, service: { store } }) =>
    numberedPage(
      {
        total: countVersions(store, quiz.id),
        read: (limit, offset) => listVersions(store, quiz.id, limit, offset).map((version) => row(version, quiz)),
      },
      input,
    ),

  restoreVersion: ({ input, quiz, service }) => {
    const version =
      findVersion(service.store, quiz.id, input.versionId) ?? refuse(400, 'restore_failed', { message: 'The survey has no such version.' })
    const restored = changeQuiz(service, quiz, { draft: version.content })
    return { status: true, quiz_id: quiz.id, version_id: version.id, published: false, quiz: quizRowOf(service, restored) }
  },
}

const row = ({ id, number, content, member_id, created_at }: VersionRecord, quiz: QuizRecord) => ({
  id,
  number,
  is_current: id === quiz.version_id,
  questions_count: questionIds(content).length,
  member_id,
  created_at,
})

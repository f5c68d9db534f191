/** Publishing: the draft becomes what respondents see, and a snapshot of it is stored. */
import type { QuizRecord, VersionRecord } from '../entities.ts'
import type { Service } from '../service.ts'
import { changeQuiz } from './quiz.ts'
import { fromJson, type Store, type Stored } from '../store.ts'

type VersionRow = Stored<VersionRecord, 'content'>

const read = (row: VersionRow): VersionRecord => ({ ...row, content: fromJson(row.content) })

export function publish(service: Service, quiz: QuizRecord, memberId: number): QuizRecord {
  const { store, now } = service
  const time = now().toISOString()
  const number = store.next(`version:${quiz.id}`)
  const version_id = store.insert('version', { quiz_id: quiz.id, number, content: quiz.draft, member_id: memberId, created_at: time })
  return changeQuiz({ store, now: () => new Date(time) }, quiz, { published: quiz.draft, version_id, published_at: time })
}

export function findVersion(store: Store, quizId: number, id: number): VersionRecord | undefined {
  const row = store.get<VersionRow>('select * from version where id = ? and quiz_id = ?', id, quizId)
  return row && read(row)
}

export const countVersions = (store: Store, quizId: number): number =>
  store.number('select count(*) from version where quiz_id = ?', quizId)

/** Latest first. */
export const listVersions = (store: Store, quizId: number, limit: number, offset: number): VersionRecord[] =>
  store.all<VersionRow>('select * from version where quiz_id = ? order by id desc limit ? offset ?', quizId, limit, offset).map(read)

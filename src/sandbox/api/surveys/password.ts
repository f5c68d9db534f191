import * as contract from '../../../contract/surveys/password.ts'
import { passwordDigest } from '../../engine/access.ts'
import { invalid, refuse } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { requiredField } from '../../engine/sent.ts'

interface Row {
  id: number
  number: number
}

export const handlers: HandlersOf<typeof contract> = {
  listPasswords: ({ quiz, service: { store } }) => ({
    status: true,
    quiz_id: quiz.id,
    passwords: store.all<Row>('select id, number from password where quiz_id = ? order by number', quiz.id).map(shown),
  }),

  addPasswords: ({ input, quiz, service }) => {
    const { store } = service
    const values = new Set(input.passwords ?? [requiredField('password', input.password)])
    const added: Row[] = []
    for (const value of values) {
      if (isTaken(service, quiz.id, value)) continue
      // A sequence never reuses a number, not even that of a deleted password.
      const number = store.next(`password:${quiz.id}`)
      const id = store.insert('password', {
        quiz_id: quiz.id,
        number,
        digest: passwordDigest(quiz.id, value),
        created_at: service.now().toISOString(),
      })
      added.push({ id, number })
    }
    return { status: true, quiz_id: quiz.id, added: added.length, passwords: added.map(({ id, number }) => ({ password_id: id, number })) }
  },

  changePassword: ({ input, quiz, service }) => {
    const { id, number } = needPassword(service, quiz.id, input.passwordId)
    if (isTaken(service, quiz.id, input.password, id)) invalid({ password: 'is already a password of this survey' })
    service.store.update('password', id, { digest: passwordDigest(quiz.id, input.password) })
    return { status: true, quiz_id: quiz.id, password_id: id, number }
  },

  removePassword: ({ input, quiz, service }) => {
    const { id, number } = needPassword(service, quiz.id, input.passwordId)
    service.store.run('delete from password where id = ?', id)
    return { status: true, quiz_id: quiz.id, password_id: id, number }
  },
}

const shown = ({ id, number }: Row): { id: number; password_id: number; number: number } => ({ id, password_id: id, number })

const needPassword = ({ store }: Service, quizId: number, id: number): Row =>
  store.get<Row>('select id, number from password where id = ? and quiz_id = ?', id, quizId) ?? refuse(400, 'password_not_found')

const isTaken = ({ store }: Service, quizId: number, value: string, except = 0): boolean =>
  store.get('select 1 from password where quiz_id = ? and digest = ? and id <> ?', quizId, passwordDigest(quizId, value), except) !==
  undefined

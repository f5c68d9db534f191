import * as contract from '../../../contract/answers/answer.ts'
import { readAnswer, whereAnswers, type StoredAnswer } from '../../store/answers/answer.ts'
import type { HandlersOf } from '../../engine/handler.ts'
import type { AnswerRecord } from '../../store/entities.ts'
import { givenTo, questionnaireOf, type Questionnaire } from '../../store/answers/questionnaire.ts'

export const handlers: HandlersOf<typeof contract> = {
  listAnswers: ({ input, quiz, shuffleSeed, service: { store } }) => {
    const { is_complete, sort = 'date_start', order = 'desc', limit = 100, offset = 0 } = input
    // Screened-out answers are shown among those that aren't complete; deleted ones are not.
    const { sql: where, values } = whereAnswers({ quiz_id: quiz.id, is_complete, is_screenout: is_complete !== true })
    const orderBy = `order by ${sort} ${order}, ${shuffleSeed === undefined ? '' : shuffled(shuffleSeed)} id ${order}`
    // The inner query skips rows in the index alone, so that a deep offset costs little.
    const rows = store.all<StoredAnswer>(
      `select * from answer where id in (select id from answer where ${where} ${orderBy} limit ? offset ?) ${orderBy}`,
      ...values,
      limit,
      offset,
    )
    const questionnaire = questionnaireOf(store, quiz)
    return {
      total: store.cachedCount(`select count(*) from answer where ${where}`, ...values),
      limit,
      offset,
      answers: rows.map((row) => shown(questionnaire, readAnswer(row))),
    }
  },
}

/** An SQL sort key that orders ids differently for each seed: their multiples by another number, modulo a prime. */
const shuffled = (seed: number): string => `(id * ${1 + ((seed * 7919 + 104_729) % 1_000_002)}) % 1000003,`

const shown = (questionnaire: Questionnaire, answer: AnswerRecord) => ({
  id: answer.id,
  quiz_id: answer.quiz_id,
  date_start: answer.date_start,
  date_end: answer.date_end,
  is_complete: answer.is_complete,
  is_screenout: answer.is_screenout,
  ip_address: answer.ip_address,
  user_agent: answer.user_agent,
  answers: questionnaire.asked.flatMap((asked) => {
    const given = givenTo(questionnaire, asked, answer)
    if (!given) return []
    const { reader, value } = given
    return [{ question_id: asked.id, question_text: reader.title, answer: reader.textOf(value), answer_type: reader.question.type }]
  }),
})

import * as contract from '../../contract/answer.ts'
import { readAnswer, whereAnswers } from '../store/answer.ts'
import type { HandlersOf } from '../engine/handler.ts'
import type { AnswerRecord } from '../store/entities.ts'
import { questionnaireOf, type Questionnaire } from '../store/questionnaire.ts'

export const handlers: HandlersOf<typeof contract> = {
  listAnswers: ({ input, quiz, wander, service: { store } }) => {
    const { is_complete, sort = 'date_start', order = 'desc', limit = 100, offset = 0 } = input
    // Screened-out answers are shown among those that aren't complete; deleted ones are not.
    const { where, values } = whereAnswers({ quiz_id: quiz.id, is_complete, is_screenout: is_complete !== true })
    const by = `order by ${sort} ${order}, ${wander === undefined ? '' : mixed(wander)} id ${order}`
    // What is skipped is only read in the index: a deep offset costs no more than a shallow one.
    const rows = store.all(
      `select * from answer where id in (select id from answer where ${where} ${by} limit ? offset ?) ${by}`,
      ...values,
      limit,
      offset,
    )
    const questionnaire = questionnaireOf(store, quiz)
    return {
      total: store.count(`select count(*) from answer where ${where}`, ...values),
      limit,
      offset,
      answers: rows.map((row) => shown(questionnaire, readAnswer(row))),
    }
  },
}

/** Of another order for each number. */
const mixed = (number: number): string => `(id * ${1 + ((number * 7919 + 104_729) % 1_000_002)}) % 1000003,`

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
    const given = questionnaire.given(answer, asked.id)
    return given?.asked === asked
      ? [{ question_id: asked.id, question_text: given.title, answer: given.words, answer_type: given.question.type }]
      : []
  }),
})

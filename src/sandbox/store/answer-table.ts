/** Stored answers as the file writers take them: row by row, so that memory doesn't grow with them. */
import { selectAnswers, type AnswerSelection } from './answer.ts'
import type { QuizRecord, AnswerRecord } from './entities.ts'
import { columnsOf } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import type { AnswerRow, AnswerTable, CellKind } from '../files/data.ts'
import type { Service } from '../engine/handler.ts'
import { paced } from '../engine/pieces.ts'
import { questionnaireOf, type Questionnaire } from './questionnaire.ts'

export function answerTable({ store }: Service, quiz: QuizRecord, selection: Omit<AnswerSelection, 'quiz_id'>): AnswerTable {
  const questionnaire = questionnaireOf(store, quiz)
  // What comes in while the file is written stays out: a writer may read twice.
  const until = store.count('select coalesce(max(id), 0) from answer where quiz_id = ?', quiz.id)
  return {
    title: quiz.name,
    columns: questionnaire.asked.map(({ id, title, question }) => ({ id, title, kind: cellKindOf(question) })),
    async *rows() {
      for await (const answer of paced(selectAnswers(store, { ...selection, quiz_id: quiz.id }))) {
        if (answer.id > until) return
        yield rowOf(questionnaire, answer)
      }
    },
  }
}

/** Yes and no in a question's own words stay words. */
function cellKindOf(question: Question): CellKind | undefined {
  if (question.type === 'yesno') return question.yesnoYesLabel || question.yesnoNoLabel ? undefined : 'boolean'
  const [column] = columnsOf(question)
  switch (column?.holds) {
    case 'number':
    case 'date':
    case 'time':
    case 'datetime':
      return column.holds
    case 'code':
    case 'flag':
    case 'place':
    case 'text':
    case 'files':
    case undefined:
      return undefined
  }
}

const rowOf = (questionnaire: Questionnaire, answer: AnswerRecord): AnswerRow => ({
  id: answer.id,
  date_start: answer.date_start,
  date_end: answer.date_end,
  is_complete: answer.is_complete,
  is_screenout: answer.is_screenout,
  is_deleted: answer.is_deleted,
  ip_address: answer.ip_address,
  cells: questionnaire.asked.map((asked) => {
    const given = questionnaire.given(answer, asked.id)
    return given?.asked === asked ? given.words : ''
  }),
})

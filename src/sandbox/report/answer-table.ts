/** Stored answers as input of the file writers: row by row, so that memory doesn't grow with their number. */
import { selectAnswers, type AnswerSelection } from '../store/answers/answer.ts'
import type { QuizRecord, AnswerRecord } from '../store/entities.ts'
import { columnsOf } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import type { AnswerRow, AnswerTable, CellKind } from '../files/data.ts'
import type { Service } from '../store/service.ts'
import { withPauses } from '../engine/slices.ts'
import { givenTo, questionnaireOf, type Questionnaire } from '../store/answers/questionnaire.ts'

export function answerTable({ store }: Service, quiz: QuizRecord, selection: Omit<AnswerSelection, 'quiz_id'>): AnswerTable {
  const questionnaire = questionnaireOf(store, quiz)
  // Answers that arrive while the file is written are left out: a writer may read twice and must get the same rows.
  const lastId = store.number('select coalesce(max(id), 0) from answer where quiz_id = ?', quiz.id)
  return {
    title: quiz.name,
    columns: questionnaire.asked.map(({ id, title, question }) => ({ id, title, kind: cellKindOf(question) })),
    async *rows() {
      for await (const answer of withPauses(selectAnswers(store, { ...selection, quiz_id: quiz.id }))) {
        if (answer.id > lastId) return
        yield rowOf(questionnaire, answer)
      }
    },
  }
}

/** How a spreadsheet should read the column. Yes and no with labels of their own stay text. */
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
    const given = givenTo(questionnaire, asked, answer)
    return given ? given.reader.textOf(given.value) : ''
  }),
})

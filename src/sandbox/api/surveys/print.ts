import * as contract from '../../../contract/surveys/print.ts'
import { questionOf, type Content, type Question } from '../../../model/survey.ts'
import type { QuizRecord } from '../../store/entities.ts'
import { withoutMarkup, htmlText } from '../../../model/markup.ts'
import { isAnswerable } from '../../../model/question/index.ts'
import type { PrintData, PrintScreen } from '../../files/data.ts'
import { makeDocument } from '../../documents/documents.ts'
import { refuse } from '../../store/refusal.ts'
import type { HandlersOf } from '../../engine/handler.ts'

export const handlers: HandlersOf<typeof contract> = {
  printQuiz: async ({ input: { format = 'pdf', font = 'medium' }, quiz, service }) => {
    try {
      return await makeDocument({ kind: 'print', data: printData(quiz), format, font })
    } catch (error) {
      service.log(String(error))
      refuse(400, 'print_failed')
    }
  },
}

/** The published version, or the draft while there is none. */
function printData(quiz: QuizRecord): PrintData {
  const content = quiz.published ?? quiz.draft
  const { lang = 'ru', description, question_required_mode } = content.settings
  let asked = 0
  const screens = screensOf(content).map((question): PrintScreen => {
    const required =
      question_required_mode === 'all_required' || (question_required_mode !== 'all_optional' && question.isRequired === true)
    return { ...screenOf(question), ...(isAnswerable(question) && { number: String(++asked), required }) }
  })
  return { title: quiz.name, lang, ...(description && { description }), screens }
}

const screensOf = ({ widgets }: Content): Question[] =>
  widgets.ids.map((id) => questionOf({ widgets }, id)).filter((question) => question !== undefined)

function screenOf(question: Question): PrintScreen {
  const { title, withTitle = true, description, withDescription = true } = question
  const about = question.type === 'html' ? htmlText(question.htmlContent) : withDescription ? withoutMarkup(description) : ''
  return { question, title: withTitle ? withoutMarkup(title) : '', ...(about && { description: about }) }
}

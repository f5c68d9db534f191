import * as contract from '../../contract/print.ts'
import type { Content, Question, Language } from '../../model/survey.ts'
import type { QuizRecord } from '../store/entities.ts'
import { choices, choicesOf, isAnswerable, spanOf } from '../../model/question/index.ts'
import type { PrintData, PrintScreen } from '../files/data.ts'
import { printSurvey } from '../files/print.ts'
import { refuse, type HandlersOf } from '../engine/handler.ts'

export const handlers: HandlersOf<typeof contract> = {
  printQuiz: async ({ input: { format = 'pdf', font = 'medium' }, quiz, service }) => {
    try {
      return await printSurvey(printData(quiz), format, font)
    } catch (error) {
      service.log(String(error))
      refuse(400, 'print_failed')
    }
  },
}

/** What respondents see; the draft while nothing is published. */
function printData(quiz: QuizRecord): PrintData {
  const content = quiz.published ?? quiz.draft
  const { lang = 'ru', description, question_required_mode } = content.settings
  let asked = 0
  const screens = screensOf(content).map((question): PrintScreen => {
    const required =
      question_required_mode === 'all_required' || (question_required_mode !== 'all_optional' && question.isRequired === true)
    return { ...screenOf(question, lang), ...(isAnswerable(question) && { number: String(++asked), required }) }
  })
  return { title: quiz.name, lang, ...(description && { description }), screens }
}

const screensOf = ({ widgets }: Content): Question[] =>
  widgets.ids.map((id) => widgets.entities[id] as Question | undefined).filter((question) => question !== undefined)

const plain = (html: string | undefined): string => (html ?? '').replace(/<[^>]*>/g, '').trim()

function screenOf(question: Question, lang: Language): PrintScreen {
  const { type, title, withTitle = true, description, withDescription = true } = question
  return {
    type,
    title: withTitle ? plain(title) : '',
    ...(withDescription && description && { description: plain(description) }),
    ...marksOf(question, lang),
  }
}

/** What there is to mark or to write on. */
function marksOf(question: Question, lang: Language): Partial<PrintScreen> {
  const titles = (list: readonly { title: string }[]): string[] => list.map(({ title }) => title)
  switch (question.type) {
    case 'yesno':
    case 'choice':
    case 'dropdown':
    case 'ranking':
      return { options: titles(choicesOf(question, lang)), multiple: question.type === 'choice' && question.choiceMultiple === true }
    case 'matrix':
      return {
        rows: titles(choices(question.matrixRows)),
        columns: titles(choices(question.matrixColumns)),
        multiple: question.matrixMultiple === true,
      }
    case 'slider':
      return { ...ends(question), fromLabel: question.sliderFromLabel, toLabel: question.sliderToLabel }
    case 'scale':
      return { ...ends(question), fromLabel: question.scaleFromLabel, toLabel: question.scaleToLabel }
    case 'rating':
      return ends(question)
    case 'input':
      return { lines: question.inputMultiline ? 4 : 1 }
    case 'html':
      return { description: plain(question.htmlContent) }
    default:
      return {}
  }
}

function ends(question: Question): { from: number; to: number } {
  const { min, max } = spanOf(question)
  return { from: min, to: max }
}

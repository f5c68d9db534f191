import type { Definition } from './definition.ts'
import { chosenOne, titled } from './parts/options.ts'
import { finite } from './value.ts'
import type { QuestionOf } from '../survey.ts'

const words = { ru: ['Да', 'Нет'], en: ['Yes', 'No'] } as const

const example: QuestionOf<'yesno'> = { type: 'yesno', title: 'Was it your first visit?', isRequired: true }

export const yesno: Definition<QuestionOf<'yesno'>> = chosenOne(
  { example, seconds: 6, personal: 'consent', movesOn: true },
  (question, lang) => {
    const [yes, no] = words[lang]
    return {
      options: [
        { id: 'yes', ...titled(question.yesnoYesLabel || yes), score: finite(question.yesnoYesScore, 0), named: true },
        { id: 'no', ...titled(question.yesnoNoLabel || no), score: finite(question.yesnoNoScore, 0), named: true },
      ],
    }
  },
  { fixed: true },
)

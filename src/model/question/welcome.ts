import type { QuestionOf } from '../survey.ts'
import { notAnswered } from './parts/silent.ts'

export const welcome = notAnswered<QuestionOf<'welcome'>>({
  example: { type: 'welcome', title: 'How was your visit?', description: 'Five questions, one minute.', welcomeLabel: 'Start' },
  seconds: 5,
})

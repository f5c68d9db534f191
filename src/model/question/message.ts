import type { QuestionOf } from '../survey.ts'
import { notAnswered } from './parts/silent.ts'

export const message = notAnswered<QuestionOf<'message'>>({
  example: { type: 'message', title: 'One more thing', description: 'The last questions are about you.', messageLabel: 'Go on' },
  seconds: 8,
})

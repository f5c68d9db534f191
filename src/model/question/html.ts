import type { QuestionOf } from '../survey.ts'
import { notAnswered } from './parts/silent.ts'

export const html = notAnswered<QuestionOf<'html'>>({
  example: { type: 'html', title: 'Our house rules', htmlContent: '<p>Please <b>do not</b> touch the paintings.</p>' },
  seconds: 8,
})

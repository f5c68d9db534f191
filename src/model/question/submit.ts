import type { QuestionOf } from '../survey.ts'
import { notAnswered } from './parts/silent.ts'

export const submit = notAnswered<QuestionOf<'submit'>>({
  example: {
    type: 'submit',
    title: 'That was all',
    submitLabel: 'Send',
    submitThanksTitle: 'Thank you!',
    submitThanksText: 'Your answers help us.',
  },
  seconds: 3,
})

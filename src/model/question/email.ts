import { matching, textual } from './parts/texts.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'email'>

const pattern = /^[^\s@<>(),;:"[\]\\]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u

const example: Question = { type: 'email', title: 'Where can we write to you?', emailPlaceholder: 'name@example.org' }

export const email = textual<Question>(
  { example, seconds: 12, personal: 'data' },
  matching((text) => pattern.test(text), 254, 'invalid_email'),
  {
    paper: () => ({ lines: 1, label: '@' }),
    others: () => ['zzz@other.example'],
    near: (_, word) => [
      `zz${word}`,
      `zz@${word}`,
      `zz@zz${word}`,
      `${word}@other.example`,
      `${word}.example`,
      `!${word}`,
      `${word}z`,
      '!@z.example',
    ],
    sample: (_, chance) => `respondent${chance.between(1, 99_999)}@example.com`,
  },
)

import { matching, textual } from './parts/texts.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'phone'>

const isPhone = (text: string): boolean => /^\+?[\d\s().-]+$/.test(text) && /^\d{5,15}$/.test(text.replace(/\D/g, ''))

const example: Question = { type: 'phone', title: 'Your phone number', phonePlaceholder: '+1 202 555 0100' }

export const phone = textual<Question>({ example, seconds: 12, personal: 'data' }, matching(isPhone, 40, 'invalid_phone'), {
  paper: () => ({ lines: 1, label: '☎' }),
  others: () => ['+99999999999'],
  near: (_, word) => [`${word}0000000`, `+${word}0000000`, `0000000${word}`, '(0000000)'],
  // Numbers 555-0100 to 555-0199 are reserved for fiction.
  sample: (_, chance) => `+1 202 555 01${String(chance.between(0, 99)).padStart(2, '0')}`,
})

import { matching, textual } from './parts/texts.ts'
import type { QuestionOf } from '../survey.ts'

const isPhone = (text: string): boolean => /^\+?[\d\s().-]+$/.test(text) && /^\d{5,15}$/.test(text.replace(/\D/g, ''))

export const phone = textual<QuestionOf<'phone'>>(matching(isPhone, 40, 'invalid_phone'))

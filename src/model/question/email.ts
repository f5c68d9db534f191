import { matching, textual } from './parts/texts.ts'
import type { QuestionOf } from '../survey.ts'

const pattern = /^[^\s@<>(),;:"[\]\\]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u

export const email = textual<QuestionOf<'email'>>(matching((text) => pattern.test(text), 254, 'invalid_email'))

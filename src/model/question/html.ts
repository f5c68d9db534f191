import type { Definition } from './definition.ts'
import { notAnswered } from './parts/silent.ts'
import type { QuestionOf } from '../survey.ts'

export const html: Definition<QuestionOf<'html'>> = notAnswered

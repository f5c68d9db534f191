import type { Definition } from './definition.ts'
import { choices, chosenOne } from './parts/options.ts'
import type { QuestionOf } from '../survey.ts'

export const dropdown: Definition<QuestionOf<'dropdown'>> = chosenOne((question) => ({ options: choices(question.dropdownEntities) }))

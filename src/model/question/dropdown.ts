import type { Definition } from './definition.ts'
import { choices, chosenOne, named } from './parts/options.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'dropdown'>

const example: Question = { type: 'dropdown', title: 'Where do you live?', dropdownEntities: named('In town', 'Nearby', 'Further away') }

export const dropdown: Definition<Question> = chosenOne({ example, seconds: 10 }, (question) => ({
  options: choices(question.dropdownEntities),
}))

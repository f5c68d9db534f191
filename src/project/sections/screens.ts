import { check } from '../../contract/core/operation.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { saveQuiz } from '../../contract/surveys/quiz.ts'
import { screensWith } from '../../model/document/media.ts'
import type { Section } from './section.ts'

export const screens: Section<Widgets> = {
  uses: [saveQuiz],
  fromView: ({ widgets }) => widgets && { ids: widgets.ids, entities: widgets.entities },
  steps: ({ next: { ids, entities } }) => [
    { stage: 'save', operation: saveQuiz, input: ({ id, addressOf }) => ({ id, ...screensWith({ ids, entities }, addressOf) }) },
  ],
}

/** Problems because of which the service would refuse to save these screens. */
export const faultsOf = ({ ids, entities }: Widgets): string[] =>
  check(saveQuiz, { id: 1, ids, entities }, ['body']).map(({ field, message }) => `${field} ${message}`)

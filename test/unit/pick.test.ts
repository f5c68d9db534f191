import { expect, it } from 'vitest'
import { optionListOf, questionAt } from '../../src/commands/surveys/question/pick.ts'
import type { DraftWithScreens } from '../../src/draft/read.ts'
import { screenRows } from '../../src/model/document/index.ts'

/** A survey as a service may show it that is not in order. */
const draftOf = (question: { type: string; [field: string]: unknown } | undefined): DraftWithScreens => {
  const screens = { ids: ['a'], entities: question ? { a: question } : {} }
  return { id: 42, name: '', answers: undefined, read_at: 0, content: { screens }, screens }
}

it('says that the service left out a question', () => {
  const draft = draftOf(undefined)
  const [row] = screenRows(draft.screens)
  for (const look of [questionAt, optionListOf]) expect(() => look(draft, row!, undefined)).toThrow('The service left out question 1')
})

it.each([[[{ title: 'Red' }, null]], ['Red'], [5]])('says that %j is no list of options', (choiceEntities) => {
  const draft = draftOf({ type: 'choice', title: 'Colour', choiceEntities })
  const [row] = screenRows(draft.screens)
  expect(() => optionListOf(draft, row!, undefined)).toThrow('choiceEntities of question 1 "Colour" is not a list of options')
})

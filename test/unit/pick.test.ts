import { expect, it } from 'vitest'
import type { Widgets } from '../../src/contract/core/records.ts'
import { optionListOf, questionAt, screenRows } from '../../src/model/document/index.ts'

/** A survey as a service may show it that is not in order. */
const screensOf = (question: Widgets['entities'][string] | undefined): Widgets => ({
  ids: ['a'],
  entities: question ? { a: question } : {},
})

it('says that the service left out a question', () => {
  const screens = screensOf(undefined)
  const [row] = screenRows(screens)
  for (const look of [questionAt, optionListOf]) expect(() => look(screens, row!, undefined)).toThrow('The service left out question 1')
})

it.each([[[{ title: 'Red' }, null]], ['Red'], [5]])('says that %j is no list of options', (choiceEntities) => {
  const screens = screensOf({ type: 'choice', title: 'Colour', choiceEntities })
  const [row] = screenRows(screens)
  expect(() => optionListOf(screens, row!, undefined)).toThrow('choiceEntities of question 1 "Colour" is not a list of options')
})

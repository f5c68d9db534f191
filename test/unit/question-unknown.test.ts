import { expect, it } from 'vitest'
import { answerKindOf, isAnswerable, listsOf, scoreOf } from '../../src/model/question/index.ts'
import type { Question } from '../../src/model/survey.ts'

it.each<[string, unknown]>([
  ['of a type that a newer service has', { type: 'hologram', title: 'New' }],
  ['that the service left out', undefined],
])('a question %s has no answers that are known', (_, question) => {
  const foreign = question as Question
  expect([answerKindOf(foreign), isAnswerable(foreign), listsOf(foreign), scoreOf(foreign, 'x')]).toEqual(['nothing', false, {}, 0])
})

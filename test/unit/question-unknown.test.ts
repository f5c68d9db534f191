import { expect, it } from 'vitest'
import { Losses } from '../../src/forms/loss.ts'
import { writeSurveyJs } from '../../src/forms/write/surveyjs.ts'
import { writeXlsForm } from '../../src/forms/write/xlsform.ts'
import { answerKindOf, isAnswerable, listsOf, scoreOf } from '../../src/model/question/index.ts'
import type { Question } from '../../src/model/survey.ts'

it.each<[string, unknown]>([
  ['of a type that a newer service has', { type: 'hologram', title: 'New' }],
  ['that the service left out', undefined],
])('a question %s has no answers that are known', (_, question) => {
  const foreign = question as Question
  expect([answerKindOf(foreign), isAnswerable(foreign), listsOf(foreign), scoreOf(foreign, 'x')]).toEqual(['nothing', false, {}, 0])
})

it('is written for other systems as a text', () => {
  const content = { name: 'Ours', screens: { ids: ['a'], entities: { a: { type: 'hologram', title: 'New' } } } }
  const names = new Map([['a', 'a']])
  expect(writeSurveyJs(content, names, new Losses()).pages).toMatchObject([{ elements: [{ type: 'html', html: 'New' }] }])
  const [survey] = writeXlsForm(content, names, new Losses())
  expect(survey).toMatchObject({ head: ['type', 'name', 'label::English (en)', 'surveyctl_id'], rows: [['note', 'a', 'New', 'a']] })
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { questionTypes } from '../../src/contract/surveys/question.ts'
import { surveySchema } from '../../src/model/document/schema.ts'
import { examples } from '../../src/model/question/registry.ts'

const valid = new Ajv2020({ strict: false }).compile(surveySchema())
const documentOf = (screen: object): object => ({ format: 1, screens: [{ key: 'one', ...screen }] })

describe('the schema of a survey file', () => {
  it.each(questionTypes)('takes the example of %s', (type) => {
    expect([valid(documentOf(examples[type])), valid.errors]).toEqual([true, null])
  })
  it.each([
    ['an unknown section', { format: 1, titel: 'x' }],
    ['no format', { screens: [] }],
    ['an unknown type', documentOf({ type: 'stars' })],
    ['options that are texts', documentOf({ ...examples.choice, choiceEntities: ['Red'] })],
    ['a figure that there is not', documentOf({ ...examples.rating, ratingFigure: 'potato' })],
    ['a setting of another type', { format: 1, settings: { show_progressbar: 'yes' } }],
  ])('refuses %s', (_, document) => expect(valid(document)).toBe(false))
  it('takes the ids that an exported file carries', () =>
    expect(valid({ ...documentOf(examples.input), ids: { questions: { one: '10000000-0000-4000-8000-000000000001' } } })).toBe(true))
  it('lets fields pass that it does not know', () => expect(valid(documentOf({ ...examples.input, inputNew: 1 }))).toBe(true))
})

import { expect, it } from 'vitest'
import { firstOf } from '../../src/text/counted.ts'
import { imported } from '../support/forms.ts'

it('a sentence names the first of many, and the last one where it is the only one left', () => {
  expect(firstOf([1, 2, 3], 2)).toBe('1, 2, 3')
  expect(firstOf([1, 2, 3, 4], 2)).toBe('1, 2 and 2 more')
})

it.each(['format: 1\nscreens: []\n', '{"format": 1, "screens": []}'])(
  'our own survey file is told what to do with it: %j',
  async (text) => {
    await expect(imported(Buffer.from(text))).rejects.toMatchObject({
      message: 'survey is a survey file of surveyctl',
      facts: { hint: 'To put it into a survey: surveyctl quiz save SURVEY --file FILE' },
    })
  },
)

/** What an edit does to answers: which changes lose some, which give them another meaning. */
import { describe, expect, it } from 'vitest'
import { concernsOf, countInReport, answerHolds, type Concern } from '../../src/model/document/index.ts'
import { isAlike } from '../../src/model/document/impact.ts'

type Fields = Record<string, unknown> & { type: string }
const of = (question: Fields | undefined, more: Record<string, Fields> = {}) => {
  const entities = { ...(question && { a: question }), ...more }
  return { screens: { ids: Object.keys(entities), entities } }
}
const titles = (...list: string[]) => list.map((title) => ({ title }))
const ids = (...list: string[]) => list.map((title, index) => ({ id: String(index + 1), title }))
const told = (before: Fields, after: Fields | undefined, more?: Record<string, Fields>): string[] =>
  concernsOf(of(before), of(after, more)).map((concern) => `${concern.class}: ${concern.what}`)

describe('an edit', () => {
  const choice = { type: 'choice', title: 'T', choiceEntities: ids('Price', 'Speed', 'Care') }
  const matrix = { type: 'matrix', matrixRows: ids('Site', 'Shop'), matrixColumns: ids('Bad', 'Good') }
  it.each<[string, Fields, Fields | undefined, string[]]>([
    ['another title', { type: 'input', title: 'What?' }, { type: 'input', title: 'What now?' }, []],
    [
      'another text',
      { type: 'input', title: 'How old are you?' },
      { type: 'input', title: 'Where do we meet?' },
      ['note: text replaced by "Where do we meet?"'],
    ],
    ['no question any more', choice, undefined, ['loss: question removed']],
    ['another type', choice, { ...choice, type: 'dropdown' }, ['loss: type changed from choice to dropdown']],
    ['one instead of several', { ...choice, choiceMultiple: true }, choice, ['loss: several options changed to one']],
    ['several instead of one', choice, { ...choice, choiceMultiple: true }, []],
    ['an option less', choice, { ...choice, choiceEntities: ids('Price', 'Speed') }, ['loss: option "Care" removed']],
    ['an option more', choice, { ...choice, choiceEntities: [...ids('Price', 'Speed', 'Care'), { id: 'x', title: 'Colour' }] }, []],
    ['a slip mended', { ...choice, choiceEntities: ids('Prise') }, { ...choice, choiceEntities: ids('Price') }, []],
    ['an option told longer', { ...choice, choiceEntities: ids('Very') }, { ...choice, choiceEntities: ids('Very satisfied') }, []],
    [
      'another option',
      { ...choice, choiceEntities: ids('Price') },
      { ...choice, choiceEntities: ids('Colour') },
      ['meaning: option "Price" became "Colour"'],
    ],
    ['options in another order', choice, { ...choice, choiceEntities: ids('Price', 'Speed', 'Care').toReversed() }, []],
    [
      'one put between others without ids',
      { ...choice, choiceEntities: titles('North', 'South') },
      { ...choice, choiceEntities: titles('Centre', 'North', 'South') },
      ['meaning: option "North" became "Centre"', 'meaning: option "South" became "North"'],
    ],
    ['one behind others without ids', { ...choice, choiceEntities: titles('A') }, { ...choice, choiceEntities: titles('A', 'B') }, []],
    ['a row less', matrix, { ...matrix, matrixRows: ids('Site') }, ['loss: option "Shop" removed']],
    ['a column replaced', matrix, { ...matrix, matrixColumns: ids('Bad', 'Excellent') }, ['meaning: option "Good" became "Excellent"']],
    ['a narrower scale', { type: 'scale' }, { type: 'scale', scaleTo: 5 }, ['note: range changed from 0–10 to 0–5']],
    ['a wider scale', { type: 'scale', scaleTo: 5 }, { type: 'scale' }, []],
    ['made required', { type: 'input' }, { type: 'input', isRequired: true }, ['note: made required']],
    ['yes by another name', { type: 'yesno', yesnoYesLabel: 'Yes' }, { type: 'yesno', yesnoYesLabel: 'Certainly' }, []],
    ['a message less', { type: 'message' }, undefined, []],
  ])('with %s', (_, before, after, expected) => expect(told(before, after)).toEqual(expected))

  it('that renames is found out', () => {
    const [concern] = concernsOf(of(choice), of(undefined, { b: choice }))
    expect(concern!.hint).toContain('Likely a rename')
  })
  it('tells logic that names what is gone', () => {
    const conditions = { rules: [{ question: 'a' }] }
    expect(concernsOf({ ...of(choice), conditions }, { ...of(undefined), conditions }).map(({ what }) => what)).toContain(
      'removed, but still used by the logic',
    )
  })
  it.each([
    ['North', 'South', true],
    ['Pots', 'Lamps', false],
    ['', 'x', true],
    ['Rather not', 'rather Not!', true],
  ])('takes %j and %j for the same: %s', (old, now, same) => expect(isAlike(old, now)).toBe(same))
})

describe('answers are counted', () => {
  const concern = (more: Partial<Concern>): Concern => ({
    class: 'loss',
    counts: 'option',
    question: 'a',
    type: 'choice',
    title: 'T',
    what: '',
    option: '2',
    optionTitle: 'Speed',
    ...more,
  })
  const asked = {
    answered: 9,
    bars: [
      { id: '1', count: 3 },
      { id: '2', count: 4 },
      { id: '12', count: 2 },
    ],
  }
  it.each<[Partial<Concern>, unknown, number | undefined]>([
    [{ counts: 'question' }, asked, 9],
    [{}, asked, 4],
    [{ option: '7' }, asked, undefined],
    [{ type: 'ranking' }, asked, undefined],
    [{ counts: 'range', range: { min: 1, max: 5 } }, asked, 2],
    [{ counts: 'range', range: { min: 1, max: 5 } }, { answered: 1, bars: [{ id: '1–4', count: 1 }] }, undefined],
    [{ counts: 'range', range: { min: 1, max: 5 } }, { answered: 3, bars: [{ id: '1', count: 1 }] }, undefined],
    [{}, { answered: 0 }, 0],
    [{}, { answered: 9 }, undefined],
    [{ counts: 'question' }, {}, undefined],
    [{ counts: 'question' }, undefined, 0],
  ])('in a report: %j', (more, question, expected) => expect(countInReport(concern(more), question as never)).toBe(expected))

  it.each<[Partial<Concern>, unknown, boolean]>([
    [{}, 'Price; Speed', true],
    [{}, 'Price; Speedy', false],
    [{ optionTitle: 'Gone' }, '2', true],
    [{ type: 'dropdown', optionTitle: 'A; B' }, 'A; B', true],
    [{ type: 'ranking' }, '1. Price; 2. Speed', true],
    [{ type: 'matrix', field: 'rows', optionTitle: 'Site' }, 'Site: Good; Shop: Bad', true],
    [{ type: 'matrix', field: 'columns', optionTitle: 'Site' }, 'Site: Good', false],
    [{ type: 'matrix', field: 'columns', optionTitle: 'Good' }, 'Site: Bad, Good', true],
    [{ counts: 'question' }, '', false],
    [{ counts: 'range', range: { min: 1, max: 5 } }, '7', true],
  ])('in words: %j of %j', (more, answer, expected) => expect(answerHolds(concern(more), answer)).toBe(expected))
})

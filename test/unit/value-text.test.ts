/** Values in lines for people: words, and sizes of what is cut. */
import { describe, expect, it } from 'vitest'
import { valuesText, valueText } from '../../src/draft/value-text.ts'

const rule = (question: string, to = 'submit') => ({
  if: { all: [{ question, operator: 'at_most', value: 2 }] },
  then: { action: 'jump', to },
})
const long = 'Three minutes that help us to pack, deliver and advise better. Answers are read by people, and are never passed on.'

describe('a value in a line', () => {
  it.each<[string, unknown, string]>([
    ['a text', 'Hello', '"Hello"'],
    ['a text with a line end', 'a\nb', '"a\\nb"'],
    ['a number', 4, '4'],
    ['a switch', false, 'false'],
    ['nothing set', undefined, 'unset'],
    ['null', null, 'none'],
    ['an empty list', [], 'nothing'],
    ['an empty map', {}, 'nothing'],
    ['a question', { type: 'choice', title: 'Which?', choiceEntities: [{ id: '1' }] }, 'choice, "Which?", 1 option'],
    [
      'options',
      [
        { id: '1', title: 'Seeds' },
        { id: '2', title: 'Tools' },
      ],
      '"Seeds", "Tools"',
    ],
    ['a map of facts', { owner: { enabled: true, subject: 'New' } }, 'owner (enabled true, subject "New")'],
    ['a picture, which has a type and no title', { type: 'img', imgUrl: 'a.png' }, 'type "img", imgUrl "a.png"'],
    ['no rules', { rules: [] }, '0 rules'],
    ['rules', { rules: [rule('q:a', 'q:b')] }, '1 rule: if a <= 2, go on at b'],
    [
      'a rule with texts that hold line ends',
      {
        rules: [
          {
            if: { any: [{ question: 'q:a', operator: 'contains', value: 'no\nway' }] },
            then: { action: 'screenout', message: 'Bye\n✗ now' },
          },
        ],
      },
      '1 rule: if a contains "no\\nway", screen out: "Bye\\n✗ now"',
    ],
    ['logic of another shape', { rules: [{ when: 1 }] }, '1 rule: (when 1)'],
    ['a long text, with its size', long, `"${long.slice(0, 80)}…" (${long.length} characters)`],
    [
      'a long map, with what is left out',
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, at])),
      expect.stringMatching(/^n0 0, .*, n14 14 and 15 more$/),
    ],
    ['half a character at the cut', { a: `${'x'.repeat(96)}😀😀` }, expect.stringMatching(/^a "x{96}…$/) as unknown as string],
  ])('is shown for %s', (_, value, text) => expect(valueText(value)).toEqual(text))

  it('is whole where that is asked for', () => expect(valueText({ a: long }, { whole: true })).toBe(`a ${JSON.stringify(long)}`))
  it('names questions by their keys', () =>
    expect(valueText(['id-1', 'x'], { keyOf: (id) => (id === 'id-1' ? 'rating-1' : id) })).toBe('rating-1, "x"'))
  it('tells of fields those that differ, on both sides', () =>
    expect(valuesText({ type: 'img', imgUrl: 'a.png', alt: long }, { imgUrl: 'b.png', alt: long, type: 'img', width: 3 })).toBe(
      'imgUrl "a.png" → "b.png", width unset → 3',
    ))
  it('tells of rules what differs', () =>
    expect(valuesText({ rules: [rule('q:a'), rule('q:b')] }, { rules: [rule('q:b'), rule('q:c')] })).toBe(
      '2 rules; no longer if a <= 2, go on at submit; now if c <= 2, go on at submit',
    ))
  it('tells rules that were moved', () =>
    expect(valuesText({ rules: [rule('q:a'), rule('q:b')] }, { rules: [rule('q:b'), rule('q:a')] })).toBe('2 rules; in another order'))
})

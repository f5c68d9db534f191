import { describe, expect, test } from 'vitest'
import { questionTypes } from '../../src/contract/surveys/question.ts'
import type { Question } from '../../src/model/survey.ts'
import { answerText, choicesOf, columnsOf, isBlank, isRequired, problemOf, scoreOf, tally } from '../../src/model/question/index.ts'
import { plausible } from '../../src/sandbox/seed/plausible.ts'
import { seeded } from '../../src/sandbox/engine/random.ts'
import { everyType } from '../support/respondent.ts'

const of = (type: Question['type'], more: object = {}) => ({ type, ...more }) as Question
const abc = ['a', 'b', 'c'].map((id) => ({ id, title: id.toUpperCase() }))
const choice = (more = {}) => of('choice', { choiceEntities: abc, ...more })
const matrix = (more = {}) => of('matrix', { matrixRows: abc.slice(0, 2), matrixColumns: abc, ...more })

describe('validation', () => {
  test.each<[string, Question, unknown, string | undefined]>([
    ['yesno', of('yesno'), 'yes', undefined],
    ['yesno', of('yesno'), 'maybe', 'invalid_answer'],
    ['choice', choice(), ['a'], undefined],
    ['choice', choice(), ['a', 'b'], 'too_many'],
    ['choice', choice(), ['z'], 'invalid_answer'],
    ['choice', choice({ choiceMultiple: true }), ['a', 'b', 'c'], undefined],
    ['choice', choice({ choiceMultiple: true }), ['a', 'a'], 'invalid_answer'],
    ['choice', choice({ choiceMultiple: true, choiceMin: 2 }), ['a'], 'too_few'],
    ['choice', choice({ choiceMultiple: true, choiceMax: 1 }), ['a', 'b'], 'too_many'],
    ['choice', of('choice', { choiceEntities: [{ title: 'first' }, { title: 'second' }] }), ['2'], undefined],
    ['choice', choice({ choiceImageEntities: [{ id: 'p', link: '/p.png' }] }), ['a'], 'invalid_answer'],
    ['dropdown', of('dropdown', { dropdownEntities: abc }), 'b', undefined],
    ['dropdown', of('dropdown', { dropdownEntities: abc }), ['b'], 'invalid_answer'],
    ['ranking', of('ranking', { rankingEntities: abc }), ['b', 'a', 'c'], undefined],
    ['ranking', of('ranking', { rankingEntities: abc }), ['b', 'a'], 'rank_all'],
    ['ranking', of('ranking', { rankingEntities: abc }), ['b', 'b', 'b'], 'rank_all'],
    ['slider', of('slider', { sliderMin: 0, sliderMax: 1, sliderStep: 0.1 }), 0.3, undefined],
    ['slider', of('slider', { sliderStep: 5 }), 7, 'invalid_number'],
    ['slider', of('slider'), 101, 'invalid_number'],
    ['slider', of('slider'), Number.NaN, 'invalid_number'],
    ['rating', of('rating', { ratingCount: 3 }), 3, undefined],
    ['rating', of('rating', { ratingCount: 3 }), 4, 'invalid_number'],
    ['rating', of('rating'), 0, 'invalid_number'],
    ['scale', of('scale'), 0, undefined],
    ['scale', of('scale', { scaleFrom: 1, scaleTo: 7 }), 0, 'invalid_number'],
    ['input', of('input', { inputMaxLength: 2 }), '👍👍', undefined],
    ['input', of('input', { inputMaxLength: 2 }), 'abc', 'too_long'],
    ['input', of('input'), 5, 'invalid_answer'],
    ['email', of('email'), 'a.b+c@пример.example', undefined],
    ['email', of('email'), 'a@b', 'invalid_email'],
    ['email', of('email'), 'a b@c.de', 'invalid_email'],
    ['phone', of('phone'), '+49 (30) 123-456', undefined],
    ['phone', of('phone'), '12', 'invalid_phone'],
    ['phone', of('phone'), 'call me', 'invalid_phone'],
    ['datetime', of('datetime'), '2024-02-29', undefined],
    ['datetime', of('datetime'), '2026-02-29', 'invalid_date'],
    ['datetime', of('datetime'), '2026-01-01T10:00', 'invalid_date'],
    ['datetime', of('datetime', { datetimeKind: 'time' }), '23:59', undefined],
    ['datetime', of('datetime', { datetimeKind: 'time' }), '24:30', 'invalid_date'],
    ['datetime', of('datetime', { datetimeKind: 'datetime', datetimeMin: '2026-01-01T10:00' }), '2026-01-01T09:59', 'too_early'],
    ['datetime', of('datetime', { datetimeMax: '2026-01-01' }), '2026-01-02', 'too_late'],
    ['matrix', matrix(), { a: ['b'], b: ['a'] }, undefined],
    ['matrix', matrix(), { a: ['a', 'b'] }, 'invalid_answer'],
    ['matrix', matrix({ matrixMultiple: true }), { a: ['a', 'b'], b: ['c'] }, undefined],
    ['matrix', matrix(), { z: ['a'] }, 'invalid_answer'],
    ['file', of('file'), [{ name: 'a.png', size: 10 }], undefined],
    [
      'file',
      of('file'),
      [
        { name: 'a', size: 1 },
        { name: 'b', size: 1 },
      ],
      'too_many_files',
    ],
    ['file', of('file', { fileExtensions: ['.PDF'] }), [{ name: 'a.pdf', size: 1 }], undefined],
    ['file', of('file', { fileExtensions: ['pdf'] }), [{ name: 'a.exe', size: 1 }], 'file_type_not_allowed'],
    ['file', of('file', { fileMaxBytes: 5 }), [{ name: 'a', size: 6 }], 'file_too_large'],
  ])('%s %j: %j is %s', (_, question, value, code) => expect(problemOf(question, value, true)?.code).toBe(code))

  test('a required one wants something, and a matrix something in each row', () => {
    for (const [type, blank] of [
      ['yesno', ''],
      ['choice', []],
      ['input', ''],
      ['file', []],
      ['slider', ''],
    ] as const) {
      expect(problemOf(of(type), blank, true)?.code).toBe('required')
      expect(problemOf(of(type), undefined, false)).toBeUndefined()
    }
    expect(problemOf(of('input'), '   ', true)?.code).toBe('required')
    expect(problemOf(matrix(), { a: ['a'] }, true)?.code).toBe('answer_each_row')
    expect(problemOf(matrix(), { a: ['a'] }, false)).toBeUndefined()
  })

  test('the mode of the survey goes before the question', () => {
    expect(isRequired(of('input'), 'all_required')).toBe(true)
    expect(isRequired(of('input', { isRequired: true }), 'all_optional')).toBe(false)
    expect(isRequired(of('input', { isRequired: true }), undefined)).toBe(true)
    expect(isRequired(of('message', { isRequired: true }), 'all_required')).toBe(false)
    expect(isRequired(of('input', { isBlocked: true }), 'all_required')).toBe(false)
  })
})

describe('words and points', () => {
  test.each<[Question, unknown, string, number]>([
    [of('yesno', { yesnoYesScore: 3 }), 'yes', 'Yes', 3],
    [of('yesno', { yesnoNoLabel: 'Never' }), 'no', 'Never', 0],
    [
      choice({
        choiceEntities: [
          { id: 'a', title: 'Apple', score: 2 },
          { id: 'b', title: 'Pear', score: 3 },
        ],
      }),
      ['a', 'b'],
      'Apple; Pear',
      5,
    ],
    [choice(), ['gone'], 'gone', 0],
    [of('ranking', { rankingEntities: abc }), ['c', 'a', 'b'], '1. C; 2. A; 3. B', 0],
    [of('rating', { ratingScore: true }), 4, '4', 4],
    [of('scale'), 4, '4', 0],
    [of('slider'), 0, '0', 0],
    [of('input'), '  text', '  text', 0],
    [matrix({ matrixColumns: [{ id: 'a', title: 'Good', score: 1 }] }), { a: ['a'], b: ['a'] }, 'A: Good; B: Good', 2],
    [of('file'), [{ name: 'a.png', url: 'http://x/a.png' }], 'a.png (http://x/a.png)', 0],
    [of('message'), undefined, '', 0],
  ])('%j %j is "%s", %d points', (question, value, text, points) => {
    expect(answerText(question, value)).toBe(text)
    expect(scoreOf(question, value)).toBe(points)
  })

  test('yes and no follow the language', () => expect(answerText(of('yesno'), 'yes', 'ru')).toBe('Да'))
})

test('the fixture has all types, and a made-up answer to any of them is valid', () => {
  expect(new Set(Object.values(everyType).map(({ type }) => type))).toEqual(new Set(questionTypes))
  const random = seeded('plausible')
  for (const question of Object.values(everyType)) {
    for (let round = 0; round < 200; round++) {
      const value = plausible(question)(random)
      if (value !== undefined) expect([question.type, value, problemOf(question, value, true)]).toEqual([question.type, value, undefined])
      expect(value === undefined).toBe(['welcome', 'message', 'html', 'submit', 'file'].includes(question.type))
    }
  }
})

describe('tally', () => {
  test('options are counted in their order', () => {
    const { bars, answered, skipped } = tally(choice({ choiceMultiple: true }), [['a', 'b'], ['b'], undefined, ['b']])
    expect({ answered, skipped }).toEqual({ answered: 3, skipped: 1 })
    expect(bars.map(({ label, count, percent }) => [label, count, percent])).toEqual([
      ['A', 1, 33.3],
      ['B', 3, 100],
      ['C', 0, 0],
    ])
  })

  test('numbers have a mean, and many of them ranges', () => {
    const few = tally(of('rating', { ratingCount: 3 }), [3, 3, 1])
    expect([few.average, few.bars.map(({ count }) => count)]).toEqual([2.33, [1, 0, 2]])
    const many = tally(of('slider'), [0, 10, 100])
    expect(many.bars.reduce((total, { count }) => total + count, 0)).toBe(3)
    expect([many.bars[0]?.label, many.bars.at(-1)?.label, many.bars.length]).toEqual(['0–9', '100', 11])
  })

  test('ranking, matrix, texts and files', () => {
    expect(
      tally(of('ranking', { rankingEntities: abc }), [
        ['a', 'b', 'c'],
        ['b', 'a', 'c'],
      ]).bars.map(({ count, average }) => [count, average]),
    ).toEqual([
      [1, 1.5],
      [1, 1.5],
      [0, 3],
    ])
    expect(tally(matrix(), [{ a: ['c'] }, { a: ['c'], b: ['a'] }]).rows.map(({ bars }) => bars.map(({ count }) => count))).toEqual([
      [0, 0, 2],
      [1, 0, 0],
    ])
    expect(tally(of('input'), ['x', '']).texts).toEqual(['x'])
    expect(tally(of('file'), [[{ id: '1', name: 'a' }], [{ id: '2', name: 'b' }]]).files.map(({ id }) => id)).toEqual(['1', '2'])
    expect(tally(of('message'), [undefined]).kind).toBe('none')
  })
})

describe('columns', () => {
  const parts = (question: Question) =>
    columnsOf(question).map(({ holds, row, option }) => [row?.id, option?.id, holds].filter(Boolean).join(' '))

  test.each<[Question, string[]]>([
    [of('yesno'), ['code']],
    [choice(), ['code']],
    [choice({ choiceMultiple: true }), ['a flag', 'b flag', 'c flag']],
    [of('dropdown', { dropdownEntities: abc }), ['code']],
    [of('ranking', { rankingEntities: abc }), ['a place', 'b place', 'c place']],
    [of('rating'), ['number']],
    [of('input'), ['text']],
    [of('datetime'), ['date']],
    [of('datetime', { datetimeKind: 'datetime' }), ['datetime']],
    [matrix(), ['a code', 'b code']],
    [matrix({ matrixMultiple: true }), ['a a flag', 'a b flag', 'a c flag', 'b a flag', 'b b flag', 'b c flag']],
    [of('file'), ['files']],
    [of('message'), []],
  ])('%j has %j', (question, expected) => expect(parts(question)).toEqual(expected))
})

test("options that aren't a list are none", () => {
  expect(choicesOf(of('dropdown', { dropdownEntities: 'a,b' }))).toEqual([])
  expect(isBlank({ a: [], b: [] })).toBe(true)
})

/** What people type of questions and rules, read without a service. */
import { expect, it } from 'vitest'
import { screenRows } from '../../src/model/document/index.ts'
import { namesIn, ruleText } from '../../src/model/rule-text.ts'
import { typedQuestion } from '../../src/model/typed/question.ts'
import { readTest } from '../../src/model/typed/tests.ts'

const screens = {
  ids: ['a', 'b', 'submit'],
  entities: {
    a: {
      type: 'choice',
      title: 'A/B',
      choiceEntities: [
        { id: '1', title: 'Yes, please' },
        { id: '2', title: 'No' },
      ],
    },
    b: { type: 'matrix', title: 'Grid', matrixRows: [{ id: 'r', title: 'Price' }], matrixColumns: [{ id: 'c', title: 'Good' }] },
    submit: { type: 'submit' },
  },
}
const rows = screenRows(screens)
const named = { id: 42, screens, rows }

it.each([
  ['1 = No', { question: 'a', operator: 'equals', value: '2' }],
  ['A/B != Yes, please', { question: 'a', operator: 'not_equals', value: '1' }],
  ['2/Price contains good', { question: 'b', row: 'r', operator: 'contains', value: 'c' }],
  ['2 answered', { question: 'b', operator: 'answered' }],
])('reads the test %s', (text, test) => {
  expect(readTest(text, named)).toEqual(test)
})

it.each([
  ['1 == No', '"==" is not an operator'],
  ['1', '"1" is not QUESTION OPERATOR VALUE'],
  ['1 =', '"1 =" has no value'],
  ['1 = Maybe', '"Maybe" is not an option of question 1'],
  ['1/Price = No', 'Question 1 is not a matrix and has no row "Price"'],
  ['2 answered twice', '"answered" takes no value'],
  ['7 = No', 'Survey 42 has no question "7"'],
])('says what is wrong with the test %s', (text, message) => {
  expect(() => readTest(text, named)).toThrow(message)
})

it('says a rule in the words of the survey, and what is gone by its id', () => {
  const tests = [readTest('1 = No', named), { question: 'gone', operator: 'answered' as const }]
  expect(ruleText({ if: { any: tests }, then: { action: 'jump', to: 'submit' } }, namesIn(rows, screens))).toEqual({
    when: '1 "A/B" = No or gone (gone) is answered',
    then: 'go on at submit',
  })
})

it.each([
  [['ratingCount=7'], { type: 'rating', title: 'How?' }, { type: 'rating', title: 'How?', ratingCount: 7 }],
  [[], { type: 'choice', option: ['A'] }, { type: 'choice', choiceEntities: [{ id: '1', title: 'A' }] }],
])('makes a question of %j and %j', (assignments, options, question) => {
  expect(typedQuestion(assignments, options)).toEqual(question)
})

it.each([
  [{ type: 'matrix', row: ['A'] }, 'A matrix needs rows and columns'],
  [{ type: 'rating', option: ['A'] }, 'A question of the type rating has no options'],
  [{ type: 'choice', row: ['A'] }, '--row and --column are for a matrix, not for choice'],
  [{}, '--type is required'],
])('makes none of %j', (options, message) => {
  expect(() => typedQuestion([], options)).toThrow(message)
})

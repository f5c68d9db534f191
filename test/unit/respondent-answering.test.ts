import { expect, test } from 'vitest'
import { answersTo, type GenerateOptions, type GeneratedAnswer } from '../../src/sandbox/seed/answering.ts'
import { rulesOf } from '../../src/model/logic.ts'
import { walk } from '../../src/model/walk.ts'
import { questionOf } from '../../src/model/survey.ts'
import { isRequired, problemOf } from '../../src/model/question/index.ts'
import { everyType, versionOf } from '../support/respondent.ts'

const now = new Date('2026-06-01T12:00:00Z')
const conditions = {
  rules: [
    { if: { all: [{ question: 'again', operator: 'equals', value: 'no' }] }, then: { action: 'hide', questions: ['stars'] } },
    { if: { all: [{ question: 'how', operator: 'equals', value: 'friend' }] }, then: { action: 'screenout' } },
  ],
}
const version = versionOf(everyType, { scoring_switcher: true }, { conditions, hidden_options: { source: 'demo' } })
const made = (options: Partial<GenerateOptions> = {}) => [...answersTo(version, { count: 200, now, ...options })]
const count = (answers: GeneratedAnswer[], is: (answer: GeneratedAnswer) => boolean) => answers.filter(is).length

test('the same seed gives the same answers, another one others', () => {
  expect(made({ seed: 7 })).toEqual(made({ seed: 7 }))
  expect(made({ seed: 7 })).not.toEqual(made({ seed: 8 }))
})

test('the shares are exact', () => {
  const answers = made({ incompletePercent: 20, screenoutPercent: 10, deletedPercent: 5 })
  expect(answers).toHaveLength(200)
  expect(count(answers, (answer) => answer.is_screenout)).toBe(20)
  expect(count(answers, (answer) => answer.is_deleted)).toBe(10)
  expect(count(answers, (answer) => answer.is_complete)).toBe(140)
  expect(count(answers, (answer) => answer.date_end === null)).toBe(40)
})

test('each is what a respondent could have sent', () => {
  for (const { values, is_complete } of made({ incompletePercent: 30, screenoutPercent: 20 })) {
    const way = walk(version.widgets.ids, rulesOf(conditions), values)
    for (const [id, value] of Object.entries(values)) {
      expect(way.path).toContain(id)
      expect([id, value, problemOf(questionOf(version, id)!, value, false)]).toEqual([id, value, undefined])
    }
    if (!is_complete) continue
    expect(way.end).toBe('submit')
    for (const id of way.path) if (isRequired(questionOf(version, id)!, undefined)) expect(values).toHaveProperty(id)
  }
})

test('times follow each other and end before now', () => {
  const answers = made()
  for (const [index, { date_start, date_end, hidden, score }] of answers.entries()) {
    expect(date_start < date_end!).toBe(true)
    expect(date_end! <= now.toISOString()).toBe(true)
    if (index > 0) expect(date_start >= answers[index - 1]!.date_start).toBe(true)
    expect(hidden).toEqual({ source: 'demo' })
    expect(score).toBeTypeOf('number')
  }
})

test('a survey that screens everybody out has no completed answers', () => {
  const all = versionOf(
    { a: { type: 'input', isRequired: true } },
    {},
    { conditions: { rules: [{ if: { all: [{ question: 'a', operator: 'answered' }] }, then: { action: 'screenout' } }] } },
  )
  expect([...answersTo(all, { count: 5, now })].map(({ is_complete, is_screenout }) => [is_complete, is_screenout])).toEqual(
    Array.from({ length: 5 }, () => [false, true]),
  )
})

test('files are answered by what makes them', () => {
  const file = { id: 'f1', url: 'http://x/f1', name: 'bill.txt', ext: 'txt', size: 3 }
  expect(made({ file: () => file }).some(({ values }) => JSON.stringify(values.bill) === JSON.stringify([file]))).toBe(true)
  expect(made().some(({ values }) => 'bill' in values)).toBe(false)
})

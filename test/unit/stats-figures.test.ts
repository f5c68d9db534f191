/** Figures of statistics beside what R says of the same numbers. */
import { describe, expect, it } from 'vitest'
import type { KnownQuestion } from '../../src/answers/dictionary/shape.ts'
import { independence, logGamma, upperGamma } from '../../src/answers/stats/chi-square.ts'
import { numberFacts } from '../../src/answers/stats/numbers.ts'
import { nameOf, periodOf, periodsBetween, type Unit } from '../../src/answers/stats/period.ts'
import { mostTexts, TextBudget, Texts } from '../../src/answers/stats/texts.ts'
import { listsOf, rangeLabel, spanOf, tally } from '../../src/model/question/index.ts'
import { sparkOf } from '../../src/output/chart.ts'

const close = (value: number, expected: number): void => expect(Math.abs(value / expected - 1)).toBeLessThan(1e-10)

describe('chi-square', () => {
  // lgamma(x)
  it.each([
    [0.5, 0.5723649429247001],
    [1.5, -0.12078223763524518],
    [10, 12.801827480081469],
    [250.5, 1131.2840013322552],
  ])('logarithm of gamma(%d)', (x, expected) => close(logGamma(x), expected))

  // pchisq(x, df, lower.tail = FALSE)
  it.each([
    [3.841458820694124, 1, 0.049999999999999975],
    [0.1, 1, 0.75182963404584935],
    [5, 3, 0.17179714429673321],
    [16.9, 12, 0.15339785621652949],
    [150, 4, 2.0357640909741394e-31],
    [1000, 950, 0.12656502352653681],
  ])('p of %d with %d degrees of freedom', (x, df, expected) => close(upperGamma(df / 2, x / 2), expected))

  it('compares what has something in it', () => {
    const test = independence([
      [12, 5, 0],
      [7, 15, 0],
      [0, 0, 0],
    ])!
    expect([test.df, test.n, test.cells, test.cells_below_5]).toEqual([1, 39, 4, 0])
    close(test.chi_square, 5.7695961159583433)
    close(test.p, 0.01630578158465017)
    close(test.cramers_v, 0.38462756264684134)
  })

  it('says nothing of one row', () =>
    expect(
      independence([
        [3, 4],
        [0, 0],
      ]),
    ).toBeUndefined())

  it('counts cells where fewer than five are expected', () =>
    expect(
      independence([
        [3, 40],
        [2, 50],
      ])!.cells_below_5,
    ).toBe(2))
})

const asked = (type: string, span?: KnownQuestion['span']): KnownQuestion => ({
  n: 1,
  id: 'q',
  key: 'q',
  type,
  kind: 'number',
  title: '',
  options: [],
  rows: [],
  order: 1,
  since: 1,
  until: null,
  ...(span && { span }),
})
const counts = (values: readonly number[]): Map<number, number> =>
  new Map([...new Set(values)].map((value) => [value, values.filter((one) => one === value).length]))

describe('numbers', () => {
  it('have the mean, deviation and quartiles that R has', () => {
    const { numbers } = numberFacts(asked('slider'), counts([1, 1, 2, 4, 4, 5, 7.5]))
    expect(numbers).toMatchObject({ n: 7, mean: 3.5, min: 1, q1: 1.5, median: 4, q3: 4.5, max: 7.5 })
    close(numbers!.sd!, 2.3629078131263039)
  })
  it('have no deviation when there is one, and no figures when there is none', () => {
    expect(numberFacts(asked('slider'), counts([3])).numbers).toMatchObject({ sd: null, q1: 3, q3: 3 })
    expect(numberFacts(asked('slider'), counts([])).numbers).toBeNull()
  })
  it('have a bar for each value, those that nobody gave as well', () => {
    const { histogram, top_2 } = numberFacts(asked('rating', { min: 1, max: 5, step: 1 }), counts([2, 5, 5, 4]))
    expect(histogram!.map(({ from, count }) => [from, count])).toEqual([[1, 0], [2, 1], [3, 0], [4, 1], [5, 2]]) // prettier-ignore
    expect(top_2).toEqual({ values: [4, 5], count: 3, percent: 75 })
  })
  it('have the ranges that reports have, where there are many, and each value is in one of them', () => {
    const { histogram } = numberFacts(asked('slider', { min: 0, max: 1, step: 0.01 }), counts([0, 0.1, 0.29, 0.3, 0.7, 1]))
    expect(histogram!.map(({ count }) => count)).toEqual([1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1])
    const hours = [0, 4, 5, 9, 12, 40]
    const slider = { type: 'slider', title: '', sliderMin: 0, sliderMax: 40 } as const
    const reported = tally(slider, hours, listsOf(slider)).bars.map(({ label, count }) => [label, count])
    expect(reported.slice(0, 2)).toEqual([['0–4', 2], ['5–9', 2]]) // prettier-ignore
    const counted = numberFacts(asked('slider', spanOf(slider)), counts(hours)).histogram!
    expect(counted.map(({ count, ...range }) => [rangeLabel(range), count])).toEqual(reported)
  })
  it('that fit no step of the question are not taken for its steps', () => {
    const { histogram } = numberFacts(asked('slider', { min: 0, max: 10, step: 5 }), counts([3, 5]))
    expect(histogram!.filter(({ count }) => count > 0)).toMatchObject([{ from: 3, to: 3 }, { from: 5, to: 5 }]) // prettier-ignore
  })
  it('have an NPS on a scale from 0 to 10 alone', () => {
    const facts = numberFacts(asked('scale', { min: 0, max: 10, step: 1 }), counts([10, 9, 9, 8, 7, 6, 0, 3]))
    expect(facts.nps).toMatchObject({ score: 0, promoters: { count: 3 }, passives: { count: 2 }, detractors: { count: 3 } })
    expect(numberFacts(asked('scale', { min: 1, max: 10, step: 1 }), counts([10])).nps).toBeUndefined()
  })
})

it('weeks begin on Monday, and periods without answers are there', () => {
  const between = (first: string, last: string, unit: Unit): string[] =>
    periodsBetween(periodOf(Date.parse(first), unit), periodOf(Date.parse(last), unit), unit).map((period) => nameOf(period, unit))
  expect(between('2026-11-22T23:59:59Z', '2026-12-08', 'week')).toEqual(['2026-11-16', '2026-11-23', '2026-11-30', '2026-12-07'])
  expect(between('2025-11-30', '2026-02-01', 'month')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(between('-000001-12-31', '0000-01-01', 'day')).toEqual(['-000001-12-31', '0000-01-01'])
  expect(between('9999-12-31', '+010000-01-01', 'month')).toEqual(['9999-12', '+010000-01'])
})

it('texts beyond the limit are counted together', () => {
  const texts = new Texts(new TextBudget())
  for (let number = 0; number < mostTexts + 7; number++) texts.add(`text ${number}`, 1)
  texts.add('text 5', 3)
  expect(texts.facts(1).texts).toMatchObject({ distinct: mostTexts, others: 7, top: [{ text: 'text 5', count: 4 }] })
})

it('a row of values fits its columns', () => {
  expect(sparkOf([0, 1, 2, 7], 10, true)).toBe('▁▂▃█')
  expect(sparkOf([0, 7], 10, false)).toBe('_@')
  expect(sparkOf([0, 0], 10, true)).toBe('▁▁')
  expect(
    sparkOf(
      Array.from({ length: 100 }, () => 1),
      40,
      true,
    ),
  ).toHaveLength(34)
})

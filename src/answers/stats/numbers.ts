/** Exact figures (mean, quartiles, histogram, ...) from how often each number was given. */
import { barsOf, isGrade } from '../../model/question/index.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'
import { percentOf, type AnswerFacts, type Numbers, type CountPart, type Range } from './result.ts'

type Counts = ReadonlyMap<number, number>
type Sorted = readonly (readonly [value: number, count: number])[]

export function numberFacts(question: KnownQuestion, counts: Counts): AnswerFacts {
  const sorted = [...counts].toSorted(([one], [other]) => one - other)
  const n = sorted.reduce((sum, [, count]) => sum + count, 0)
  const isRated = isGrade(question.type)
  return {
    answered: n,
    numbers: n === 0 ? null : figures(sorted, n),
    histogram: histogram(sorted, n, question.span),
    ...(isRated && question.span && { top_2: topTwo(sorted, n, question.span) }),
    ...(question.type === 'scale' && question.span?.min === 0 && question.span.max === 10 && { nps: promoters(sorted, n) }),
  }
}

function figures(sorted: Sorted, n: number): Numbers {
  const mean = sorted.reduce((sum, [value, count]) => sum + value * count, 0) / n
  const squares = sorted.reduce((sum, [value, count]) => sum + (value - mean) ** 2 * count, 0)
  return {
    n,
    mean,
    sd: n < 2 ? null : Math.sqrt(squares / (n - 1)),
    min: valueAt(sorted, 0),
    q1: quantile(sorted, n, 0.25),
    median: quantile(sorted, n, 0.5),
    q3: quantile(sorted, n, 0.75),
    max: valueAt(sorted, n - 1),
  }
}

function quantile(sorted: Sorted, n: number, part: number): number {
  const place = (n - 1) * part
  const [low, high] = [valueAt(sorted, Math.floor(place)), valueAt(sorted, Math.ceil(place))]
  return low + (high - low) * (place - Math.floor(place))
}

function valueAt(sorted: Sorted, place: number): number {
  let [seen, found] = [0, NaN]
  for (const [value, count] of sorted) {
    found = value
    seen += count
    if (seen > place) break
  }
  return found
}

function histogram(sorted: Sorted, n: number, span: KnownQuestion['span']): Range[] {
  const [first, last] = [sorted[0]?.[0] ?? span?.min, sorted.at(-1)?.[0] ?? span?.max]
  if (first === undefined || last === undefined) return []
  const { ranges, indexOf } = barsOf(
    span ?? { min: first, max: last, step: 1 },
    sorted.map(([value]) => value),
  )
  const counts = ranges.map(() => 0)
  for (const [value, count] of sorted) counts[indexOf(value)]! += count
  return ranges.map((range, at) => ({ ...range, count: counts[at]!, percent: percentOf(counts[at]!, n) }))
}

const partOf = (sorted: Sorted, n: number, fits: (value: number) => boolean): CountPart => {
  const count = sorted.reduce((sum, [value, times]) => sum + (fits(value) ? times : 0), 0)
  return { count, percent: percentOf(count, n) }
}

function topTwo(sorted: Sorted, n: number, { max, step }: NonNullable<KnownQuestion['span']>): NonNullable<AnswerFacts['top_2']> {
  const values = [max - step, max]
  return { values, ...partOf(sorted, n, (value) => values.includes(value)) }
}

function promoters(sorted: Sorted, n: number): NonNullable<AnswerFacts['nps']> {
  const [high, middle, low] = [
    partOf(sorted, n, (value) => value >= 9),
    partOf(sorted, n, (value) => value > 6 && value < 9),
    partOf(sorted, n, (value) => value <= 6),
  ]
  return { score: n === 0 ? null : ((high.count - low.count) / n) * 100, promoters: high, passives: middle, detractors: low }
}

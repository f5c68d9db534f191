/** What all questions that are answered with a number have in common. */
import type { Bar, Definition, Numeric, Problem, Span, Tally } from './definition.ts'
import { mean, share } from '../share.ts'
import type { Question } from '../survey.ts'
import { withAnswers } from './options.ts'
import { asText, finite } from './value.ts'

export const ordered = (a: number, b: number, step: number): Span => ({ min: Math.min(a, b), max: Math.max(a, b), step })

export const numeric = <Q extends Question>(number: Numeric<Q>): Definition<Q> => ({
  answers: 'number',
  number,
  blank: '',
  lists: () => ({}),
  problem: (question, value) => problem(number.span(question), value),
  text: asText,
  score: (question, value) => (number.isScored(question) ? finite(value, 0) : 0),
  count: (question, given) => ({ kind: 'bars', ...counted(number.span(question), given.map(Number).filter(Number.isFinite)) }),
  columns: () => [{ holds: 'number' }],
})

function problem({ min, max, step }: Span, value: unknown): Problem | undefined {
  const steps = (Number(value) - min) / step
  const fits = typeof value === 'number' && value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6
  return fits ? undefined : { code: 'invalid_number', facts: { min, max } }
}

/** More values than this are drawn as ten ranges. */
const mostBars = 21

/** The span, widened to include answers that older publications allowed. */
function widened({ min, max, step }: Span, given: readonly number[]): Span {
  const [least, most] = given.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [min, max])
  const steps = (distance: number): number => Math.ceil(distance / step - 1e-9) * step
  return { min: min - steps(min - least), max: max + steps(most - max), step }
}

function counted(span: Span, given: readonly number[]): Pick<Tally, 'bars' | 'average'> {
  const { min, max, step } = widened(span, given)
  const steps = Math.floor((max - min) / step + 1e-9)
  const width = steps < mostBars ? 1 : Math.ceil((steps + 1) / 10)
  const counts = Array.from({ length: Math.floor(steps / width) + 1 }, () => 0)
  for (const value of given) {
    const at = Math.floor(Math.round((value - min) / step) / width)
    if (counts[at] !== undefined) counts[at]++
  }
  const at = (index: number): number => Number((min + Math.min(index, steps) * step).toFixed(6))
  const bar = (count: number, index: number): Bar => {
    const [first, last] = [at(index * width), at((index + 1) * width - 1)]
    const label = first === last ? `${first}` : `${first}–${last}`
    const removed = last < span.min || first > span.max
    return { id: label, label, count, percent: share(count, given.length), ...(removed && { removed }) }
  }
  return {
    bars: withAnswers(counts.map(bar)),
    average: mean(given),
  }
}

/** What all questions that are answered with a number have in common. */
import type { RespondentFacts, Bar, Definition, Numeric, AnswerProblem, Span, Tally } from '../definition.ts'
import { mean, share } from '../../share.ts'
import type { Question } from '../../survey.ts'
import { withAnswers } from './options.ts'
import { asText, finite } from '../value.ts'

export const ordered = (a: number, b: number, step: number): Span => ({ min: Math.min(a, b), max: Math.max(a, b), step })

export const numeric = <Q extends Question>(asked: RespondentFacts<Q>, number: Numeric<Q>): Definition<Q> => ({
  ...asked,
  answers: 'number',
  number,
  blank: '',
  lists: () => ({}),
  problem: (question, value) => problem(number.span(question), value),
  text: asText,
  score: (question, value) => (number.isScored(question) ? finite(value, 0) : 0),
  count: (question, given) => ({ kind: 'bars', ...counted(number.span(question), given.map(Number).filter(Number.isFinite)) }),
  holds: () => 'number',
})

function problem({ min, max, step }: Span, value: unknown): AnswerProblem | undefined {
  const steps = (Number(value) - min) / step
  const fits = typeof value === 'number' && value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6
  return fits ? undefined : { code: 'invalid_number', facts: { min, max } }
}

/** More values than this are drawn as about ten ranges. */
const mostBars = 21

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6

/** That of the question, or a finer one where older publications allowed values between. */
const stepOf = ({ min, step }: Span, given: readonly number[]): number =>
  [step, 1, 0.1, 0.01, 0.001].find((one) => given.every((value) => isWhole((value - min) / one))) ?? 0.0001

/** The span, widened to include answers that older publications allowed. */
function widened(span: Span, given: readonly number[]): Span {
  const { min, max } = span
  const step = stepOf(span, given)
  const [least, most] = given.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [min, max])
  const steps = (distance: number): number => Math.ceil(distance / step - 1e-9) * step
  return { min: min - steps(min - least), max: max + steps(most - max), step }
}

/** The next of 1, 2, 5, 10, 20, 50 ... */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return ([1, 2, 5].find((digit) => digit * power >= width) ?? 10) * power
}

/** What the bars of numbers stand for, the same wherever they are drawn: a value each, or `0–4`, `5–9` ... where there are many. */
export function barsOf(
  span: Span,
  given: readonly number[],
): { ranges: { from: number; to: number }[]; indexOf: (value: number) => number } {
  const { min, max, step } = widened(span, given)
  const steps = Math.floor((max - min) / step + 1e-9)
  const width = steps < mostBars ? 1 : roundWidth(steps / 10)
  const at = (index: number): number => Number((min + Math.min(index, steps) * step).toFixed(6))
  return {
    ranges: Array.from({ length: Math.floor(steps / width) + 1 }, (_, index) => ({
      from: at(index * width),
      to: at((index + 1) * width - 1),
    })),
    indexOf: (value) => Math.floor(Math.round((value - min) / step) / width),
  }
}

export const rangeLabel = ({ from, to }: { from: number; to: number }): string => (from === to ? `${from}` : `${from}–${to}`)

function counted(span: Span, given: readonly number[]): Pick<Tally, 'bars' | 'average'> {
  const { ranges, indexOf } = barsOf(span, given)
  const counts = ranges.map(() => 0)
  for (const value of given) counts[indexOf(value)]! += 1
  const bar = (range: { from: number; to: number }, index: number): Bar => {
    const [label, count] = [rangeLabel(range), counts[index]!]
    const removed = range.to < span.min || range.from > span.max
    return { id: label, label, count, percent: share(count, given.length), ...(removed && { removed }) }
  }
  return {
    bars: withAnswers(ranges.map(bar)),
    average: mean(given),
  }
}

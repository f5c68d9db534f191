/** What a meter tells of work that is fast, slow or stands still. */
import { expect, it } from 'vitest'
import { meterLine, type Measure } from '../../src/output/progress/meter.ts'

/** Lines of a meter at these seconds, with so much done of a hundred. */
function lines(told: readonly (readonly [second: number, done: number])[]): string[] {
  const measure: Measure = { label: 'Surveys', unit: 'items', open: 1, done: 0, total: 100, past: [[0, 0]] }
  return told.map(([second, done]) => {
    measure.done = done
    return meterLine(measure, second * 1000, 120)
  })
}

it('tells how long it takes where a step takes longer than the rate looks back', () => {
  const slow = Array.from({ length: 60 }, (_, tenth) => [tenth / 2, Math.floor(tenth / 10)] as const)
  const told = lines(slow).slice(20)
  expect(told.filter((line) => !/\d+ m.* left$/.test(line))).toEqual([])
})

it('follows a rate that changes', () => {
  const steady = Array.from({ length: 40 }, (_, tenth) => [tenth / 10, tenth] as const)
  expect(lines(steady).at(-1)).toMatch(/39 of 100 {2}10\/s {2}6(\.\d)? s left$/)
  const slower = [...steady, ...Array.from({ length: 20 }, (_, step) => [4 + step, 40 + step] as const)]
  expect(lines(slower).at(-1)).toMatch(/59 of 100 {2}1\/s {2}4\d s left$/)
})

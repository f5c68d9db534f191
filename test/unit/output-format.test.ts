import { describe, expect, it } from 'vitest'
import { duration, humanText, plainText, relativeTime, sizeText } from '../../src/output/format.ts'
import { meterLine, type Measure } from '../../src/output/progress/meter.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

describe('times', () => {
  it.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [25 * hour, '1 day ago'],
    [45 * day, '1 month ago'],
    [800 * day, '2 years ago'],
    [-30 * second, 'in a moment'],
    [-3 * hour, 'in 3 hours'],
  ])('%d ms before now is "%s"', (distance, words) => expect(relativeTime(10 * 365 * day - distance, 10 * 365 * day)).toBe(words))
})

describe('for people', () => {
  const now = Date.parse('2026-05-01T12:00:00Z')
  it.each([
    [null, undefined, ''],
    [undefined, 'yesno', ''],
    [true, undefined, '✓'],
    [false, 'yesno', '–'],
    ['2026-05-01T10:00:00Z', 'time', '2 hours ago'],
    ['not a time', 'time', 'not a time'],
    ['2026-05-01T10:00:00Z', 'date', '2026-05-01'],
    [1536, 'bytes', '1.5 KB'],
    ['1536', 'bytes', '1536'],
    [1234567.5, 'money', '1 234 567.50'],
    ['12', 'money', '12.00'],
    [['a', 'b'], 'list', 'a, b'],
    [{ a: 1 }, 'json', '{"a":1}'],
    [3700, 'duration', '1 h 1 min'],
    [42, undefined, '42'],
  ] as const)('%j as %s is "%s"', (value, as, text) => expect(humanText(value, as, { now, detail: false })).toBe(text))
  it('a detail view has the moment too', () =>
    expect(humanText('2026-05-01T10:00:00Z', 'time', { now, detail: true })).toBe('2026-05-01 10:00 (2 hours ago)'))
})

describe('for scripts', () => {
  it.each([
    [null, ''],
    [false, 'false'],
    [0.1, '0.1'],
    [['a', 1], 'a,1'],
    [[], ''],
    [{ a: [1] }, '{"a":[1]}'],
    [[{ a: 1 }], '[{"a":1}]'],
  ])('%j is %s', (value, text) => expect(plainText(value)).toBe(text))
})

describe('amounts', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1024 ** 2 * 2.5, '2.5 MB'],
    [1024 ** 3, '1.0 GB'],
  ])('%d bytes: %s', (count, text) => expect(sizeText(count)).toBe(text))
  it.each([
    [0, '0 s'],
    [59.4, '59 s'],
    [60, '1 min'],
    [3661, '1 h 1 min'],
    [90_000, '1 d 1 h'],
  ])('%d seconds: %s', (count, text) => expect(duration(count)).toBe(text))
})

/** One that began a second ago. */
const measured = ({ rate, ...facts }: Pick<Measure, 'label' | 'unit' | 'done' | 'total'> & { rate: number }): Measure => ({
  open: 1,
  ...facts,
  past: [[0, facts.done - rate]],
})

describe('a meter', () => {
  it.each([
    [
      { label: 'a.csv', unit: 'bytes', done: 512 * 1024, total: 1024 * 1024, rate: 256 * 1024 },
      'a.csv  ━━━━━━━━━━──────────  50%  512.0 KB of 1.0 MB  256.0 KB/s  2 s left',
    ],
    [{ label: 'a.csv', unit: 'bytes', done: 2048, total: 0, rate: 1024 }, 'a.csv  2.0 KB  1.0 KB/s'],
    [{ label: 'Codes', unit: 'items', done: 10, total: 10, rate: 5 }, 'Codes  ━━━━━━━━━━━━━━━━━━━━  100%  10 of 10  5/s'],
    [{ label: 'Codes', unit: 'items', done: 12, total: 10, rate: 0 }, 'Codes  ━━━━━━━━━━━━━━━━━━━━  100%  12 of 10'],
  ] as const)('%j', (facts, text) => expect(meterLine(measured(facts), 1000, 100)).toBe(text))

  it.each([
    [61, 'a.csv  ━━━━───  50%  512.0 KB of 1.0 MB  256.0 KB/s  2 s left'],
    [58, 'a.csv  50%  512.0 KB of 1.0 MB  256.0 KB/s  2 s left'],
    [20, 'a.csv  50%  512.0 K…'],
  ])('fits into %i columns', (columns, text) => {
    const half = measured({ label: 'a.csv', unit: 'bytes', done: 512 * 1024, total: 1024 * 1024, rate: 256 * 1024 })
    expect(meterLine(half, 1000, columns)).toBe(text)
  })

  it('follows the rate of the last seconds', () => {
    const measure = { ...measured({ label: 'Codes', unit: 'items', done: 0, total: 0, rate: 0 }) }
    const at = (time: number, done: number): string => meterLine(Object.assign(measure, { done }), time, 100)
    expect(at(0, 0)).toBe('Codes')
    expect(at(1000, 100)).toBe('Codes  100  100/s')
    for (let time = 2000; time <= 10_000; time += 1000) at(time, 100 + (time - 1000))
    expect(at(11_000, 10_100)).toBe('Codes  10100  1000/s')
  })
})

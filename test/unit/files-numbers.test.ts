/** Numbers as reports show them. */
import { expect, it } from 'vitest'
import { duration, evenly, percent } from '../../src/sandbox/files/numbers.ts'
import { labelsOf } from '../../src/sandbox/files/labels.ts'

it.each([
  [0, '0 s'],
  [45, '45 s'],
  [60, '1 min'],
  [203, '3 min 23 s'],
  [3600, '1 h'],
  [7500, '2 h 5 min'],
  [59.6, '1 min'],
  [null, '–'],
])('duration %s is %s', (seconds, text) => expect(duration(seconds, labelsOf('en'))).toBe(text))

it.each([
  [1, 3, '33.3%'],
  [0, 0, '0%'],
  [2, 2, '100%'],
  [41, 80, '51.3%'],
  [1, 16, '6.3%'],
])('percent %i of %i is %s', (count, total, text) => expect(percent(count, total)).toBe(text))

it.each([
  [10, 6, 5],
  [6, 6, 6],
  [13, 6, 5],
  [1, 6, 1],
  [0, 6, 1],
])('%i in parts of at most %i are %i each', (count, most, size) => expect(evenly(count, most)).toBe(size))

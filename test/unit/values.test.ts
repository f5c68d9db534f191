import { expect, it } from 'vitest'
import { finite, isBlank } from '../../src/model/question/value.ts'
import { parseExactly } from '../../src/text/exact.ts'

const exact = parseExactly('1.50')

it.each([
  ['a number', 5, 5],
  ['one in quotes', '5', 5],
  ['one that is kept as it is written', exact, 1.5],
  ['blanks', ' ', 0],
  ['nothing', null, 0],
  ['a list', [5], 0],
])('reads a number of %s', (_, value, number) => expect(finite(value, 0)).toBe(number))

it.each([
  [exact, false],
  [0, false],
  [{}, true],
  [{ a: [] }, true],
  [{ a: 1 }, false],
])('%j is blank: %s', (value, blank) => expect(isBlank(value)).toBe(blank))

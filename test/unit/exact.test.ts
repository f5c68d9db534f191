/** Numbers that JavaScript would change, wherever they stand and however the text around them is laid out. */
import { expect, it } from 'vitest'
import { parseExactly } from '../../src/text/exact.ts'
import { isDeeper } from '../../src/text/is-deeper.ts'
import { fc } from '../support/property.ts'

const numbers = [
  '0',
  '7',
  '-12',
  '2.5',
  '1.50',
  '-0',
  '-0.0',
  '1e5',
  '1E-7',
  '9007199254740993',
  '-12345678901234567890',
  '123456789012345',
]
const texts = ['', 'at 12:40.50', 'a,2.50', '-0', ' 1.0', '"', '\\', 'e', '12345678901234567890']

/** A value: as JSON writes it, and with spaces. */
type Written = [plain: string, spaced: string]

const space = fc.constantFrom('', '', ' ', '\n', '\t', '\r\n', '  ')
const joined = (open: string, inner: readonly Written[], spaces: readonly string[], close: string): Written => [
  `${open}${inner.map(([plain]) => plain).join(',')}${close}`,
  `${open}${spaces[0]}${inner.map(([, spaced], index) => spaced + spaces[(index + 1) % spaces.length]).join(`,${spaces[1]}`)}${close}`,
]
const spaces = fc.array(space, { minLength: 4, maxLength: 4 })

const { value } = fc.letrec<{ value: Written; name: Written }>((tie) => ({
  name: fc.tuple(fc.constantFrom(...texts), fc.nat(99)).map(([text, number]): Written => {
    const name = JSON.stringify(`${text}${number}x`)
    return [name, name]
  }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...numbers).map((number): Written => [number, number]),
    fc.constantFrom(...texts).map((text): Written => [JSON.stringify(text), JSON.stringify(text)]),
    fc.tuple(fc.array(tie('value'), { maxLength: 4 }), spaces).map(([inner, gaps]) => joined('[', inner, gaps, ']')),
    fc
      .tuple(
        fc.uniqueArray(tie('name'), { maxLength: 4, selector: ([name]) => name }),
        fc.array(tie('value'), { minLength: 4, maxLength: 4 }),
        spaces,
      )
      .map(([names, values, gaps]) =>
        joined(
          '{',
          names.map(([name], index): Written => [`${name}:${values[index]![0]}`, `${name}${gaps[2]}:${gaps[3]}${values[index]![1]}`]),
          gaps,
          '}',
        ),
      ),
  ),
}))

it('keeps each number as it is written', () => {
  fc.assert(
    fc.property(value, space, ([plain, spaced], before) => {
      expect(JSON.stringify(parseExactly(before + spaced))).toBe(plain)
    }),
    { numRuns: 2000 },
  )
})

it('is no level of what is nested', () => {
  const levels = (count: number, inmost: string): unknown => parseExactly(`${'['.repeat(count)}${inmost}${']'.repeat(count)}`)
  expect([levels(3, '1'), levels(3, '1.0'), levels(3, '1e2'), levels(4, '1.0')].map((value) => isDeeper(value, 3))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

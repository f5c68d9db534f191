import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import { CodeList } from '../../src/promo/code-list.ts'

const listOf = (codes: Iterable<string>): CodeList => {
  const list = new CodeList()
  for (const code of codes) list.add(code)
  return list
}

describe('a list of codes', () => {
  it('holds each code once, in the order they came', () => {
    const code = fc.oneof(fc.stringMatching(/^[A-C]{0,3}$/), fc.string({ unit: 'grapheme', maxLength: 20 }))
    fc.assert(
      fc.property(fc.array(code, { maxLength: 300 }), (codes) => {
        const given = codes.map((one) => one.trim()).filter((one) => one !== '' && one.isWellFormed())
        const list = listOf(given)
        const distinct = [...new Set(given)]
        expect(list.slice(0, Infinity)).toEqual(distinct)
        expect([list.read, list.size, list.doubled]).toEqual([given.length, distinct.length, given.length - distinct.length])
        distinct.forEach((one, index) => expect(list.indexOf(one)).toBe(index))
        expect(list.indexOf('not one of them, surely')).toBeUndefined()
      }),
    )
  })

  it('grows over many pages', () => {
    const codes = Array.from({ length: 200_000 }, (_, index) => `CODE-${index}-${'x'.repeat(index % 17)}`)
    const list = listOf([...codes, ...codes])
    expect(list.size).toBe(codes.length)
    expect(list.slice(199_990, 100)).toEqual(codes.slice(199_990))
    expect(list.slice(1000, 3)).toEqual(codes.slice(1000, 1003))
  })

  it('has a digest of its codes and their order', () => {
    expect(listOf(['a', 'b', 'a']).digest()).toBe(listOf(['a', ' b ']).digest())
    expect(listOf(['ab', 'c']).digest()).not.toBe(listOf(['a', 'bc']).digest())
    expect(listOf(['a', 'b']).digest()).not.toBe(listOf(['b', 'a']).digest())
  })

  it('refuses a line that is no code', () => {
    expect(() => listOf(['x'.repeat(40_000)])).toThrow('more than 32768')
  })
})

import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import { oneLine, sanitise, tsvCell } from '../../src/output/text.ts'
import { fit, truncate, width } from '../../src/output/table/width.ts'

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'Ж', '漢', '👩‍🚀', '🇩🇪', 'é', '\x1b', '\x9b', '\t', '\n', '\u202e', '\u200b', '\ud800'),
    fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  ),
})

describe('sanitise', () => {
  it.each([
    ['plain', 'plain'],
    ['Ёлка 漢字 👩‍🚀', 'Ёлка 漢字 👩‍🚀'],
    ['\x1b[31mred', '^[[31mred'],
    ['\x1b]0;title\x07', '^[]0;title^G'],
    ['\x9b2J', '\\x9b2J'],
    ['back\bspace\r', 'back^Hspace^M'],
    ['del\x7f', 'del^?'],
    ['invoice\u202egnp.exe', 'invoice\\u202egnp.exe'],
    ['\u2066isolated\u2069', '\\u2066isolated\\u2069'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['a\r\nb\u2028c', 'a\nb↵c'],
    ['half \ud800 pair', 'half \ufffd pair'],
    ['tab\tand\nline', 'tab\tand\nline'],
  ])('%j becomes %j', (text, harmless) => expect(sanitise(text)).toBe(harmless))

  it('leaves nothing that acts on a terminal', () => {
    fc.assert(
      fc.property(texts, (text) => !/[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u.test(sanitise(text))),
    )
  })
  it('changes nothing twice', () => fc.assert(fc.property(texts, (text) => sanitise(sanitise(text)) === sanitise(text))))
  it('keeps a cell on one line', () => fc.assert(fc.property(texts, (text) => !/[\n\r\t\u2028\u2029]/.test(oneLine(text)))))
})

describe('cells of tab-separated rows', () => {
  it.each([
    ['plain', 'plain'],
    ['a\tb\nc\r', 'a\\tb\\nc\\r'],
    ['C:\\new', 'C:\\\\new'],
    ['\x1b[2J', '^[[2J'],
    ['zero\u200bwidth', 'zero\u200bwidth'],
  ])('%j becomes %j', (text, cell) => expect(tsvCell(text)).toBe(cell))

  it('never break a row', () => fc.assert(fc.property(texts, (text) => !/[\t\n\r\u2028\u2029\x1b]/.test(tsvCell(text)))))
})

describe('width', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['Ёлка', 4],
    ['漢字', 4],
    ['👩‍🚀', 2],
    ['🇩🇪', 2],
    ['e\u0301', 1],
    ['…–№', 3],
  ])('of %j is %d', (text, columns) => expect(width(text)).toBe(columns))
})

describe('truncate', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 4, 'abc…'],
    ['Ёлочка', 3, 'Ёл…'],
    ['漢字漢字', 6, '漢字…'],
    ['漢字漢字', 5, '漢字…'],
    ['👩‍🚀👩‍🚀👩‍🚀', 4, '👩‍🚀…'],
    ['🇩🇪🇫🇷🇮🇹', 5, '🇩🇪🇫🇷…'],
    ['ne\u0301e\u0301', 2, 'n…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('%j to %d is %j', (text, columns, cut) => expect(truncate(text, columns)).toBe(cut))

  const cut = fc.tuple(texts.map(oneLine), fc.integer({ min: 0, max: 30 }))
  it('never exceeds its columns', () => fc.assert(fc.property(cut, ([text, columns]) => width(truncate(text, columns)) <= columns)))
  it('keeps a beginning of the text', () =>
    fc.assert(fc.property(cut, ([text, columns]) => text.startsWith(truncate(text, columns).replace(/…$/, '')))))
  it('fills up to its columns exactly', () =>
    fc.assert(
      fc.property(cut, ([text, columns]) => width(fit(text, columns)) === columns && width(fit(text, columns, 'right')) === columns),
    ))
})

import { fc } from '../support/property.ts'
import { expect, it } from 'vitest'
import { ArraySplitter } from '../../src/client/split.ts'

/** The bytes in pieces that end at the given places. */
const pieces = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

function read(parts: readonly Buffer[]): unknown {
  const splitter = new ArraySplitter()
  const rows = parts.flatMap((part) => splitter.push(part))
  const { rows: last, other } = splitter.end()
  return other ?? [...rows, ...last]
}

const outcome = (work: () => unknown): unknown => {
  try {
    return { value: work() }
  } catch {
    return 'refused'
  }
}

const cuts = fc.array(fc.nat(), { maxLength: 12 })
const tricky = fc
  .array(fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', 'ä', '漢', '😀', '\u2028', '\u0000', 'x'), { maxLength: 9 })
  .map((parts) => parts.join(''))
const value = fc.oneof(fc.jsonValue(), tricky, fc.record({ id: fc.integer(), name: tricky, more: fc.array(fc.record({ [']']: tricky })) }))

it('equals JSON.parse, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(value), fc.constantFrom(0, 2), cuts, (rows, indent, places) => {
      const text = JSON.stringify(rows, null, indent)
      expect(read(pieces(Buffer.from(text), places))).toEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

it('equals JSON.parse over many pieces of a long list', () => {
  const row = fc.record({ id: fc.integer(), name: fc.string({ unit: 'binary', maxLength: 3000 }), tags: fc.array(tricky) })
  fc.assert(
    fc.property(fc.array(row, { minLength: 150, maxLength: 200, size: 'max' }), fc.integer({ min: 1, max: 70_000 }), (rows, size) => {
      const bytes = Buffer.from(JSON.stringify(rows))
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
      expect(read(parts)).toEqual(JSON.parse(bytes.toString()))
    }),
    { numRuns: 25 },
  )
})

it('hands out rows before the end', () => {
  const splitter = new ArraySplitter()
  const rows = splitter.push(
    Buffer.from(`[${Array.from({ length: 2000 }, (_, id) => JSON.stringify({ id, name: 'n'.repeat(60) })).join()},`),
  )
  // The cut is guessed at the last `},{`, although there are more brackets than anything may be deep.
  expect(rows.length).toBe(1999)
})

it('refuses what JSON.parse refuses', () => {
  const broken = fc
    .tuple(fc.array(value, { minLength: 1 }), fc.nat(), fc.constantFrom('', ',', ']', '[', '}', '"', 'x', '\\'))
    .map(([rows, place, put]) => {
      const text = JSON.stringify(rows)
      const at = place % (text.length + 1)
      return text.slice(0, at) + put + text.slice(put === '' ? at + 1 : at)
    })
  fc.assert(
    fc.property(broken, cuts, (text, places) => {
      expect(outcome(() => read(pieces(Buffer.from(text), places)))).toEqual(outcome(() => JSON.parse(Buffer.from(text).toString())))
    }),
    { numRuns: 1000 },
  )
})

it.each(['', '  \n', '[', '[1', '[1,', '[1,]', '[,1]', '[1,,2]', '[1] 2', '[1]]', '[1}', '{"a":', '["\\"]'])('refuses %j', (text) => {
  expect(() => read([Buffer.from(text)])).toThrow()
  expect(() => read([...Buffer.from(text)].map((byte) => Buffer.from([byte])))).toThrow()
})

it('refuses a comma that ends a list after a cut', () => {
  const rows = Array.from({ length: 1000 }, () => JSON.stringify('x'.repeat(100))).join()
  expect(() => read([Buffer.from(`[${rows},`), Buffer.from(']')])).toThrow()
})

it('refuses a list nested too deep, and lives', () => {
  const text = '[' + '['.repeat(1_000_000) + ']'.repeat(1_000_000) + ']'
  expect(() => read([Buffer.from(text)])).toThrow(/too deep/)
  expect(() => read([Buffer.from(`{"a":${text}}`)])).toThrow(/too deep/)
})

it('takes depth for depth, however many brackets there are', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
  const flat = Array.from({ length: 20_000 }, (_, id) => ({ id, tags: [{}, '[[['] }))
  const rows = (last: string): Buffer => Buffer.from(`[${flat.map((row) => JSON.stringify(row)).join()},${last}]`)
  for (const size of [1000, 70_000]) {
    const cut = (bytes: Buffer) =>
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
    expect(read(cut(rows(deep(500))))).toHaveLength(flat.length + 1)
    expect(() => read(cut(rows(deep(501))))).toThrow(/too deep/)
  }
})

it('returns an envelope whole', () => expect(read(pieces(Buffer.from(' {"items": [1, 2]} '), [1, 5]))).toEqual({ items: [1, 2] }))

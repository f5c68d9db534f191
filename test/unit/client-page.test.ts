import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import { MalformedAnswer } from '../../src/client/transport-error.ts'
import { pageOf } from '../../src/client/page.ts'

const read = (body: string | Buffer, key = 'items'): { around: unknown; batches: unknown[][] | undefined } => {
  const { around, rows } = pageOf(Buffer.from(body), key)
  return { around, batches: rows && [...rows] }
}
const long = Array.from({ length: 500 }, (_, id) => ({ id, text: `"},{[,${'ж'.repeat(300)}\\` }))

describe('a page of a list', () => {
  it('is what a plain parse makes of it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 20 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.boolean(),
        (items, more, pretty) => {
          const { items: _, ...around } = more
          const { around: seen, batches } = read(JSON.stringify({ ...around, items, last: 'items' }, undefined, pretty ? 2 : 0))
          expect(batches!.flat()).toEqual(JSON.parse(JSON.stringify(items)))
          expect(seen).toEqual(JSON.parse(JSON.stringify({ ...around, items: [], last: 'items' })))
        },
      ),
    )
  })

  it('comes in pieces, and loses nothing at the cuts', () => {
    const { around, batches } = read(JSON.stringify({ total: 500, items: long, more: { items: [1] } }))
    expect(batches!.length).toBeGreaterThan(3)
    expect(Math.max(...batches!.map((batch) => JSON.stringify(batch).length))).toBeLessThan(80_000)
    expect(batches!.flat()).toEqual(long)
    expect(around).toEqual({ total: 500, items: [], more: { items: [1] } })
  })

  it.each(['[1,2]', '{"data":[1]}', '{"a":{"items":[1]}}', '{"items":{"x":[1]}}', '{"name":"items","x":[1]}', '"items"', ''])(
    'has no list under the key: %s',
    (body) => expect(read(body).batches).toBeUndefined(),
  )

  it('may begin with a byte order mark', () => {
    expect(read('\uFEFF{"items":[1]}')).toEqual({ around: { items: [] }, batches: [[1]] })
  })

  it.each([
    '{"items":[1,2',
    '{"items":[1]',
    '{"items":["a]}',
    '{"items":[1]}}',
    '{"items":[1,]}',
    '{"items":[nonsense]}',
    '<html>',
    `{"items":${'['.repeat(600)}`,
  ])('that is not whole JSON is refused: %s', (body) => expect(() => read(body)).toThrow(MalformedAnswer))

  it('owes an element on both sides of a comma where it is cut', () => {
    expect(() => read(JSON.stringify({ items: long }).replace(/\]\}$/, ',]}'))).toThrow(MalformedAnswer)
  })
})

import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import { ArraySplitter } from '../../src/client/split.ts'
import type { OutputMode } from '../../src/output/mode.ts'
import { showRows } from '../../src/output/rows.ts'
import type { Encoding } from '../../src/output/stdout.ts'
import { parseExactly } from '../../src/text/exact.ts'
import { firstRows, verbatimParser } from '../../src/text/verbatim.ts'

type Form = 'json' | 'ndjson'
const mode = (form: Form): OutputMode => ({ form, quiet: false, width: 80, height: Infinity, color: false, tty: false })

/** The bytes that a list is shown as. */
async function shown(batches: unknown[][], form: Form): Promise<string> {
  const parts: Buffer[] = []
  const write = (text: string | Uint8Array, encoding?: Encoding): void => void parts.push(Buffer.from(text as string, encoding))
  await showRows(batches, undefined, mode(form), { sink: { write, end: () => {} } })
  return Buffer.concat(parts).toString('latin1')
}

const parsed = (texts: readonly (string | Buffer)[]): unknown[][] => {
  const parse = verbatimParser()
  return texts.map((text) => parse(text.toString(), Buffer.from(text).subarray(1, -1)) as unknown[])
}
const exactly = (texts: readonly (string | Buffer)[]): unknown[][] => texts.map((text) => parseExactly(text.toString()) as unknown[])

// Node has it since its version 22; the library of the compiler doesn't name it yet.
const raw = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON
const number = fc.constantFrom('1.0', '-0', '1e3', '0.10', '12345678901234567890', '9007199254740993', '1E400').map(raw)
const string = fc
  .array(
    fc.constantFrom(
      '},{',
      '","',
      ': ',
      '\\',
      '"',
      'é',
      '№',
      '😀',
      '\x85',
      '\x7f',
      '\u061c',
      '\u202e',
      '\u2028',
      '\ufeff',
      '\ufffd',
      '\n',
      '\x1b',
      'u',
    ),
  )
  .map((parts) => parts.join(''))
const plain = fc.record({ id: fc.nat(), name: fc.constantFrom('Spring', 'Опрос № 1', 'Été, part 2'), folder: fc.record({ id: fc.nat() }) })
const row = fc.oneof(
  { weight: 6, arbitrary: plain },
  fc.record({ id: number, name: string, tags: fc.array(plain) }),
  fc.jsonValue(),
  number,
  string,
)
const lists = fc.array(fc.array(row, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
const first = JSON.stringify([{ id: 1, name: 'First' }])

describe('rows that go out as they came in', () => {
  it('are what would be written of them', () =>
    fc.assert(
      fc.asyncProperty(lists, fc.constantFrom<Form>('json', 'ndjson'), fc.constantFrom(0, 1), async (batches, form, indent) => {
        const texts = [first, ...batches.map((batch) => JSON.stringify(batch, null, indent && 1))]
        // Before the first rows have proved how they are written, nothing else is taken for it.
        for (const some of [texts, texts.slice(1)])
          if (indent === 0 || some !== texts) expect(await shown(parsed(some), form)).toBe(await shown(exactly(some), form))
      }),
      { numRuns: 500 },
    ))

  it('are so wherever their bytes are cut, and however many are asked for', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 40_000 }),
        fc.nat(700),
        async (few, size, count) => {
          const rows = Array.from({ length: 600 }, (_, index) =>
            index % 37 === 36 ? few[index % few.length] : { id: index < 200 ? index : raw(`${index}.0`), name: 'n'.repeat(60) },
          )
          const bytes = Buffer.from(JSON.stringify(rows))
          const read = (splitter: ArraySplitter): unknown[][] => {
            const batches: unknown[][] = []
            for (let at = 0; at < bytes.length; at += size) batches.push(splitter.push(bytes.subarray(at, at + size)))
            return [...batches, splitter.end().rows]
          }
          let left = count
          const some = read(new ArraySplitter(verbatimParser())).map((batch) => {
            const taken = firstRows(batch, Math.max(left, 0))
            left -= batch.length
            return taken
          })
          const all = read(new ArraySplitter(parseExactly)).flat()
          expect(await shown(some, 'ndjson')).toBe(await shown([all.slice(0, count)], 'ndjson'))
        },
      ),
      { numRuns: 50 },
    ))

  it('are written again where the service writes another way', async () =>
    expect(await shown(parsed(['[{"id": 1}]', '[{"id": 2.0}]']), 'ndjson')).toBe('{"id":1}\n{"id":2.0}\n'))

  it.each([
    ['numbers as they were sent', '[{"id":1.0},{"id":12345678901234567890}]', '{"id":1.0}\n{"id":12345678901234567890}\n'],
    ['a row over several lines', '[{"id":\n1,\r\n"a":2}]', '{"id":1,"a":2}\n'],
    ['escapes', '[{"name":"\\u041e\\/"}]', '{"name":"О/"}\n'],
    ['a name that looks like the end of a row', '[{"name":"},{"},{"id":2}]', '{"name":"},{"}\n{"id":2}\n'],
    ['as many places that look like it as there are ends', '["},{",{"id":2}]', '"},{"\n{"id":2}\n'],
    ['one row more than it seems', '[{"name":"},{"} , {"id":2}]', '{"name":"},{"}\n{"id":2}\n'],
    ['rows in rows', '[{"rows":[{"a":1},{"a":2}]}]', '{"rows":[{"a":1},{"a":2}]}\n'],
    ['what reorders text', '[{"name":"\u202e"}]', '{"name":"\\u202e"}\n'],
    ['bytes that are no text', Buffer.from('[{"name":"\xff"}]', 'latin1'), '{"name":"\ufffd"}\n'],
  ])('%s', async (_, text, expected) => {
    expect(await shown(parsed([first, text]), 'ndjson')).toBe(Buffer.from(`{"id":1,"name":"First"}\n${expected}`).toString('latin1'))
  })
})

/** What a copy keeps of a list is what the service wrote, whatever it writes. */
import { expect, it } from 'vitest'
import { writtenItems } from '../../src/client/answer/written-items.ts'

const itemsOf = (json: string, ...path: string[]): string[] =>
  writtenItems(Buffer.from(json), path).map((item) => Buffer.from(item).toString())

it.each<[string, string, string[], string[]]>([
  ['a list', '[{"a":1},{"a":2}]', [], ['{"a":1}', '{"a":2}']],
  ['an empty one', ' [ ] ', [], []],
  ['one within', '{"total":2,"data":{"x":[[]],"items":[{"a":[1,{}]}]}}', ['data', 'items'], ['{"a":[1,{}]}']],
  [
    'spaces and ends of lines',
    '\ufeff{ "n" : -1.50e3 ,\r\n "items" : [ {"a" : 1} ,\n\t{"b":\n2} ] }\n',
    ['items'],
    ['{"a" : 1}', '{"b":\n2}'],
  ],
  [
    'numbers as they are written',
    '{"items":[{"a":1.0,"b":1e2,"c":12345678901234567890}]}',
    ['items'],
    ['{"a":1.0,"b":1e2,"c":12345678901234567890}'],
  ],
  [
    'marks within texts',
    String.raw`{"items":[{"a":"]}\\\"{["},{"\\":"\\"}]}`,
    ['items'],
    [String.raw`{"a":"]}\\\"{["}`, String.raw`{"\\":"\\"}`],
  ],
  ['a name within a value', '{"a":{"items":[{"no":1}]},"items":[{"yes":"Größe 😀"}]}', ['items'], ['{"yes":"Größe 😀"}']],
  ['an escaped name', String.raw`{"\u0069tems":[{"a":1}]}`, ['items'], ['{"a":1}']],
  ['of a name that comes twice the last one, as parsing does', '{"items":[{"a":1}],"items":[{"a":2}]}', ['items'], ['{"a":2}']],
  ['and within one', '{"data":{"items":[{"a":1}]},"data":{"items":[{"a":2}]}}', ['data', 'items'], ['{"a":2}']],
  ['none where the last is no list', '{"items":[{"a":1}],"items":7}', ['items'], []],
  ['what is neither object nor list is left out', '[1,"[",null,{"a":true},[2], -0.5 ]', [], ['{"a":true}', '[2]']],
])('%s', (_, json, path, items) => {
  expect(itemsOf(json, ...path)).toEqual(items)
  for (const item of items) expect(() => JSON.parse(item)).not.toThrow()
})

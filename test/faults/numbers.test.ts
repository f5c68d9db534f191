/**
 * Numbers that JavaScript would change, wherever an answer is shown: whole ones beyond 2^53, long decimals, zeros at their end,
 * exponents, minus nothing, what is beyond all numbers; in lists streamed and in pages, in single things, nested and in lists of
 * numbers; as JSON, NDJSON, rows, lines, picked and filtered. They come out as they came in.
 */
import { expect, it } from 'vitest'
import { fc } from '../support/property.ts'
import { hostile, json, whole } from './hostile.ts'
import { count } from './ledger.ts'
import { number } from './number-forms.ts'
import { watched } from './watched.ts'

const numbers = fc.sample(number, { numRuns: 300, seed: 7 })

const row = (id: number, text: string): string =>
  `{"id":${id},"name":"May","n":${text},"deep":{"list":[${text}, ${text}],"text":"1.10, -0, 12345678901234567890"}}`
const rows = numbers.map((text, index) => row(index + 1, text))
const list = `[${rows.join(',')}]`

const shows: [line: string, answer: string, text: (stdout: string) => string[]][] = [
  ['quiz list --json', list, (out) => inJson(out)],
  ['quiz list --ndjson', list, (out) => inJson(out)],
  ['quiz list --fields n', list, (out) => out.trim().split('\n')],
  ['quiz list --json --fields n', list, (out) => inJson(out)],
  [
    'quiz list --fields deep.list',
    list,
    (out) =>
      out
        .trim()
        .split('\n')
        .map((line) => line.split(',')[1]!),
  ],
  ['promo list 42 --all --json', `{"total":300,"limit":500,"offset":0,"data":${list}}`, (out) => inJson(out)],
  ['promo list 42 --all --fields n', `{"total":300,"limit":500,"offset":0,"data":${list}}`, (out) => out.trim().split('\n')],
  ['api GET /quiz --fields n', list, (out) => out.trim().split('\n')],
]
const inJson = (out: string): string[] => Array.from(out.matchAll(/"n": ?([^,}\s]+)/g), ([, text]) => text!)

it.each(shows)('%s', async (line, answer, read) => {
  const at = await hostile((socket) => socket.write(whole(json(answer))))
  const { stdout, stderr, exitCode } = await watched(line.split(' '), { baseUrl: at.url })
  at.close()
  const told = read(stdout)
  count({ faults: numbers.length, lost: numbers.filter((text, index) => told[index] !== text).length })
  expect([exitCode, told], stderr).toEqual([0, numbers])
})

it.each(['--json', '--ndjson', '--fields n', '--json --fields n'])('a single thing with %s', async (form) => {
  for (const text of ['12345678901234567890', '1.10', '-0', '1e999', '2.5E-7']) {
    const at = await hostile((socket) => socket.write(whole(json(row(42, text)))))
    const { stdout, exitCode } = await watched(['quiz', 'view', '42', ...form.split(' ')], { baseUrl: at.url })
    at.close()
    count({ faults: 1 })
    expect([exitCode, form === '--fields n' ? stdout.trim() : inJson(stdout)[0]]).toEqual([0, text])
  }
})

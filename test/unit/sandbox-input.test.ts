import { expect, it } from 'vitest'
import { boolean, choice, integer, json, list, nullable, number, required, text } from '../../src/contract/core/fields.ts'
import * as z from 'zod/mini'
import { Faults } from '../../src/sandbox/engine/faults.ts'
import { readBody, readQuery } from '../../src/sandbox/engine/input.ts'
import { numberedPage, offsetPage } from '../../src/sandbox/engine/paging.ts'

const fields = {
  ids: list(integer('Ids'), 'Ids'),
  limit: integer('Limit', { default: 20 }),
  rate: number('Rate'),
  used: boolean('Used'),
  hours: choice([0, 6], 'Hours'),
  name: text('Name'),
  until: nullable(text('Until')),
  filter: json(z.unknown(), 'Filter'),
  needed: required(text('Needed')),
}
const query = (search: string) => readQuery(fields, new URLSearchParams(search))

it.each<[string, object]>([
  ['', { limit: 20 }],
  ['limit=5', { limit: 5 }],
  ['limit=five', { limit: 'five' }],
  ['ids[]=1&ids[]=2', { ids: [1, 2] }],
  ['ids=1&ids=2', { ids: [1, 2] }],
  ['ids=1,2', { ids: [1, 2] }],
  ['ids[0]=1&ids[1]=x', { ids: [1, 'x'] }],
  ['ids=', { ids: [] }],
  ['ids[a]=1', {}],
  ['used=1', { used: true }],
  ['used=false', { used: false }],
  ['used=maybe', { used: 'maybe' }],
  ['hours=6', { hours: 6 }],
  ['hours=7', { hours: '7' }],
  ['rate=1.5', { rate: 1.5 }],
  ['rate=', { rate: '' }],
  ['name=a&name=b', { name: 'b' }],
  ['until=', { until: null }],
  ['filter={"a":1}', { filter: { a: 1 } }],
  ['filter={', { filter: '{' }],
  ['other=1', {}],
])('reads the query "%s"', (search, input) => {
  expect(query(search)).toEqual({ limit: 20, ...input })
})

it('takes own fields of a body only', () => {
  expect(readBody(fields, JSON.parse('{"name":"a","other":1,"__proto__":{"used":true}}'))).toEqual({ name: 'a' })
})

it('cuts pages out of rows, or lets them be read', () => {
  const rows = [1, 2, 3, 4, 5]
  expect(offsetPage(rows, { limit: 2, offset: 3 })).toEqual({ total: 5, limit: 2, offset: 3, data: [4, 5] })
  expect(offsetPage(rows, {})).toMatchObject({ limit: 5, data: rows })
  expect(numberedPage(rows, { page: 3, per_page: 2 })).toEqual({ items: [5], total: 5, page: 3, per_page: 2, last_page: 3 })
  expect(numberedPage([], { page: 1, per_page: 2 })).toMatchObject({ items: [], last_page: 1 })
  expect(numberedPage({ total: 9, read: (limit, offset) => [limit, offset] }, { page: 2, per_page: 4 })).toMatchObject({
    items: [4, 4],
    last_page: 3,
  })
})

it.each<[string, string, string, boolean]>([
  ['POST /quiz/*/save', 'POST', '/quiz/42/save', true],
  ['post /quiz/*/save', 'POST', '/quiz/42/save', true],
  ['POST /quiz/*/save', 'GET', '/quiz/42/save', false],
  ['POST /quiz/*', 'POST', '/quiz/42/save', false],
  ['* /quiz', 'DELETE', '/quiz', true],
  ['* *', 'GET', '/anything/at/all', true],
])('the fault "%s" applies to %s %s: %s', (pattern, method, path, used) => {
  const faults = new Faults()
  faults.add({ pattern, status: 500 })
  expect(faults.use(method, path) !== undefined).toBe(used)
})

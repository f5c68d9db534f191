import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { timeoutsOf } from '../../src/client/options.ts'
import { isExempt, proxyFor } from '../../src/client/transport/proxy.ts'
import { toRequest } from '../../src/client/request.ts'
import { boolean, choice, file, integer, list, nullable, text } from '../../src/contract/core/fields.ts'
import { operation } from '../../src/contract/core/operation.ts'

const result = z.unknown()
const about = 'x'
const read = operation({
  id: 'thing.list',
  request: 'GET /quiz/{id}/things',
  summary: about,
  result,
  query: { ids: list(integer(about), about), complete: nullable(boolean(about)), search: text(about) },
  paging: { by: 'offset' },
})
const write = operation({
  id: 'thing.write',
  request: 'POST /quiz/{id}/things/{name}',
  effect: 'live',
  summary: about,
  result,
  params: { name: choice(['a b', '..', 'é/'], about) },
  body: { title: text(about), reset: nullable(text(about)) },
})
const bare = operation({ id: 'thing.publish', request: 'POST /quiz/{id}/publish', effect: 'live', summary: about, result })
const remove = operation({
  id: 'thing.remove',
  request: 'DELETE /quiz/{id}',
  effect: 'live',
  summary: about,
  result,
  body: { all: boolean(about) },
})
const upload = operation({
  id: 'thing.upload',
  request: 'POST /quiz/{id}/media',
  effect: 'live',
  summary: about,
  result,
  multipart: true,
  body: { type: choice(['image'], about), file: file(about, '') },
})

describe('the request of an input', () => {
  it.each([
    [read, { id: 42 }, { method: 'GET', path: '/quiz/42/things' }],
    [
      read,
      { id: 42, ids: [1, 2], complete: false, limit: 5 },
      { method: 'GET', path: '/quiz/42/things?ids[]=1&ids[]=2&complete=false&limit=5' },
    ],
    [
      read,
      { id: 42, complete: null, ids: [], search: 'a&b=ä #[]' },
      { method: 'GET', path: '/quiz/42/things?search=a%26b%3D%C3%A4%20%23%5B%5D' },
    ],
    [
      write,
      { id: 1, name: 'a b', title: 't', reset: null, foreign: 1 },
      { method: 'POST', path: '/quiz/1/things/a%20b', body: { title: 't', reset: null } },
    ],
    [write, { id: 1, name: 'é/' }, { method: 'POST', path: '/quiz/1/things/%C3%A9%2F', body: {} }],
    [bare, { id: 1 }, { method: 'POST', path: '/quiz/1/publish' }],
    [remove, { id: 1 }, { method: 'DELETE', path: '/quiz/1' }],
    [remove, { id: 1, all: true }, { method: 'DELETE', path: '/quiz/1', body: { all: true } }],
    [
      upload,
      { id: 1, type: 'image', file: '/somewhere/photo.png' },
      { method: 'POST', path: '/quiz/1/media', body: { type: 'image', file: '@photo.png' } },
    ],
  ])('%#', (of, input, wanted) => expect(toRequest(of, input)).toEqual(wanted))

  it('never climbs out of its path', () => expect(() => toRequest(write, { id: 1, name: '..' })).toThrow(/must not be/))
  it('wants every variable of the path', () => expect(() => toRequest(bare, {})).toThrow(/id is required/))
})

describe('proxies', () => {
  it.each([
    ['https://a.example', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['https://a.example', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['http://a.example', { http_proxy: 'p:3128' }, 'http://p:3128/'],
    ['http://127.0.0.1:80', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['http://localhost', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['https://a.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'b.example, .example' }, undefined],
    ['https://a.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'b.example' }, 'http://p:1/'],
  ])('%s with %j', (origin, env, wanted) => expect(proxyFor(origin, env)?.href).toBe(wanted))

  it('refuses a proxy of another kind', () =>
    expect(() => proxyFor('https://a.example', { HTTPS_PROXY: 'socks5://p:1' })).toThrow(/HTTPS_PROXY/))

  it.each([
    ['https://a.example', '*', true],
    ['https://a.example', 'a.example:443', true],
    ['https://a.example', 'a.example:8443', false],
    ['https://a.example:8443', 'a.example:8443', true],
    ['https://ba.example', 'a.example', false],
    ['https://x.a.example', '*.a.example', true],
    ['https://10.0.0.7', '10.0.0.7', true],
    ['https://[2001:db8::1]', '[2001:db8::1]', true],
    ['https://[2001:db8::1]', '2001:db8::1', true],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]:443', false],
  ])('%s is exempt by %j: %s', (url, entries, wanted) => expect(isExempt(new URL(url), entries)).toBe(wanted))
})

it.each([
  [60, { connect: 10_000, firstByte: 60_000, idle: 60_000, whole: 600_000 }],
  [6, { connect: 1000, firstByte: 6000, idle: 6000, whole: 60_000 }],
  [3, { connect: 1000, firstByte: 3000, idle: 3000, whole: 30_000 }],
  [0.2, { connect: 200, firstByte: 200, idle: 200, whole: 2000 }],
])('--timeout %s scales all', (given, wanted) => expect(timeoutsOf(given)).toEqual(wanted))

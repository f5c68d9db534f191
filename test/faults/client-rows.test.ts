import { describe, expect, it } from 'vitest'
import type { Rows } from '../../src/client/rows.ts'
import { archived, caught, clientOf, json, list, promos, reset, service, versions } from './client-server.ts'

const things = (from: number, count: number): { id: number }[] => Array.from({ length: count }, (_, index) => ({ id: from + index }))

async function collect(rows: Rows): Promise<number[]> {
  const ids: number[] = []
  for await (const batch of rows) ids.push(...(batch as { id: number }[]).map(({ id }) => id))
  return ids
}

/** A paged service of `total` things; `says`: what it tells about itself. */
const byOffset = (total: number, says: (offset: number, limit: number) => object = () => ({ total })) =>
  service(({ url }, response) => {
    const query = new URL(url, 'http://x').searchParams
    const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)]
    response.end(JSON.stringify({ ...says(offset, limit), data: things(offset, Math.max(0, Math.min(limit, total - offset))) }))
  })

const queries = ({ seen }: { seen: { url: string }[] }): string[] => seen.map(({ url }) => url.split('?')[1] ?? '')

describe('pages by offset', () => {
  it('without bounds is the default page, and says that there is more', async () => {
    const at = await byOffset(1234)
    const rows = clientOf(at).rows(promos, { id: 1 })
    expect((await collect(rows)).length).toBe(20)
    expect([rows.more, rows.total, queries(at)]).toEqual([true, 1234, ['']])
  })
  it('--all asks for the largest pages', async () => {
    const at = await byOffset(1234)
    const rows = clientOf(at).rows(promos, { id: 1 }, { all: true })
    expect(await collect(rows)).toEqual(things(0, 1234).map(({ id }) => id))
    expect([rows.more, queries(at)]).toEqual([false, ['limit=500&offset=0', 'limit=500&offset=500', 'limit=500&offset=1000']])
  })
  it('--limit goes over pages, and cuts the last one', async () => {
    const at = await byOffset(1234)
    const rows = clientOf(at).rows(promos, { id: 1, offset: 100 }, { limit: 700 })
    expect(await collect(rows)).toEqual(things(100, 700).map(({ id }) => id))
    expect([rows.more, queries(at)]).toEqual([true, ['limit=500&offset=100', 'limit=200&offset=600']])
  })
  it.each([
    ['has_more', 1040, (offset: number, limit: number) => ({ has_more: offset + limit < 1040 })],
    ['nothing', 1040, () => ({})],
  ])('ends by %s', async (_, total, says) => {
    const at = await byOffset(total, says)
    expect((await collect(clientOf(at).rows(promos, { id: 1 }, { all: true }))).length).toBe(total)
  })
  it('a service that gives smaller pages loses nothing', async () => {
    const at = await service(({ url }, response) => {
      const offset = Number(new URL(url, 'http://x').searchParams.get('offset'))
      response.end(JSON.stringify({ total: 250, limit: 100, data: things(offset, Math.min(100, 250 - offset)) }))
    })
    expect(await collect(clientOf(at).rows(promos, { id: 1 }, { all: true }))).toEqual(things(0, 250).map(({ id }) => id))
  })
  it('a service that gives the same page for ever is named', async () => {
    const at = await service(json(200, { data: things(0, 500) }))
    expect((await caught(collect(clientOf(at).rows(promos, { id: 1 }, { all: true })))).message).toMatch(/same page again/)
  })
  it.each([[things(0, 3)], [{ items: things(0, 3) }], [{ data: things(0, 3), meta: { total: 3 } }]])(
    'takes other readings of a list: %#',
    async (body) => {
      const at = await service(json(200, body))
      expect(await collect(clientOf(at).rows(promos, { id: 1 }))).toEqual([0, 1, 2])
    },
  )
  it.each([
    [{ data: 'none' }, /data should be a list, is a string/],
    [{}, /data should be a list, is missing/],
  ])('names what is no list: %j', async (body, message) => {
    const at = await service(json(200, body))
    expect((await caught(collect(clientOf(at).rows(promos, { id: 1 })))).message).toMatch(message)
  })
  it('repeats a page, not the list', async () => {
    const at = await service(json(200, { total: 600, data: things(0, 500) }), reset, json(200, { total: 600, data: things(500, 100) }))
    expect((await collect(clientOf(at).rows(promos, { id: 1 }, { all: true }))).length).toBe(600)
    expect(queries(at)).toEqual(['limit=500&offset=0', 'limit=500&offset=500', 'limit=500&offset=500'])
  })
})

describe('pages by number', () => {
  const byPage = (total: number) =>
    service(({ url }, response) => {
      const query = new URL(url, 'http://x').searchParams
      const [page, per_page] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 20)]
      const from = (page - 1) * per_page
      response.end(
        JSON.stringify({
          items: things(from, Math.max(0, Math.min(per_page, total - from))),
          total,
          page,
          per_page,
          last_page: Math.ceil(total / per_page),
        }),
      )
    })
  it('--all', async () => {
    const at = await byPage(120)
    expect((await collect(clientOf(at).rows(versions, { id: 1 }, { all: true }))).length).toBe(120)
    expect(queries(at)).toEqual(['page=1&per_page=50', 'page=2&per_page=50', 'page=3&per_page=50'])
  })
  it('--limit keeps the size of a page', async () => {
    const at = await byPage(120)
    const rows = clientOf(at).rows(versions, { id: 1 }, { limit: 70 })
    expect(await collect(rows)).toEqual(things(0, 70).map(({ id }) => id))
    expect([rows.more, queries(at)]).toEqual([true, ['page=1&per_page=50', 'page=2&per_page=50']])
  })
  it('--limit below a page', async () => {
    const at = await byPage(120)
    expect(await collect(clientOf(at).rows(versions, { id: 1 }, { limit: 7 }))).toEqual(things(0, 7).map(({ id }) => id))
    expect(queries(at)).toEqual(['page=1&per_page=7'])
  })
})

describe('an answer that is the list itself', () => {
  it('is asked for in pages, where it is long', async () => {
    const [first, rest] = [things(0, 5000), things(5000, 20)]
    const at = await service(json(200, first), json(200, rest))
    expect((await collect(clientOf(at).rows(list, {}))).length).toBe(5020)
    expect(queries(at)).toEqual(['limit=5000', expect.stringMatching(/^limit=\d+&offset=5000$/)])
  })
  it('is all there where the service takes no pages', async () => {
    const at = await service(json(200, things(0, 20_000)))
    expect((await collect(clientOf(at).rows(list, {}))).length).toBe(20_000)
    expect(at.seen.length).toBe(1)
  })
  it.each([
    ['the same page again and again', () => things(0, 5000), /same page again/],
    ['pages that came before', (number: number) => things((number % 2) * 5000, 5000), /same page again/],
  ])('is given up with %s', async (_, page, message) => {
    const at = await service(...Array.from({ length: 5 }, (__, number) => json(200, page(number))))
    expect((await caught(collect(clientOf(at).rows(list, {})))).message).toMatch(message)
  })
  it('--limit is sent where the service takes it', async () => {
    const at = await service(json(200, things(0, 5)))
    const rows = clientOf(at).rows(list, {}, { limit: 5 })
    expect([await collect(rows), queries(at), rows.more]).toEqual([things(0, 5).map(({ id }) => id), ['limit=5'], true])
  })
  it('--limit cuts where it does not', async () => {
    const at = await service(json(200, things(0, 20)))
    const rows = clientOf(at).rows(archived, {}, { limit: 5 })
    expect([await collect(rows), queries(at), rows.more]).toEqual([things(0, 5).map(({ id }) => id), [''], true])
  })
  it('is taken out of an envelope too', async () => {
    const at = await service(json(200, { items: things(0, 3), total: 3 }))
    expect(await collect(clientOf(at).rows(list, {}))).toEqual([0, 1, 2])
  })
  it('may be empty', async () => {
    const at = await service(json(200, []))
    expect(await collect(clientOf(at).rows(list, {}))).toEqual([])
  })
  it('is repeated while nothing was handed out', async () => {
    const at = await service(
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('[{"id":1},')
        setImmediate(() => response.destroy())
      },
      json(200, things(0, 3)),
    )
    expect(await collect(clientOf(at).rows(list, {}))).toEqual([0, 1, 2])
  })
  it.each([
    ['<html><body>Sign in', 'text/html', /not the service's: 200, an HTML page: <html><body>Sign in/],
    ['[{"id":1},{"id"', 'application/json', /not the service's: 200, its body is not complete JSON: \[\{"id":1\}/],
    ['7', 'application/json', /should be a list, is a number/],
  ])('that is none is named: %s', async (body, type, message) => {
    const at = await service((_, response) => {
      response.writeHead(200, { 'content-type': type }).end(body)
    })
    expect((await caught(collect(clientOf(at).rows(list, {})))).message).toMatch(message)
  })
})

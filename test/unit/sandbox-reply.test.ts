import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { fileReply, jsonReply, send, type Reply } from '../../src/sandbox/engine/reply.ts'

const servers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of servers.splice(0)) await close()
})

/** An address that answers with this reply. */
async function answering(reply: Reply, log: string[] = []): Promise<string> {
  const listener = getRequestListener(
    (_, env) => send(reply, (env as { outgoing: import('node:http').ServerResponse }).outgoing, (line) => log.push(line)),
    { overrideGlobalObjects: false },
  )
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  servers.push(
    () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function* pieces(count: number, failAt = Infinity): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) {
    if (index === failAt) throw new Error('half-way')
    yield new Uint8Array(64 * 1024).fill(index)
  }
}

const csv = (body: AsyncIterable<Uint8Array> | Uint8Array): Reply => fileReply({ filename: 'Ответы "1".csv', type: 'text/csv', body })

it('streams a file whole', async () => {
  const bytes = await (await fetch(await answering(csv(pieces(200))))).bytes()
  expect(bytes.byteLength).toBe(200 * 64 * 1024)
  expect(bytes.at(-1)).toBe(199)
})

it('breaks the connection when the source fails half-way', async () => {
  const log: string[] = []
  const answer = await fetch(await answering(csv(pieces(200, 100)), log))
  expect(answer.status).toBe(200)
  await expect(answer.bytes()).rejects.toThrow()
  expect(log.join('')).toContain('half-way')
})

it('stops the source when the client goes away', async () => {
  let open = true
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(64 * 1024)
    } finally {
      open = false
    }
  }
  const log: string[] = []
  const controller = new AbortController()
  const answer = await fetch(await answering(csv(endless()), log), { signal: controller.signal })
  await answer.body!.getReader().read()
  controller.abort()
  await expect.poll(() => open).toBe(false)
  expect(log).toEqual([])
})

it('names a file for old readers and new ones', async () => {
  const answer = await fetch(await answering(csv(new Uint8Array([1, 2]))))
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="______ _1_.csv"; filename*=UTF-8''%D0%9E%D1%82%D0%B2%D0%B5%D1%82%D1%8B%20%221%22.csv`,
  )
  expect(answer.headers.get('content-length')).toBe('2')
})

it('answers JSON', async () => {
  const answer = await fetch(await answering(jsonReply(422, { message: 'é' })))
  expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([422, 'application/json', { message: 'é' }])
})

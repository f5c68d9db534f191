/** All sockets are read into one buffer: whatever comes at once, and wherever it is cut, each answer is its own. */
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fc } from '../support/property.ts'
import { clientOf, promos, rawService, view } from '../faults/client-server.ts'

interface Way {
  /** Bytes of each piece, the first of which cut the head. */
  pieces: readonly number[]
  chunked: boolean
  /** Rows, of some 200 bytes. */
  rows: number
}

const way: fc.Arbitrary<Way> = fc.record({
  pieces: fc.array(fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 200_000 })), { minLength: 1, maxLength: 8 }),
  chunked: fc.boolean(),
  rows: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 500, max: 4000 })),
})

const textOf = (id: number): string => `${id},`.repeat(40)

function answerTo(id: number, { chunked, rows }: Way, path: string): Buffer {
  const data = Array.from({ length: rows }, () => ({ id, text: textOf(id) }))
  const value = path.includes('promo') ? { total: rows, data } : { id, name: textOf(id) }
  const body = Buffer.from(JSON.stringify(value))
  const [half, rest] = [body.subarray(0, body.length >> 1), body.subarray(body.length >> 1)]
  const part = (bytes: Buffer): Buffer[] => [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-filler: ${textOf(id)}\r\n`
  return chunked
    ? Buffer.concat([Buffer.from(`${head}transfer-encoding: chunked\r\n\r\n`), ...part(half), ...part(rest), Buffer.from('0\r\n\r\n')])
    : Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`), body])
}

async function send(socket: Socket, bytes: Buffer, pieces: readonly number[]): Promise<void> {
  socket.setNoDelay(true)
  for (let [at, nth] = [0, 0]; at < bytes.length; nth++) {
    const length = pieces[nth % pieces.length]! + (nth < pieces.length ? 0 : 50_000)
    socket.write(bytes.subarray(at, at + length))
    at += length
    await setImmediate()
  }
}

it('is whole on each of several connections at once', async () => {
  let ways: readonly Way[] = []
  const at = await rawService((socket, _, request) => {
    const [path, id] = /quiz\/(\d+)\S*/.exec(request.toString('latin1'))!
    const one = ways[Number(id) % ways.length]!
    void send(socket, answerTo(Number(id), one, path), one.pieces)
  })
  const client = clientOf(at, { concurrency: 4 })
  const page = async (id: number): Promise<void> => {
    const rows = (await client.rows(promos, { id }).page()) as Iterable<{ id: number; text: string }[]>
    let count = 0
    for (const batch of rows) {
      count += batch.length
      if (batch.some((row) => row.id !== id || row.text !== textOf(id))) expect(batch).toEqual(`rows of ${id} only`)
    }
    expect(count).toBe(ways[id % ways.length]!.rows)
  }
  const check = async (given: readonly Way[]): Promise<void> => {
    ways = given
    await Promise.all(
      Array.from({ length: 12 }, async (_, id) => {
        if (id % 3 === 2) expect(await client.call(view, { id })).toEqual({ id, name: textOf(id) })
        else await page(id)
      }),
    )
  }
  await fc.assert(fc.asyncProperty(fc.array(way, { minLength: 3, maxLength: 8 }), check), { numRuns: 25 })
}, 60_000)

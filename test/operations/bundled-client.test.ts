/** The HTTP client as it is bundled: a part of its library, with changes of ours. */
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { service } from '../faults/client-server.ts'
import { freshFolder, surveyctl } from '../support/program.ts'

const bodyOf = (id: number): Buffer => Buffer.from(Array.from({ length: 300_000 + id * 1009 }, (_, at) => (at * 7 + id) % 251))

async function inPieces(response: ServerResponse, body: Buffer, seed: number): Promise<void> {
  response.socket!.setNoDelay(true)
  for (let at = 0, step = seed; at < body.length; at += step, step = ((step * 31 + 7) % 30_000) + 1) {
    response.write(body.subarray(at, at + step))
    if (step % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

describe('files', () => {
  it('are exact, whether their length is known or they come in chunks, one after the other on the same connections', async () => {
    const connections = new Set<unknown>()
    const from = await service((request, response) => {
      connections.add(response.socket)
      const id = Number(/\/quiz\/(\d+)\//.exec(request.url)![1])
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-disposition': `attachment; filename="${id}.csv"`,
        ...(id % 2 && { 'content-length': bodyOf(id).length }),
      })
      void inPieces(response, bodyOf(id), id)
    })
    const folder = freshFolder()
    const ids = Array.from({ length: 24 }, (_, index) => index + 1)
    const run = surveyctl({ baseUrl: from.origin, apiKey: 'sk_test', workspace: 7 })
    expect(await run(['export', 'csv', ...ids.map(String), '-o', `${folder}/`])).toMatchObject({ exitCode: 0 })
    const broken = ids.filter((id) => !readFileSync(join(folder, `${id}.csv`)).equals(bodyOf(id)))
    expect([broken, readdirSync(folder).length]).toEqual([[], ids.length])
    expect(connections.size).toBeLessThan(ids.length)
  })
})

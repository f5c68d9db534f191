/**
 * A service that does next to nothing, so that what is measured is the program in front of it. In a process of its own:
 * `node service.ts [KEY CERTIFICATE]` says on which port it listens. The base URL says what it answers:
 * `/rows/10000` a list of so many surveys, `/bytes/1048576` a file of so many bytes; writes are always done. Answers are
 * those of answers.ts.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

const lists = new Map<string, Buffer>()
const piece = Buffer.alloc(2 ** 20, 'answer;')
const done = Buffer.from('{"status":true}')

/** As the service writes them: some 370 bytes each, one name in twenty beyond ASCII. */
function row(index: number): object {
  const time = new Date(1_780_000_000_000 + index * 60_000).toISOString()
  const name = index % 20 === 0 ? `Опрос о качестве № ${index}` : `Customer satisfaction, part ${index}`
  return {
    id: index + 1,
    name,
    type: 'regular',
    virtual_id: `v${index.toString(36).padStart(7, '0')}`,
    is_published: index % 3 > 0,
    created_at: time,
    updated_at: time,
    url_shared: `https://surveys.example/s/v${index.toString(36).padStart(7, '0')}`,
    folder: {
      id: (index % 40) + 1,
      workspace_id: 7,
      name: `Folder ${(index % 40) + 1}`,
      pos: index % 40,
      is_default: false,
      created_at: time,
    },
  }
}

function list(count: number, query: URLSearchParams): Buffer {
  const [from, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? count)]
  const name = `${count} ${from} ${limit}`
  const known = lists.get(name)
  if (known) return known
  const length = Math.max(0, Math.min(limit, count - from))
  const made = Buffer.from(JSON.stringify(Array.from({ length }, (_, index) => row(from + index))))
  lists.set(name, made)
  return made
}

function sendJson(answer: ServerResponse, body: Buffer): void {
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body)
}

function sendFile(answer: ServerResponse, size: number): void {
  answer.writeHead(200, { 'content-type': 'text/csv', 'content-length': size, 'content-disposition': 'attachment; filename="answers.csv"' })
  let left = size
  const more = (): void => {
    while (left > 0) {
      const part = left < piece.length ? piece.subarray(0, left) : piece
      left -= part.length
      if (!answer.write(part)) return void answer.once('drain', more)
    }
    answer.end()
  }
  more()
}

const listener: RequestListener = (request: IncomingMessage, answer) => {
  request.resume()
  const [, what, size] = /^\/(rows|bytes)\/(\d+)\//.exec(request.url ?? '') ?? []
  if (request.method !== 'GET') sendJson(answer, done)
  else if (what === 'bytes') sendFile(answer, Number(size))
  else sendJson(answer, list(Number(size ?? 0), new URL(request.url ?? '', 'http://x').searchParams))
}

const [key, certificate] = process.argv.slice(2)
const server =
  key && certificate ? createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, listener) : createServer(listener)
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))

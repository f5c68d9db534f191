/**
 * A service that does next to nothing, so that what is measured is the program in front of it. In a process of its own:
 * `node service.ts [KEY CERTIFICATE]` says on which port it listens. The base URL says what it answers:
 * `/rows/10000` a list of so many surveys, `/bytes/1048576` a file of so many bytes, `/answers/10000` a survey with so many
 * answers; writes are always done.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { answerRow, survey } from './answer-rows.ts'

const lists = new Map<number, Buffer>()
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

function list(count: number): Buffer {
  const known = lists.get(count)
  if (known) return known
  const made = Buffer.from(JSON.stringify(Array.from({ length: count }, (_, index) => row(index))))
  lists.set(count, made)
  return made
}

const rowsKept = 1000
let thousand: string[] | undefined

/** The survey, or a page: the same thousand answers again and again, under ids of their own. */
function answered(url: string, total: number): Buffer {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (!pathname.endsWith('/answers')) return Buffer.from(JSON.stringify(survey))
  const [limit, offset] = [Number(searchParams.get('limit') ?? 100), Number(searchParams.get('offset') ?? 0)]
  const many = Math.max(0, Math.min(limit, total - offset))
  thousand ??= Array.from({ length: rowsKept }, (_, index) => JSON.stringify({ ...answerRow(index), id: undefined }).slice(1))
  const kept = thousand
  const rows = Array.from({ length: many }, (_, at) => `{"id":${offset + at + 1},${kept[(offset + at) % rowsKept]}`)
  return Buffer.from(`{"total":${total},"limit":${limit},"offset":${offset},"answers":[${rows.join(',')}]}`)
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
  const [, what, size] = /^\/(rows|bytes|answers)\/(\d+)\//.exec(request.url ?? '') ?? []
  if (request.method !== 'GET') sendJson(answer, done)
  else if (what === 'bytes') sendFile(answer, Number(size))
  else if (what === 'answers') sendJson(answer, answered(request.url!, Number(size)))
  else sendJson(answer, list(Number(size ?? 0)))
}

const [key, certificate] = process.argv.slice(2)
const server =
  key && certificate ? createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, listener) : createServer(listener)
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))

/** Servers that misbehave in the ways a client must survive, each on a free port of this machine. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { createClient, type Client } from '../../src/client/index.ts'
import type { ClientOptions } from '../../src/client/options.ts'
import { boolean, file, integer, text } from '../../src/contract/core/fields.ts'
import { operation } from '../../src/contract/core/operation.ts'

export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type Reply = (request: Seen, response: ServerResponse) => void

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

export interface Service {
  url: string
  origin: string
  seen: Seen[]
}

/** Answers the requests one after the other with the given replies, the last one for ever. */
export async function service(...replies: Reply[]): Promise<Service> {
  const seen: Seen[] = []
  const answer: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = { method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString('latin1') }
    seen.push(one)
    replies[Math.min(seen.length, replies.length) - 1]!(one, response)
  }
  const origin = `http://127.0.0.1:${await listen(createServer(answer))}`
  return { url: `${origin}/api/v3`, origin, seen }
}

/** Speaks whatever it likes, once the request's head is there. */
export async function rawService(speak: (socket: Socket, count: number, request: Buffer) => void): Promise<Service> {
  let count = 0
  const server = createTcpServer((socket) => {
    socket.on('data', (request) => speak(socket, ++count, request))
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  return {
    url: `${origin}/api/v3`,
    origin,
    get seen() {
      return Array.from({ length: count }, () => ({}) as Seen)
    },
  }
}

/** A proxy: its port. */
export async function tunnelling(onConnect: (request: IncomingMessage, socket: Duplex) => void): Promise<number> {
  return listen(createServer().on('connect', onConnect))
}

/** A port that nobody listens at. */
export async function deadPort(): Promise<number> {
  const server = createTcpServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
export const reset: Reply = (_, response) => {
  response.socket!.destroy()
}

export const clientOf = ({ url }: Service, more: Partial<ClientOptions> = {}): Client => {
  const client = createClient({ baseUrl: url, apiKey: 'the-key', env: {}, ...more })
  onTestFinished(() => (client as { close: () => void }).close())
  return client
}

export const caught = async (work: Promise<unknown>): Promise<any> => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('It should have failed')
}

const about = 'x'
const quiz = z.looseObject({ id: z.int(), name: z.optional(z.string()) })
export const view = operation({ id: 'quiz.view', request: 'GET /quiz/{id}', summary: about, result: quiz })
export const save = operation({
  id: 'quiz.save',
  request: 'POST /quiz/{id}/save',
  effect: 'draft',
  summary: about,
  result: z.looseObject({}),
  body: { name: text(about) },
  repeatable: true,
})
export const publish = operation({
  id: 'quiz.publish',
  request: 'POST /quiz/{id}/publish',
  effect: 'live',
  summary: about,
  result: z.looseObject({}),
})
export const list = operation({
  id: 'quiz.list',
  request: 'GET /quiz',
  summary: about,
  result: z.array(quiz),
  rows: '',
  paging: { by: 'offset' },
})
export const archived = operation({
  id: 'quiz.archived',
  request: 'GET /quiz/archived',
  summary: about,
  result: z.array(quiz),
  rows: '',
})
export const promos = operation({
  id: 'promo.list',
  request: 'GET /quiz/{id}/promo/list',
  summary: about,
  result: z.looseObject({ data: z.array(quiz) }),
  rows: 'data',
  paging: { by: 'offset', size: 20, max: 500 },
})
export const versions = operation({
  id: 'version.list',
  request: 'GET /quiz/{id}/versions',
  summary: about,
  result: z.looseObject({ items: z.array(quiz) }),
  rows: 'items',
  paging: { by: 'page', size: 20, max: 50 },
})
export const csv = operation({
  id: 'export.csv',
  request: 'GET /quiz/{id}/answers/csv',
  summary: about,
  result: z.unknown(),
  file: true,
})
export const print = operation({
  id: 'export.print',
  request: 'POST /quiz/{id}/print',
  effect: 'read',
  summary: about,
  result: z.unknown(),
  file: true,
  safe: true,
  body: { format: text(about) },
})
export const upload = operation({
  id: 'media.upload',
  request: 'POST /quiz/{id}/media',
  effect: 'live',
  summary: about,
  result: z.looseObject({}),
  multipart: true,
  body: { type: text(about), loud: boolean(about), size: integer(about), file: file(about, '') },
})

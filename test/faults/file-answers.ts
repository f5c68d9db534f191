/** Answers with a file, in all the ways that they can be bounded, broken off and ended. */
import { once } from 'node:events'
import { createServer as createProxy } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { fc } from '../support/property.ts'
import { cert, key } from './client-certificate.ts'
import { head } from './hostile.ts'

/** Stored as they are: an archive inside another one has a directory of its own. */
async function archive(entries: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, data] of Object.entries(entries)) zip.addBuffer(data, name, { compress: false })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const lines = Array.from({ length: 60 }, (_, id) => `${id},"an answer,\nof ${id} lines",yes`).join('\n')
const inner = await archive({ 'xl/worksheets/sheet1.xml': Buffer.from('<row/>'.repeat(80)) })

/** What the service sends, of each kind. */
export const files = {
  csv: { type: 'text/csv', body: Buffer.from(`id,text,chosen\n${lines}\n`) },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body: inner },
  zip: { type: 'application/zip', body: await archive({ 'answers.xlsx': inner, 'a.txt': Buffer.from(lines) }) },
  sav: { type: 'application/octet-stream', body: await archive({ 'answers.sav': Buffer.from(`$FL2${'record '.repeat(200)}`) }) },
  pdf: { type: 'application/pdf', body: Buffer.from(`%PDF-1.7\n${'1 0 obj\nendobj\n'.repeat(90)}startxref\n9\n%%EOF\n`) },
  json: { type: 'application/json', body: Buffer.from(JSON.stringify(Array.from({ length: 80 }, (_, id) => ({ id, a: ['b', {}] })))) },
} as const
export type FileKind = keyof typeof files

/** `fin`: the connection is ended, of a secure one without its own last word; `well`: with it. */
export type End = 'well' | 'fin' | 'reset'

export interface Case {
  kind: FileKind
  secure: boolean
  /** Through a proxy that opens a tunnel. */
  proxied: boolean
  status: number
  framing: 'length' | 'chunks' | 'close'
  packed: boolean
  /** The part of the body that is sent. */
  sent: number
  end: End
  /** Whether the head says that the connection will be closed. */
  closes: boolean
  /** Answers before the answer. */
  early: readonly number[]
  /** From this attempt on the answer is as it should be. */
  goodFrom: number
  target: 'new' | 'there'
}

const mostly = <T>(usual: T, ...rest: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(usual, ...rest) })

export const cases: fc.Arbitrary<Case> = fc.record({
  kind: fc.constantFrom<FileKind>('csv', 'xlsx', 'zip', 'sav', 'pdf', 'json'),
  secure: fc.boolean(),
  proxied: fc.boolean(),
  status: mostly(200, 201, 202, 203, 204, 205, 206, 226, 300, 302, 304, 307),
  framing: fc.constantFrom('length', 'chunks', 'close'),
  packed: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  sent: fc.oneof(fc.constant(1), fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  end: fc.constantFrom('well', 'fin', 'reset'),
  closes: fc.boolean(),
  early: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(102, 103), { maxLength: 5 })),
  goodFrom: mostly(99, 2, 3),
  target: fc.constantFrom('new', 'there'),
})

const bodyOf = ({ kind, packed }: Case): Buffer => (packed ? gzipSync(files[kind].body) : files[kind].body)

/** What of the body is sent; at its very end the last byte counts. */
export const sentOf = (one: Case): Buffer => {
  const body = bodyOf(one)
  return one.sent === 1 ? body : body.subarray(0, Math.min(body.length - 1, Math.floor(body.length * one.sent)))
}

function headOf(one: Case): string {
  const { kind, status, framing, packed, closes } = one
  return head(status, {
    'content-type': files[kind].type,
    'content-disposition': `attachment; filename="answers.${kind}"`,
    ...(packed && { 'content-encoding': 'gzip' }),
    ...(framing === 'length' && { 'content-length': String(bodyOf(one).length) }),
    ...(framing === 'chunks' && { 'transfer-encoding': 'chunked' }),
    ...(closes && { connection: 'close' }),
    ...(status === 206 && { 'content-range': `bytes 0-${bodyOf(one).length - 1}/${bodyOf(one).length * 2}` }),
  })
}

const hasBody = (status: number): boolean => status !== 204 && status !== 304

function bytesOf(one: Case): Buffer {
  const early = one.early.map((status) => head(status, { link: '</style.css>' })).join('')
  const start = Buffer.from(early + headOf(one))
  if (!hasBody(one.status)) return start
  const sent = sentOf(one)
  if (one.framing !== 'chunks') return Buffer.concat([start, sent])
  const middle = Math.floor(sent.length / 2)
  const chunks = [sent.subarray(0, middle), sent.subarray(middle)].filter(({ length }) => length > 0)
  const pieces = chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
  return Buffer.concat([start, ...pieces, Buffer.from(one.sent === 1 ? '0\r\n\r\n' : '')])
}

/** What is whole however the connection ends. */
export const asItShouldBe = (one: Case): Case => ({ ...one, status: 200, framing: 'length', sent: 1, end: 'well' })

function finish(socket: Socket | TLSSocket, plain: Socket, end: End): void {
  if (end === 'reset') plain.resetAndDestroy()
  else if (end === 'fin' && socket !== plain) socket.destroy()
  else socket.end()
}

export interface Served {
  url: string
  origin: string
  seen: never[]
  /** Counts the requests. */
  asked: () => number
  /** Connections that the proxy has opened. */
  tunnels: () => number
  /** What names the proxy. */
  env: Record<string, string>
  close: () => void
}

/** Passes on what it hears, and how that ends. */
function passOn(from: Duplex, to: Socket): void {
  from.on('data', (chunk: Buffer) => to.write(chunk))
  from.on('end', () => to.end())
  from.on('error', () => to.resetAndDestroy())
}

/** A service of one answer, on a free port, and a proxy before it. */
export async function serve(one: Case): Promise<Served> {
  let asked = 0
  const sockets = new Set<Socket>()
  const context = createSecureContext({ cert, key })
  const server = createServer((plain) => {
    sockets.add(plain)
    plain.on('error', () => {})
    const socket = one.secure ? new TLSSocket(plain, { isServer: true, secureContext: context }) : plain
    socket.on('error', () => plain.destroy())
    socket.on('data', (chunk: Buffer) => {
      // Requests of files fit into one piece; what else comes is their body.
      if (!/^(GET|POST) /.test(chunk.toString('latin1', 0, 5))) return
      const answer = ++asked >= one.goodFrom ? asItShouldBe(one) : one
      socket.write(bytesOf(answer), () => finish(socket, plain, answer.end))
    })
  })
  const port = await listening(server)
  let tunnels = 0
  const proxy = createProxy().on('connect', (_, duplex) => {
    const [socket, onwards] = [duplex as Socket, connect(port, '127.0.0.1')]
    tunnels++
    for (const each of [socket, onwards]) sockets.add(each)
    onwards.on('connect', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'))
    passOn(socket, onwards)
    passOn(onwards, socket)
  })
  const way = `http://127.0.0.1:${await listening(proxy)}`
  const origin = `${one.secure ? 'https' : 'http'}://${one.proxied ? 'surveys.example' : '127.0.0.1'}:${port}`
  return {
    url: `${origin}/api/v3`,
    origin,
    seen: [],
    asked: () => asked,
    tunnels: () => tunnels,
    env: { HTTPS_PROXY: way, HTTP_PROXY: way },
    close: () => {
      server.close()
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

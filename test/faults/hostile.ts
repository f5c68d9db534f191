/** A server that answers byte for byte as a test wants, well or badly, and remembers what it was asked. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type SecureContextOptions } from 'node:tls'

export interface Asked {
  method: string
  path: string
  /** Names in small letters. */
  headers: Record<string, string>
  body: string
}

/** Says something on the socket, or nothing. `count` is 1 for the first request. */
export type Behaviour = (socket: Socket, asked: Asked, count: number) => unknown

export interface Hostile {
  /** Base URL of the service. */
  url: string
  origin: string
  asked: Asked[]
  close: () => void
}

const everywhere = '127.0.0.1'

/** `certificate` makes it speak TLS. */
export async function hostile(behave: Behaviour, certificate?: SecureContextOptions): Promise<Hostile> {
  const asked: Asked[] = []
  const sockets = new Set<Socket>()
  const serve = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let held = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      for (let taken = readRequest(held); taken; taken = readRequest(held)) {
        held = held.subarray(taken.bytes)
        asked.push(taken.asked)
        behave(socket, taken.asked, asked.length)
      }
    })
  }
  const server: Server = certificate ? createTlsServer(certificate, serve) : createServer(serve)
  server.on('tlsClientError', () => {})
  server.listen(0, everywhere)
  await once(server, 'listening')
  const origin = `${certificate ? 'https' : 'http'}://${everywhere}:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/api/v3`,
    origin,
    asked,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function readRequest(held: Buffer): { asked: Asked; bytes: number } | undefined {
  const end = held.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...rest] = held.toString('latin1', 0, end).split('\r\n')
  const [method = '', path = ''] = line.split(' ')
  const headers = Object.fromEntries(
    rest.map((header) => /^([^:]*):\s*(.*)$/.exec(header)!.slice(1)).map(([name, value]) => [name!.toLowerCase(), value!]),
  )
  const bytes = end + 4 + Number(headers['content-length'] ?? 0)
  return held.length < bytes ? undefined : { asked: { method, path, headers, body: held.toString('utf8', end + 4, bytes) }, bytes }
}

/** An answer as it should be; faults are made of it. */
export interface Good {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export const head = (status: number | string, headers: Record<string, string>): string =>
  [`HTTP/1.1 ${status} X`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')

/** The bytes of an answer, with the length it has. */
export const whole = ({ status, headers, body }: Good): Buffer =>
  Buffer.concat([Buffer.from(head(status, { ...headers, 'content-length': String(body.length) })), body])

export const json = (value: unknown, status = 200): Good => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
})

export const page = (text: string, status = 200): Good => ({ status, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) })

/** Whether a request carries the key, wherever in it. */
export const holdsKey = ({ path, headers, body }: Asked, key: string): boolean =>
  [path, body, ...Object.values(headers)].some((text) => text.includes(key))

/** What the sandbox answers to the same request. */
export async function relayed(baseUrl: string, { method, path, headers, body }: Asked): Promise<Good & { isJson: boolean }> {
  const answer = await fetch(baseUrl + path.replace('/api/v3', ''), {
    method,
    headers: { authorization: headers.authorization!, ...(headers['content-type'] && { 'content-type': headers['content-type'] }) },
    ...(body !== '' && { body }),
  })
  const type = answer.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: { 'content-type': type }, body: bytes, isJson: type.includes('json') }
}

/** A server that answers anything with the id that was asked for, or 1, and keeps what it was asked, by the key that asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Recorded {
  method: string
  /** Without the base address, with the query decoded and sorted. */
  address: string
  /** JSON, or the parts of a form: texts, and `@name` of a file. Absent: no body. */
  body?: unknown
}

export interface Recorder {
  baseUrl: string
  of: (apiKey: string) => Recorded[]
  close: () => Promise<void>
}

export async function startRecorder(): Promise<Recorder> {
  const asked = new Map<string, Recorded[]>()
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(incoming.url!, 'http://recorder')
    const query = [...searchParams]
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join('&')
    const body = await bodyOf(incoming.headers['content-type'] ?? '', Buffer.concat(chunks))
    const key = (incoming.headers.authorization ?? '').replace(/^Bearer /, '')
    asked.set(key, [
      ...(asked.get(key) ?? []),
      { method: incoming.method!, address: pathname.slice('/v3'.length) + (query && `?${query}`), ...(body !== undefined && { body }) },
    ])
    outgoing
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id: Number(/^\/v3\/quiz\/(\d+)/.exec(pathname)?.[1] ?? 1) }))
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
    of: (apiKey) => asked.get(apiKey) ?? [],
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(type: string, bytes: Buffer): Promise<unknown> {
  if (bytes.byteLength === 0) return undefined
  if (!type.startsWith('multipart/')) return JSON.parse(bytes.toString()) as unknown
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : `@${value.name}`]))
}

/** What a webhook calls: a server on this machine that keeps what it was told. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Heard {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  json: any
}

export interface Receiver {
  url: string
  heard: Heard[]
  /** What it answers to a path, from now on; 200 when nothing was said, nothing at all with status 0. */
  answers: Map<string, { status: number; location?: string }>
  close: () => Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const heard: Heard[] = []
  const answers: Receiver['answers'] = new Map()
  const server = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url!, 'http://receiver')
    let body = ''
    incoming.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    incoming.on('end', () => {
      heard.push({
        method: incoming.method!,
        path: pathname,
        query: searchParams,
        headers: incoming.headers,
        body,
        json: body === '' ? undefined : JSON.parse(body),
      })
      const { status, location } = answers.get(pathname) ?? { status: 200 }
      if (status !== 0) outgoing.writeHead(status, location === undefined ? {} : { location }).end()
    })
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answers,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

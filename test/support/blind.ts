/** The sandbox behind a server that leaves out of its answers what the specification doesn't promise. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Blind {
  baseUrl: string
  close: () => Promise<void>
}

/** `hidden`: names of fields, wherever they stand in an answer to a request whose path ends so; `told`: what stands in others. */
export async function startBlind(
  baseUrl: string,
  ending: string,
  hidden: readonly string[],
  told: Readonly<Record<string, unknown>> = {},
): Promise<Blind> {
  const { origin, pathname } = new URL(baseUrl)
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { authorization = '', 'content-type': type = 'application/json' } = incoming.headers
    const answer = await fetch(origin + incoming.url!, {
      method: incoming.method!,
      headers: { authorization, 'content-type': type },
      ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
    })
    const text = await answer.text()
    const strip = (name: string, value: unknown): unknown => (hidden.includes(name) ? undefined : (told[name] ?? value))
    const isHidden = new URL(incoming.url!, origin).pathname.endsWith(ending)
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' })
    outgoing.end(isHidden ? JSON.stringify(JSON.parse(text), strip) : text)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

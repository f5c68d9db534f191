/** Services of a few lines, which a test makes for itself. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Reply = (
  method: string,
  path: string,
  body: string,
) => Promise<{ status?: number; body: string | Buffer; headers?: Record<string, string> } | void>

/** Until the end of the test. */
export async function listening(listener: RequestListener): Promise<{ url: string }> {
  const server = createServer(listener)
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3` }
}

/** A service of a few lines; what it promises to answer is said by the test. */
export async function serviceOf(reply: Reply): Promise<string> {
  const { url } = await listening(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const answer = await reply(request.method!, request.url!.replace('/api/v3', ''), Buffer.concat(parts).toString())
    if (answer && !response.destroyed)
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  })
  return url
}

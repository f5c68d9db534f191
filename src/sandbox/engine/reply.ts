/** How answers leave: JSON, or the bytes of a file. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AnyOperation } from '../../contract/core/operation.ts'
import type { FileAnswer } from './handler.ts'

/** An answer before it is sent, so that a fault can still change what leaves. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: Uint8Array | AsyncIterable<Uint8Array>
}

const encoder = new TextEncoder()

export const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: encoder.encode(JSON.stringify(body)),
})

export const answerReply = (answer: unknown, { file, created }: AnyOperation): Reply =>
  file ? fileReply(answer as FileAnswer) : jsonReply(created ? 201 : 200, answer)

/** The name in both forms: plain ASCII for old readers, and exact. */
const disposition = (filename: string, kind: 'attachment' | 'inline'): string =>
  `${kind}; filename="${filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

export function fileReply({ filename, type, body }: FileAnswer, kind: 'attachment' | 'inline' = 'attachment'): Reply {
  return {
    status: 200,
    body,
    headers: {
      'content-type': type,
      'content-disposition': disposition(filename, kind),
      'x-content-type-options': 'nosniff',
      ...(body instanceof Uint8Array && { 'content-length': String(body.byteLength) }),
    },
  }
}

export function send(reply: Reply, outgoing: ServerResponse, log: (line: string) => void): Response | Promise<Response> {
  if (reply.body instanceof Uint8Array)
    return new Response(reply.body as Uint8Array<ArrayBuffer>, { status: reply.status, headers: reply.headers })
  return stream(reply, reply.body, outgoing, log)
}

/**
 * Written by hand: when the source fails half-way the connection must break, so that nobody takes
 * what came for the whole file.
 */
async function stream(
  { status, headers }: Reply,
  body: AsyncIterable<Uint8Array>,
  outgoing: ServerResponse,
  log: (line: string) => void,
): Promise<Response> {
  outgoing.writeHead(status, headers)
  try {
    await pipeline(Readable.from(body, { objectMode: false }), outgoing)
  } catch (error) {
    const { code, stack } = error as NodeJS.ErrnoException
    // The client went away: its own business.
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') log(stack ?? String(error))
  }
  return RESPONSE_ALREADY_SENT
}

/** The first `bytes` of the body, then the connection breaks. */
export async function sendCut(reply: Reply, bytes: number, outgoing: ServerResponse): Promise<Response> {
  const whole = reply.body instanceof Uint8Array
  outgoing.writeHead(reply.status, { ...reply.headers, ...(whole && { 'content-length': String((reply.body as Uint8Array).byteLength) }) })
  let left = bytes
  for await (const chunk of whole ? [reply.body as Uint8Array] : (reply.body as AsyncIterable<Uint8Array>)) {
    const part = chunk.subarray(0, left)
    left -= part.byteLength
    await new Promise<void>((resolve) => {
      outgoing.write(part, () => resolve())
    })
    if (left === 0) break
  }
  outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

/** The connection breaks before anything was said. */
export function reset(outgoing: ServerResponse): Response {
  outgoing.socket?.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

/** Responses of the service: JSON, or the bytes of a file. */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../../system/error-code.ts'
import type { AnyOperation } from '../../contract/core/operation.ts'
import { traceOf } from './logged.ts'
import type { FileResult } from './handler.ts'

/** A response before it is sent, so that a fault can still replace or cut it. */
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

/** A handler's result; the types of handlers make sure that an operation with `file: true` returns a file. */
export const resultReply = (result: unknown, { file, created }: AnyOperation): Reply =>
  file ? fileReply(result as FileResult) : jsonReply(created ? 201 : 200, result)

/** Content-Disposition with the file name in both forms: ASCII for old clients, and exact. */
const disposition = (filename: string): string =>
  `attachment; filename="${filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

export function fileReply({ filename, type, body }: FileResult): Reply {
  return {
    status: 200,
    body,
    headers: {
      'content-type': type,
      'content-disposition': disposition(filename),
      'x-content-type-options': 'nosniff',
      ...(body instanceof Uint8Array && { 'content-length': String(body.byteLength) }),
    },
  }
}

/** Of the statuses of a fault, those that HTTP lets have no body. */
const bodiless = [204, 205, 304]

export function send(reply: Reply, outgoing: ServerResponse, log: (line: string) => void): Response | Promise<Response> {
  if (reply.body instanceof Uint8Array)
    // No body lies in shared memory, which is all that the narrower type excludes.
    return new Response(bodiless.includes(reply.status) ? null : (reply.body as Uint8Array<ArrayBuffer>), {
      status: reply.status,
      headers: reply.headers,
    })
  return stream(reply, reply.body, outgoing, log)
}

/**
 * Written to the socket directly: when the source fails half-way the connection must break, or the client would take
 * a truncated file for a complete one.
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
    // That the client went away is no error of ours.
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') log(traceOf(error))
  }
  return RESPONSE_ALREADY_SENT
}

/** Sends the first `bytes` of the body, then breaks the connection. */
export async function sendCut({ status, headers, body }: Reply, bytes: number, outgoing: ServerResponse): Promise<Response> {
  const isWhole = body instanceof Uint8Array
  outgoing.writeHead(status, { ...headers, ...(isWhole && { 'content-length': String(body.byteLength) }) })
  let left = bytes
  for await (const chunk of isWhole ? [body] : body) {
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

/** Breaks the connection before anything is sent. */
export function reset(outgoing: ServerResponse): Response {
  outgoing.socket?.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

/** Reading the body of an answer: decompressed, limited in size and time, checked for having come whole. */
import type { Transform } from 'node:stream'
import { TransportError, MalformedAnswer, cutOff } from '../transport/transport-error.ts'
import { Deadline } from '../transport/deadline.ts'
import { valueWithoutSecrets, withoutSecrets } from '../../text/secrets.ts'
import { messageOf } from '../../text/message-of.ts'
import { parseJson } from './json.ts'
import { FileEnd } from './file-end.ts'
import type { BodyStream } from '../transport/body-stream.ts'
import { joined, allocate } from '../transport/body-memory.ts'
import type { HeaderValues, Incoming } from '../transport/exchange.ts'

/** Bodies that are read at once must fit into memory; lists and files are streamed. */
const largestBody = 256 * 2 ** 20
/** Only the beginning of a refusal is shown. */
const largestRefusal = 2 ** 20

export interface Answer {
  status: number
  headers: HeaderValues
  body: Buffer
}

export function header(headers: HeaderValues, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** How the body is compressed, if it is. */
function codingOf(headers: HeaderValues): string | undefined {
  const coding = header(headers, 'content-encoding')?.trim().toLowerCase()
  return coding === '' || coding === 'identity' ? undefined : coding
}

export const isPacked = (headers: HeaderValues): boolean => codingOf(headers) !== undefined

/** The body, decompressed. */
export function unpacked({ headers, body }: Incoming): AsyncIterable<Buffer> {
  const coding = codingOf(headers)
  return coding === undefined ? body : unpack(body, coding)
}

async function* unpack(body: BodyStream, coding: string): AsyncGenerator<Buffer, void, undefined> {
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib')
  const unpackers = new Map(
    Object.entries<() => Transform>({
      gzip: createGunzip,
      'x-gzip': createGunzip,
      deflate: createInflate,
      br: createBrotliDecompress,
    }),
  )
  const unpacker = unpackers.get(coding)?.()
  if (!unpacker) {
    body.discard()
    throw new MalformedAnswer(`is compressed as "${coding}", which was not asked for`)
  }
  const { Readable, pipeline } = await import('node:stream')
  pipeline(Readable.from(body), unpacker, () => {})
  try {
    // Streams that aren't in object mode give buffers.
    yield* unpacker as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof TransportError) throw error
    throw new MalformedAnswer(`cannot be decompressed (${messageOf(error)})`)
  }
  // More bytes follow the compressed data, or the connection broke after it.
  if (!body.ended) throw new MalformedAnswer('goes on after the compressed data')
}

/** The whole body, within `millis`. */
export async function readBody(incoming: Incoming, millis: number): Promise<Buffer> {
  const isPlain = codingOf(incoming.headers) === undefined
  const there = isPlain ? incoming.body.whole() : undefined
  const [only, ...others] = there ?? []
  if (there) return refuseCut(only && others.length === 0 ? only : Buffer.concat(there), incoming)
  const length = isPlain && incoming.status < 300 ? Number(header(incoming.headers, 'content-length')) : NaN
  if (length <= largestBody) return readInto(allocate(length), incoming, millis)
  return refuseCut(joined(await readPieces(incoming, millis)), incoming)
}

/** A body of known length is copied into one buffer as it comes, so that its pieces need not be kept. */
async function readInto(room: Buffer, incoming: Incoming, millis: number): Promise<Buffer> {
  const deadline = new Deadline(incoming, millis)
  let size = 0
  try {
    await incoming.body.pour((chunk) => {
      size += chunk.copy(room, size)
    })
  } catch (error) {
    throw deadline.judge(error)
  } finally {
    deadline.stop()
  }
  return room.subarray(0, size)
}

/** Throws if the body was cut off and nothing but its content can tell. */
function refuseCut(body: Buffer, { endSign, status, headers }: Incoming): Buffer {
  if (endSign === 'stated' || isPacked(headers) || status >= 300 || body.length === 0) return body
  const end = new FileEnd(header(headers, 'content-type'))
  end.take(body)
  if (end.judge() === 'cut') throw cutOff()
  return body
}

async function readPieces(incoming: Incoming, millis: number): Promise<Buffer[]> {
  const refusal = incoming.status >= 300
  const chunks: Buffer[] = []
  let size = 0
  const deadline = new Deadline(incoming, millis)
  try {
    for await (const chunk of unpacked(incoming)) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (refusal && size >= largestRefusal) break
      if (size > largestBody) throw new MalformedAnswer(`is larger than ${largestBody / 2 ** 20} MB`)
    }
  } catch (error) {
    throw deadline.judge(error)
  } finally {
    deadline.stop()
  }
  return chunks
}

/** Nothing, or nothing but white space. */
export const isEmpty = (body: Buffer): boolean => body.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))

/** The value of a whole body; `{}` for an empty one. */
export const parseBody = (body: Buffer): unknown => (isEmpty(body) ? {} : parseJson(body))

/** The value, if the body is a JSON object. */
export function looselyParsed(body: Buffer): unknown {
  if (!/^(\ufeff)?\s*\{/.test(body.toString('utf8', 0, 100))) return undefined
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

/** More than is shown, so that no secret is cut before it is masked. */
export const readForLine = 16 * 1024

/** The first line of something that isn't JSON, fit to be shown. */
export function firstLine(body: Buffer): string {
  const line =
    withoutSecrets(body.toString('utf8', 0, readForLine))
      .slice(0, 2000)
      .split('\n')
      .map((text) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim())
      .find(Boolean) ?? ''
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

/** Masks secrets that a refusal repeats, as it will be shown. A good answer is what was asked for, and stays as it is. */
export function withSecretsMasked({ status, headers, body }: Answer): Answer {
  const text = body.toString()
  const shown = withoutSecrets(text)
  // Masking keeps the form of a value.
  return { status, headers: valueWithoutSecrets({ ...headers }) as HeaderValues, body: shown === text ? body : Buffer.from(shown) }
}

/** The body of an answer: unpacked, bounded, and judged whether it is the service's at all. */
import type { Transform } from 'node:stream'
import { Breakage, BrokenAnswer, cutOff } from './breakage.ts'
import { Deadline } from './deadline.ts'
import { valueWithoutSecrets, withoutSecrets } from '../text/secrets.ts'
import { parseJson } from './json.ts'
import { OwnEnd } from './own-end.ts'
import type { Inflow } from './inflow.ts'
import { gathered, roomFor } from './room.ts'
import type { HeaderValues, Incoming } from './transport.ts'

/** What is read at once must fit into memory; lists and files are streamed. */
const largestBody = 256 * 2 ** 20
/** Of a refusal only the beginning matters. */
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

/** How the body is packed, if it is. */
function codingOf(headers: HeaderValues): string | undefined {
  const coding = header(headers, 'content-encoding')?.trim().toLowerCase()
  return coding === '' || coding === 'identity' ? undefined : coding
}

export const isPacked = (headers: HeaderValues): boolean => codingOf(headers) !== undefined

/** The body as it was before it was packed. */
export function unpacked({ headers, body }: Incoming): AsyncIterable<Buffer> {
  const coding = codingOf(headers)
  return coding === undefined ? body : unpack(body, coding)
}

async function* unpack(body: Inflow, coding: string): AsyncGenerator<Buffer, void, undefined> {
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib')
  const unpackers: Record<string, () => Transform> = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }
  const unpacker = unpackers[coding]?.()
  if (!unpacker) {
    body.discard()
    throw new BrokenAnswer(`is packed as "${coding}", which was not asked for`)
  }
  const { Readable, pipeline } = await import('node:stream')
  pipeline(Readable.from(body), unpacker, () => {})
  try {
    yield* unpacker as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof Breakage) throw error
    throw new BrokenAnswer(`cannot be unpacked (${(error as Error).message})`)
  }
  // It may hold more than was packed, or be the packed part of a body that broke off.
  if (!body.ended) throw new BrokenAnswer('goes on behind what was packed')
}

/** The whole body, within `millis`. */
export async function readBody(incoming: Incoming, millis: number): Promise<Buffer> {
  const isPlain = codingOf(incoming.headers) === undefined
  const there = isPlain ? incoming.body.whole() : undefined
  if (there) return uncut(there.length === 1 ? there[0]! : Buffer.concat(there), incoming)
  const length = isPlain && incoming.status < 300 ? Number(header(incoming.headers, 'content-length')) : NaN
  if (length <= largestBody) return readInto(roomFor(length), incoming, millis)
  return uncut(gathered(await readPieces(incoming, millis)), incoming)
}

/** Of a body that says how long it is, pieces need not be kept. */
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

/** The own end of what nothing else bounds. */
function uncut(body: Buffer, { bounds, status, headers }: Incoming): Buffer {
  if (bounds === 'told' || isPacked(headers) || status >= 300 || body.length === 0) return body
  const end = new OwnEnd(header(headers, 'content-type'))
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
      if (size > largestBody) throw new BrokenAnswer(`is larger than ${largestBody / 2 ** 20} MB`)
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

/** What a whole body says; an empty one says nothing. */
export const parseBody = (body: Buffer): unknown => (isEmpty(body) ? {} : parseJson(body))

/** An object, where the body is one. */
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

/** A refusal is told, so what it echoes must not be in it: a 200 is what was asked for, and stays as it is. */
export function withoutEchoes({ status, headers, body }: Answer): Answer {
  const text = body.toString()
  const shown = withoutSecrets(text)
  return { status, headers: valueWithoutSecrets({ ...headers }) as HeaderValues, body: shown === text ? body : Buffer.from(shown) }
}

/** Reads a request's body: JSON, or multipart with its files written to disk. */
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Fields } from '../../contract/core/fields.ts'
import type { AnyOperation } from '../../contract/core/operation.ts'
import { invalid, Refusal } from '../store/refusal.ts'
import type { Upload } from '../store/service.ts'
import { readBody, readForm, type InputValues } from './input.ts'
import { receiveJson, tooLarge } from './json-body.ts'

const maxFileBytes = 2 ** 30

export interface Body {
  input: InputValues
  upload: Record<string, Upload>
  /** As it came, for the log; of files their names and sizes. */
  received?: unknown
  /** Why the body can't be used; reported only after rights and plan are checked. */
  problem?: Refusal
}

const broken = (): Refusal => new Refusal(400, { message: 'The multipart body is broken or cut off.' })

export async function receiveBody(operation: AnyOperation, incoming: IncomingMessage, folder: string): Promise<Body> {
  const fields = operation.body
  const upload: Record<string, Upload> = {}
  try {
    if (operation.multipart) {
      const form = await receiveMultipart(incoming, fields, folder, upload)
      const files = Object.entries(upload).map(([name, { filename, size }]): [string, string] => [name, `${filename} (${size} bytes)`])
      return { input: readForm(fields, form), upload, received: Object.fromEntries([...form, ...files]) }
    }
    const received = await receiveJson(incoming)
    return { input: readBody(fields, received), upload, ...(Object.keys(received).length > 0 && { received }) }
  } catch (error) {
    if (error instanceof Refusal) return { input: {}, upload, problem: error }
    await discard(upload)
    throw error
  }
}

/** Removes uploads that no handler kept. */
export const discard = async (upload: Readonly<Record<string, Upload>>): Promise<void> => {
  await Promise.all(Object.values(upload).map(({ path }) => rm(path, { force: true })))
}

/** Writes the files of the operation's own fields to disk and skips any others. */
async function receiveMultipart(
  incoming: IncomingMessage,
  fields: Fields,
  folder: string,
  upload: Record<string, Upload>,
): Promise<URLSearchParams> {
  if (!/^multipart\/form-data\s*;/i.test(incoming.headers['content-type'] ?? '')) {
    incoming.resume()
    invalid({ body: 'must be multipart/form-data' })
  }
  const form = new URLSearchParams()
  const writing: Promise<void>[] = []
  // Its content type was checked above, which is what the parser asks for.
  const busboy = createParser(incoming.headers as BusboyHeaders)
  const reading = feed(incoming, busboy)
  busboy.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) reading.stop(tooLarge())
    else form.append(name, value)
  })
  busboy.on('file', (name, stream, filename, _encoding, type) => {
    reading.track(stream)
    if (fields[name]?.kind !== 'file' || upload[name]) return void stream.resume()
    const path = join(folder, randomUUID())
    const file: Upload = { filename: filename ?? '', type, path, size: 0 }
    upload[name] = file
    stream.on('data', (chunk: Buffer) => {
      file.size += chunk.byteLength
    })
    writing.push(write(stream, path, reading.stopped))
  })
  const refusal = await reading.ended
  const written = await Promise.allSettled(writing)
  if (refusal) throw refusal
  if (written.some(({ status }) => status === 'rejected')) throw broken()
  return form
}

/** Settles once the file is closed, so that it can be removed. */
async function write(file: Readable, path: string, stopped: AbortSignal): Promise<void> {
  const target = createWriteStream(path, { mode: 0o600 })
  const closed = once(target, 'close')
  try {
    await pipeline(file, target, { signal: stopped })
  } finally {
    await closed
  }
}

interface Reading {
  /** Resolves with the reason when reading was stopped early. */
  ended: Promise<Refusal | undefined>
  stop: (reason: Refusal) => void
  stopped: AbortSignal
  /** Stops when something is wrong with this file of the body. */
  track: (file: Readable) => void
}

/**
 * Pipes the body into its parser. A limit exceeded, a broken body or a client that went away stops that: the rest is
 * discarded unparsed, so that the refusal can still be sent.
 */
function feed(incoming: IncomingMessage, busboy: BusboyInstance): Reading {
  const { promise, resolve } = Promise.withResolvers<Refusal | undefined>()
  const stopped = new AbortController()
  const stop = (reason: Refusal): void => {
    incoming.unpipe(busboy)
    incoming.resume()
    stopped.abort()
    resolve(reason)
  }
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) busboy.on(limit, () => stop(tooLarge()))
  incoming.once('close', () => {
    if (!incoming.complete) stop(broken())
  })
  finished(busboy, (error) => (error ? stop(broken()) : resolve(undefined)))
  incoming.pipe(busboy)
  return {
    ended: promise,
    stop,
    stopped: stopped.signal,
    track: (file) => {
      // A truncated part emits an error on its own stream; without a listener that would end the process.
      file.on('error', () => stop(broken()))
      file.on('limit', () => stop(tooLarge()))
    },
  }
}

function createParser(headers: BusboyHeaders): BusboyInstance {
  try {
    return new Busboy({ headers, limits: { fileSize: maxFileBytes, fieldSize: 2 ** 16, fields: 100, files: 20, parts: 120 } })
  } catch {
    throw broken()
  }
}

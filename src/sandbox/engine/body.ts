/** Reads a request's body: JSON, or multipart with its files put on disk. */
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Fields } from '../../contract/core/fields.ts'
import type { AnyOperation } from '../../contract/core/operation.ts'
import { invalid, Refusal, type Upload } from './handler.ts'
import { readBody, readForm, type Values } from './input.ts'

const jsonBytes = 64 * 2 ** 20
const fileBytes = 2 ** 30

export interface Body {
  input: Values
  upload: Record<string, Upload>
  /** Why it can't be used; told only after the rights and the plan were judged. */
  problem?: Refusal
}

const tooLarge = (): Refusal => new Refusal(413, { message: 'Payload Too Large' })
const broken = (): Refusal => new Refusal(400, { message: 'The multipart body is broken or cut off.' })

export async function takeBody(operation: AnyOperation, incoming: IncomingMessage, folder: string): Promise<Body> {
  const fields = operation.body as Fields
  const upload: Record<string, Upload> = {}
  try {
    if (operation.multipart) return { input: readForm(fields, await takeMultipart(incoming, fields, folder, upload)), upload }
    return { input: readBody(fields, await takeJson(incoming)), upload }
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

async function takeJson(incoming: IncomingMessage): Promise<Values> {
  const chunks: Buffer[] = []
  let size = 0
  // Left open when it is too large: the client is to read why.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > jsonBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  return text.trim() === '' ? {} : parse(text)
}

function parse(text: string): Values {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    invalid({ body: 'is not JSON' })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) invalid({ body: 'must be an object' })
  return body as Values
}

/** Files of the operation's own fields go to disk, others are skipped. */
async function takeMultipart(
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
  let refusal: Refusal | undefined
  const busboy = boundaryReader(incoming.headers as BusboyHeaders)
  busboy.on('field', (name, value) => {
    form.append(name, value)
  })
  busboy.on('file', (name, stream, filename, _encoding, type) => {
    // A part that breaks off is told by its own stream, which ends the process where nobody listens.
    stream.on('error', () => {
      refusal ??= broken()
    })
    if (fields[name]?.kind !== 'file' || upload[name]) return void stream.resume()
    const path = join(folder, randomUUID())
    const file: Upload = { filename: filename ?? '', type, path, size: 0 }
    upload[name] = file
    stream.on('data', (chunk: Buffer) => {
      file.size += chunk.byteLength
    })
    stream.on('limit', () => {
      refusal = tooLarge()
    })
    writing.push(pipeline(stream, createWriteStream(path, { mode: 0o600 })))
  })
  const ended = await Promise.allSettled([pipeline(incoming, busboy), ...writing])
  const more = await Promise.allSettled(writing)
  if (refusal) throw refusal
  if ([...ended, ...more].some(({ status }) => status === 'rejected')) throw broken()
  return form
}

function boundaryReader(headers: BusboyHeaders): BusboyInstance {
  try {
    return new Busboy({ headers, limits: { fileSize: fileBytes, fieldSize: 2 ** 20, fields: 1000, files: 20 } })
  } catch {
    throw broken()
  }
}

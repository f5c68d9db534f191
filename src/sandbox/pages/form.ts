/** Reads the body of a form: urlencoded or multipart, within limits. */
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

export interface ReceivedFile {
  name: string
  type: string
  bytes: Uint8Array
}

export interface ReceivedForm {
  entries: [string, string][]
  files: { field: string; file: ReceivedFile }[]
}

export class BadForm extends Error {
  readonly status: 400 | 413

  constructor(status: 400 | 413) {
    super(status === 413 ? 'The form is too large' : 'The form cannot be read')
    this.name = 'BadForm'
    this.status = status
  }
}

const maxBytes = 2 ** 20
const maxFields = 5000

/** Limits of uploads: bytes of each file, and number of files. */
export interface UploadLimits {
  bytes: number
  count: number
}

export async function readForm(request: Request, limits: UploadLimits): Promise<ReceivedForm> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return readMultipart(request, type, limits)
  const text = await readText(request)
  // Counted before parsing, so that a million fields are never built.
  if (text.split('&', maxFields + 1).length > maxFields) throw new BadForm(413)
  return { entries: [...new URLSearchParams(text)], files: [] }
}

/** One field of a form. */
export const fieldOf = ({ entries }: ReceivedForm, name: string): string => entries.find(([each]) => each === name)?.[1] ?? ''

/** The text of a form without files. */
export async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length')) > maxBytes) throw new BadForm(413)
  const chunks: Buffer[] = []
  let size = 0
  const stream: AsyncIterable<Buffer> = nodeStream(request)
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw new BadForm(413)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

// The web stream of `fetch` and that of Node are one class with two declarations.
const nodeStream = ({ body }: Request): Readable => (body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]))

/**
 * A file is read up to one byte beyond its limit, which is enough to see that it is too large. Exceeding another limit stops
 * the reading.
 */
function readMultipart(request: Request, type: string, limits: UploadLimits): Promise<ReceivedForm> {
  return new Promise((resolve, reject) => {
    const form: ReceivedForm = { entries: [], files: [] }
    const parser = parserOf(type, limits)
    if (!parser) {
      reject(new BadForm(400))
      return
    }
    const body = nodeStream(request)
    const refuse = (status: 400 | 413) => (): void => {
      body.unpipe(parser)
      body.resume()
      reject(new BadForm(status))
    }
    let left = maxBytes
    parser.on('field', (name, value, nameCut, valueCut) => {
      // Whatever the type says, a part may come without a name.
      left -= Buffer.byteLength(name ?? '') + Buffer.byteLength(value ?? '')
      if (nameCut || valueCut || left < 0) refuse(413)()
      else if (name) form.entries.push([name, value])
    })
    parser.on('file', (field, stream, name, _encoding, mime) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      // A truncated part emits an error on its own stream; without a listener that would end the process.
      stream.on('error', refuse(400))
      stream.on('end', () => {
        // An empty file input sends a part without a file name; a part without a field name belongs to no question.
        if (name && field)
          form.files.push({ field, file: { name: name.replace(/^.*[/\\]/, ''), type: mime, bytes: Buffer.concat(chunks) } })
      })
    })
    for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, refuse(413))
    parser.on('error', refuse(400))
    parser.on('finish', () => resolve(form))
    body.on('error', refuse(400))
    body.pipe(parser)
  })
}

function parserOf(type: string, { bytes, count }: UploadLimits): BusboyInstance | undefined {
  const limits = { fieldSize: maxBytes, fields: maxFields, files: count, parts: maxFields + count, fileSize: bytes + 1 }
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    return undefined
  }
}

/** The body of a posted form: urlencoded or multipart, within bounds. */
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { ReceivedFile } from './store.ts'

export interface Form {
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

/** Bounds of uploads: bytes of one, and how many. */
export interface FileLimits {
  bytes: number
  count: number
}

export async function readForm(request: Request, limits: FileLimits): Promise<Form> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return readMultipart(request, type, limits)
  const text = await readText(request)
  // As many signs between fields as there may be fields: a million of them are not taken apart.
  if (text.split('&', maxFields + 1).length > maxFields) throw new BadForm(413)
  return { entries: [...new URLSearchParams(text)], files: [] }
}

/** One field of a form. */
export const fieldOf = ({ entries }: Form, name: string): string => entries.find(([each]) => each === name)?.[1] ?? ''

/** The text of a form without files. */
export async function readText(request: Request): Promise<string> {
  if (!request.body) return ''
  if (Number(request.headers.get('content-length')) > maxBytes) throw new BadForm(413)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of Readable.fromWeb(request.body as ReadableStream)) {
    size += (chunk as Buffer).length
    if (size > maxBytes) throw new BadForm(413)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * A file past its limit is cut one byte later, which is enough to see that it is too large. What is over another limit
 * stops the reading: the rest is never looked at.
 */
function readMultipart(request: Request, type: string, limits: FileLimits): Promise<Form> {
  return new Promise((resolve, reject) => {
    const form: Form = { entries: [], files: [] }
    const parser = parserOf(type, limits)
    if (!parser) {
      reject(new BadForm(400))
      return
    }
    const body = request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([])
    const refuse = (status: 400 | 413) => (): void => {
      body.unpipe(parser)
      body.resume()
      reject(new BadForm(status))
    }
    let left = maxBytes
    parser.on('field', (name, value, nameCut, valueCut) => {
      // A part without a name has none, whatever its type says.
      left -= Buffer.byteLength(name ?? '') + Buffer.byteLength(value ?? '')
      if (nameCut || valueCut || left < 0) refuse(413)()
      else if (name) form.entries.push([name, value])
    })
    parser.on('file', (field, stream, name, _encoding, mime) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      // A part that breaks off is told by its own stream, which ends the process where nobody listens.
      stream.on('error', refuse(400))
      stream.on('end', () => {
        // A file input that was left empty sends a part without a file name; one without a field's name is nobody's.
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

function parserOf(type: string, { bytes, count }: FileLimits): BusboyInstance | undefined {
  const limits = { fieldSize: maxBytes, fields: maxFields, files: count, parts: maxFields + count, fileSize: bytes + 1 }
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    return undefined
  }
}

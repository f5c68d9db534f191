/** The body of a posted form: urlencoded or multipart, within bounds. */
import { Busboy } from '@fastify/busboy'
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

const mostBytes = 2 ** 20
const mostFields = 5000

/** Bounds of uploads: bytes of one, and how many. */
export interface FileLimits {
  bytes: number
  count: number
}

export async function readForm(request: Request, limits: FileLimits): Promise<Form> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return readMultipart(request, type, limits)
  return { entries: [...new URLSearchParams(await readText(request))], files: [] }
}

/** One field of a form. */
export const fieldOf = ({ entries }: Form, name: string): string => entries.find(([each]) => each === name)?.[1] ?? ''

async function readText(request: Request): Promise<string> {
  if (!request.body) return ''
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of Readable.fromWeb(request.body as ReadableStream)) {
    size += (chunk as Buffer).length
    if (size > mostBytes) throw new BadForm(413)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A file past its limit is cut one byte later, which is enough to see that it is too large. */
function readMultipart(request: Request, type: string, { bytes, count }: FileLimits): Promise<Form> {
  return new Promise((resolve, reject) => {
    const form: Form = { entries: [], files: [] }
    let parser
    try {
      parser = new Busboy({
        headers: { 'content-type': type },
        limits: { fieldSize: mostBytes, fields: mostFields, files: count, fileSize: bytes + 1 },
      })
    } catch {
      reject(new BadForm(400))
      return
    }
    const refuse = (status: 400 | 413) => (): void => reject(new BadForm(status))
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) refuse(413)()
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
    parser.on('fieldsLimit', refuse(413))
    parser.on('filesLimit', refuse(413))
    parser.on('error', refuse(400))
    parser.on('finish', () => resolve(form))
    const body = request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([])
    body.on('error', refuse(400))
    body.pipe(parser)
  })
}

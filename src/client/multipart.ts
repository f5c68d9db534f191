/** A multipart body whose files are streamed from disk, with its length known beforehand. */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import type { AnyOperation } from '../contract/core/operation.ts'
import { usageError } from '../errors.ts'
import type { Values } from './request.ts'

const types = new Map(
  Object.entries<string>({
    '.png': 'image/png',
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.webp': 'image/webp',
    '.gif': 'image/gif',
    '.bmp': 'image/bmp',
    '.svg': 'image/svg+xml',
    '.mp4': 'video/mp4',
    '.webm': 'video/webm',
    '.mov': 'video/quicktime',
    '.avi': 'video/x-msvideo',
    '.mkv': 'video/x-matroska',
    '.mp3': 'audio/mpeg',
    '.wav': 'audio/wav',
    '.ogg': 'audio/ogg',
    '.m4a': 'audio/mp4',
    '.txt': 'text/plain',
    '.csv': 'text/csv',
    '.xls': 'application/vnd.ms-excel',
    '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
)

export const typeOf = (path: string): string => types.get(extname(path).toLowerCase()) ?? 'application/octet-stream'

export interface Multipart {
  type: string
  length: number
  /** A fresh stream for each attempt. */
  open: () => Readable
}

type Part = string | { path: string; size: number }

/** As browsers write names into a form. */
const quoted = (name: string): string => `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`

async function sizeOf(name: string, path: string): Promise<number> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts) throw usageError(`${name}: there is no file ${path}`)
  if (!facts.isFile()) throw usageError(`${name}: ${path} is not a file`)
  await access(path, constants.R_OK).catch(() => {
    throw usageError(`${name}: ${path} cannot be read`)
  })
  return facts.size
}

const textParts = (name: string, value: unknown): [string, string][] => {
  if (Array.isArray(value)) return value.flatMap((item) => textParts(`${name}[]`, item))
  return [[name, typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')]]
}

export async function multipart(operation: AnyOperation, input: Values): Promise<Multipart> {
  const boundary = `surveyctl-${randomBytes(18).toString('hex')}`
  const parts: Part[] = []
  const head = (name: string, more = ''): string => `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}${more}\r\n\r\n`
  for (const [name, field] of Object.entries(operation.body)) {
    const value = input[name]
    if (value === undefined) continue
    if (field.kind === 'file') {
      const path = String(value)
      parts.push(
        head(name, `; filename=${quoted(basename(path))}\r\nContent-Type: ${typeOf(path)}`),
        { path, size: await sizeOf(name, path) },
        '\r\n',
      )
    } else {
      for (const [key, text] of textParts(name, value)) parts.push(`${head(key)}${text}\r\n`)
    }
  }
  parts.push(`--${boundary}--\r\n`)
  const length = parts.reduce((sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : part.size), 0)
  return { type: `multipart/form-data; boundary=${boundary}`, length, open: () => Readable.from(bytesOf(parts), { objectMode: false }) }
}

async function* bytesOf(parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield Buffer.from(part)
    else if (part.size > 0) yield* createReadStream(part.path, { end: part.size - 1, highWaterMark: 256 * 1024 })
  }
}

/** One request, ready to be sent as often as its retries need. */
import type { Readable } from 'node:stream'
import { isRead, type AnyOperation } from '../contract/core/operation.ts'
import type { Asked } from './asked.ts'
import { toRequest, type Values } from './request.ts'
import { counted } from '../text/counted.ts'

export interface Payload {
  type: string
  length?: number
  /** Called for each attempt. */
  open: () => string | Uint8Array | Readable
  /** What `--debug` shows of it. */
  shown: unknown
}

export interface Job {
  asked: Asked
  /** Changes nothing, also if it is a POST; its redirects are followed. */
  read: boolean
  /** The answer is a file: it may come from another origin, and isn't compressed. */
  file: boolean
  payload?: Payload | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** On a connection of its own, whose end is watched. */
  watched?: boolean | undefined
  /** Sent to this address instead of the path below the base URL. */
  url?: URL | undefined
}

export function jobOf(operation: AnyOperation, input: Values, known: Pick<Asked, 'signed' | 'advice'>): Job {
  const { method, path, body } = toRequest(operation, input)
  const read = isRead(operation) || operation.safe === true
  return {
    asked: { ...known, method, path, operation, input, repeatable: read || (operation.repeatable === true && !operation.replaces) },
    read,
    file: operation.file === true,
    payload: body && payloadOf(body),
  }
}

/** Adds the files of an upload to the payload. */
export async function withFiles(job: Job, operation: AnyOperation, input: Values): Promise<Job> {
  if (!operation.multipart) return job
  const { multipart } = await import('./multipart.ts')
  return { ...job, payload: { ...(await multipart(operation, input)), shown: job.payload?.shown } }
}

/** Text and bytes as they are, anything else as JSON. */
export function payloadOf(body: unknown): Payload {
  if (body instanceof Uint8Array)
    return { type: 'application/octet-stream', open: () => body, shown: `(${counted(body.byteLength, 'byte')})` }
  if (typeof body === 'string') return { type: 'application/json', open: () => body, shown: `(${counted(body.length, 'character')})` }
  const text = JSON.stringify(body)
  return { type: 'application/json', open: () => text, shown: body }
}

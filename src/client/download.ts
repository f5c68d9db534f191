/** A file from the service: in batches to where it is kept, whole or not at all. */
import { CommandError } from '../errors.ts'
import { header, readBody, unpacked } from './answer.ts'
import type { Caller } from './caller.ts'
import type { Job } from './job.ts'
import { exchangeOf, requestOf } from './asked.ts'
import { failureOf } from './failures.ts'
import { strangerFailure } from './stranger.ts'
import type { Sink } from './files.ts'
import { dispositionName } from './names.ts'
import type { HeaderValues, Incoming } from './transport.ts'

export interface FileFacts {
  name?: string | undefined
  type?: string | undefined
  length?: number | undefined
}

export interface DownloadOptions {
  /** Called once, when the file begins; says where it goes. */
  open: (facts: FileFacts) => Sink | Promise<Sink>
  onProgress?: ((progress: { bytes: number; length?: number | undefined }) => void) | undefined
}

export interface Downloaded {
  name: string | undefined
  type: string | undefined
  bytes: number
}

function factsOf(headers: HeaderValues): FileFacts {
  const length = header(headers, 'content-encoding') ? undefined : header(headers, 'content-length')
  return {
    name: dispositionName(header(headers, 'content-disposition')),
    type: header(headers, 'content-type')?.split(';')[0]!.trim(),
    length: length === undefined ? undefined : Number(length),
  }
}

/** Data or a page where a file was asked for: a refusal, or somebody else's answer. */
async function expectFile(incoming: Incoming, { asked }: Job, longest: number): Promise<void> {
  const type = header(incoming.headers, 'content-type') ?? ''
  const named = /attachment|filename/i.test(header(incoming.headers, 'content-disposition') ?? '')
  if (named || !/json|html/i.test(type)) return
  const body = await readBody(incoming, longest)
  const answer = { ...incoming, body }
  if (/json/i.test(type) && /"code"/.test(body.toString('latin1', 0, 2000))) throw failureOf(answer, asked)
  if (/html/i.test(type)) throw strangerFailure(answer, asked)
  throw new CommandError('refused', `The answer to ${exchangeOf(asked)} is data and no file`, {
    status: incoming.status,
    request: requestOf(asked),
  })
}

export async function download(job: Job, incoming: Incoming, caller: Caller, { open, onProgress }: DownloadOptions): Promise<Downloaded> {
  let sink: Sink | undefined
  try {
    await expectFile(incoming, job, caller.longest)
    const facts = factsOf(incoming.headers)
    sink = await open(facts)
    const bytes = await pour(incoming, sink, (count) => onProgress?.({ bytes: count, length: facts.length }))
    sink.finish()
    return { name: facts.name, type: facts.type, bytes }
  } catch (error) {
    sink?.abort()
    incoming.body.discard()
    throw caller.translate(error, job, incoming)
  }
}

async function pour(incoming: Incoming, sink: Sink, progress: (bytes: number) => void): Promise<number> {
  let bytes = 0
  const take = (chunk: Buffer): void => {
    sink.write(chunk)
    bytes += chunk.byteLength
    progress(bytes)
  }
  const source = unpacked(incoming)
  if (source === incoming.body) await incoming.body.pour(take)
  else for await (const chunk of source) take(chunk)
  return bytes
}

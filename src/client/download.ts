/** A file from the service: in batches to where it is kept, whole or not at all. */
import { CommandError } from '../errors.ts'
import { header, isPacked, looselyParsed, readBody, unpacked, withoutEchoes } from './answer.ts'
import { cutOff } from './breakage.ts'
import type { Caller } from './caller.ts'
import { Deadline } from './deadline.ts'
import type { Job } from './job.ts'
import { exchangeOf, requestOf, type Asked } from './asked.ts'
import { failureOf } from './failures.ts'
import { OwnEnd } from './own-end.ts'
import { refusedWith } from './refusal.ts'
import type { Retry } from './retry.ts'
import { isGood, strangerFailure } from './stranger.ts'
import type { Sink } from './files.ts'
import { dispositionName } from './names.ts'
import type { HeaderValues, Incoming } from './transport.ts'

export interface FileFacts {
  name?: string | undefined
  type?: string | undefined
  length?: number | undefined
}

export interface DownloadOptions {
  /** Called when the file begins, for each attempt anew; says where it goes. */
  open: (facts: FileFacts) => Sink | Promise<Sink>
  onProgress?: ((progress: { bytes: number; length?: number | undefined }) => void) | undefined
}

export interface Downloaded {
  name: string | undefined
  type: string | undefined
  bytes: number
  /** False: only the connection's end says that this was all, and the file's own end says nothing. */
  proven: boolean
}

/** What a download needs of the client. */
export interface Source {
  caller: Caller
  /** The head of a good answer. */
  head: (job: Job, retry: Retry) => Promise<Incoming>
  retry: (asked: Asked) => Retry
}

function factsOf(headers: HeaderValues): FileFacts {
  const length = header(headers, 'content-encoding') ? undefined : header(headers, 'content-length')
  return {
    name: dispositionName(header(headers, 'content-disposition')),
    type: header(headers, 'content-type')?.split(';')[0]!.trim(),
    length: length === undefined ? undefined : Number(length),
  }
}

const noFile = ({ asked }: Job, status: number, what: string): CommandError =>
  new CommandError('refused', `The answer to ${exchangeOf(asked)} is ${what}`, { status, request: requestOf(asked) })

/** Data or a page where a file was asked for: a refusal, or somebody else's answer. */
async function expectFile(incoming: Incoming, job: Job, caller: Caller): Promise<void> {
  const { status, headers } = incoming
  if (status === 206) throw noFile(job, status, 'only a part of the file, though all of it was asked for (206)')
  if (!isGood(status)) throw noFile(job, status, `no file (${status})`)
  // Chunks are unpacked as they come; whatever else packs a body on its way is unknown here.
  const packing = header(headers, 'transfer-encoding')
  if (packing !== undefined && !/^\s*chunked\s*$/i.test(packing))
    throw noFile(job, status, `packed as "${packing}", which was not asked for`)
  const type = header(headers, 'content-type') ?? ''
  const named = /attachment|filename/i.test(header(headers, 'content-disposition') ?? '')
  if (named || !/json|html/i.test(type)) return
  const body = await readBody(incoming, caller.longest)
  const answer = { ...incoming, body }
  const refused = refusedWith(looselyParsed(body), job.asked)
  if (refused !== undefined) throw failureOf(withoutEchoes(answer), job.asked, refused)
  if (/html/i.test(type)) throw strangerFailure(answer, job.asked)
  throw noFile(job, status, 'data and no file')
}

/** A download that breaks is tried again from its beginning, as all reads are. */
export async function download(job: Job, source: Source, options: DownloadOptions): Promise<Downloaded> {
  const retry = source.retry(job.asked)
  while (true) {
    const out = { bytes: 0 }
    try {
      return await attempt(await watchedHead(job, source, retry), source.caller, options, out)
    } catch (error) {
      if (out.bytes > 0) throw partlyOut(error, out.bytes)
      await retry.after(error)
    }
  }
}

interface Begun {
  job: Job
  incoming: Incoming
}

/** Where nothing but the end of a secure connection bounds the file, it is asked for once more, and the end is watched. */
async function watchedHead(job: Job, { head }: Source, retry: Retry): Promise<Begun> {
  const incoming = await head(job, retry)
  if (incoming.bounds !== 'secure' || !job.asked.repeatable) return { job, incoming }
  incoming.body.discard()
  const watched = { ...job, watched: true }
  return { job: watched, incoming: await head(watched, retry) }
}

/** `out`: how much of it can't be taken back. */
async function attempt(
  { job, incoming }: Begun,
  caller: Caller,
  { open, onProgress }: DownloadOptions,
  out: { bytes: number },
): Promise<Downloaded> {
  let sink: Sink | undefined
  try {
    await expectFile(incoming, job, caller)
    const facts = factsOf(incoming.headers)
    const { write, finish, isFinal = false } = (sink = await open(facts))
    let bytes = 0
    // What is packed ends where its packing says.
    const ownEnd = incoming.bounds === 'told' || isPacked(incoming.headers) ? undefined : new OwnEnd(facts.type)
    const written = (chunk: Buffer): void => {
      bytes += chunk.byteLength
      if (isFinal) out.bytes = bytes
      onProgress?.({ bytes, length: facts.length })
    }
    await pour(incoming, caller.longest, isFinal, (chunk) => {
      ownEnd?.take(chunk)
      const waiting = write(chunk)
      return waiting ? waiting.then(() => written(chunk)) : written(chunk)
    })
    const end = ownEnd?.judge()
    if (end === 'cut') throw cutOff()
    if (bytes === 0) throw noFile(job, incoming.status, 'empty, where a file is due')
    finish()
    return { name: facts.name, type: facts.type, bytes, proven: end !== 'unknown' || incoming.bounds === 'closed' }
  } catch (error) {
    sink?.abort()
    incoming.body.discard()
    throw caller.translate(error, job, incoming)
  }
}

/** However large: each part of it within `millis`. */
async function pour(incoming: Incoming, millis: number, waits: boolean, write: Sink['write']): Promise<void> {
  const deadline = new Deadline(incoming, millis)
  const take = (chunk: Buffer): void | Promise<void> => {
    deadline.stop()
    const waiting = write(chunk)
    const goOn = (): void => {
      deadline.take(chunk.byteLength)
      deadline.start()
    }
    // A reader of standard output may take its time.
    return waiting ? waiting.then(goOn) : goOn()
  }
  const source = unpacked(incoming)
  try {
    if (source === incoming.body && !waits) await incoming.body.pour((chunk) => void take(chunk))
    else for await (const chunk of source) await take(chunk)
  } catch (error) {
    throw deadline.judge(error)
  } finally {
    deadline.stop()
  }
}

const partlyOut = (error: unknown, bytes: number): unknown =>
  error instanceof CommandError && error.kind !== 'interrupted'
    ? new CommandError(error.kind, `${error.message}. ${bytes} bytes of the file are already written, and cannot be taken back`, {
        ...error.facts,
        hint: 'What was written is not whole. With -o FILE it is whole or not there, and tried again',
      })
    : error

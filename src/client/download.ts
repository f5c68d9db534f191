/** Downloads a file from the service to a sink: complete, or not at all. */
import { CommandError } from '../errors.ts'
import { header, isPacked, looselyParsed, readBody, unpacked, withSecretsMasked } from './answer/answer.ts'
import { cutOff } from './transport/transport-error.ts'
import type { Caller } from './caller.ts'
import { Deadline } from './transport/deadline.ts'
import type { Job } from './job.ts'
import { exchangeOf, requestOf, type Asked } from './asked.ts'
import { failureOf } from './answer/failures.ts'
import { FileEnd } from './answer/file-end.ts'
import { refusedWith } from './answer/refusal.ts'
import type { RepeatOptions, Retry } from './retry.ts'
import { isGood, foreignAnswer } from './answer/foreign-answer.ts'
import type { Sink } from './files.ts'
import { dispositionName } from './names.ts'
import type { HeaderValues, Incoming } from './transport/exchange.ts'
import { counted } from '../text/counted.ts'

export interface FileFacts {
  name?: string | undefined
  type?: string | undefined
  length?: number | undefined
}

export interface DownloadOptions extends Pick<RepeatOptions, 'once'> {
  /** Called at the beginning of each attempt; gives the sink that the file goes to. */
  open: (facts: FileFacts) => Sink | Promise<Sink>
  onProgress?: ((progress: { bytes: number; length?: number | undefined }) => void) | undefined
}

export interface Downloaded {
  name: string | undefined
  type: string | undefined
  bytes: number
  /** False: only the end of the connection says that the file is complete, and its content can't confirm it. */
  proven: boolean
}

/** What a download needs of the client. */
interface Source {
  caller: Caller
  /** The head of a good answer. */
  head: (job: Job, retry: Retry) => Promise<Incoming>
  retry: (asked: Asked, options: RepeatOptions) => Retry
}

function factsOf(headers: HeaderValues): FileFacts {
  const length = header(headers, 'content-encoding') ? undefined : header(headers, 'content-length')
  return {
    name: dispositionName(header(headers, 'content-disposition')),
    type: header(headers, 'content-type')?.replace(/;.*$/s, '').trim(),
    length: length === undefined ? undefined : Number(length),
  }
}

const noFile = ({ asked }: Job, status: number, what: string): CommandError =>
  new CommandError('refused', `The answer to ${exchangeOf(asked)} is ${what}`, { status, request: requestOf(asked) })

/** Throws if the answer isn't a file: a refusal with a good status, or another program's page. */
async function expectFile(incoming: Incoming, job: Job, caller: Caller): Promise<void> {
  const { status, headers } = incoming
  if (status === 206) throw noFile(job, status, 'only a part of the file, though all of it was asked for (206)')
  if (!isGood(status)) throw noFile(job, status, `not a file (${status})`)
  // undici decodes chunks; any other transfer encoding is unknown here.
  const packing = header(headers, 'transfer-encoding')
  if (packing !== undefined && !/^\s*chunked\s*$/i.test(packing))
    throw noFile(job, status, `compressed as "${packing}", which was not asked for`)
  const type = header(headers, 'content-type') ?? ''
  const named = /attachment|filename/i.test(header(headers, 'content-disposition') ?? '')
  if (named || !/json|html/i.test(type)) return
  const body = await readBody(incoming, caller.longest)
  const answer = { ...incoming, body }
  const refused = refusedWith(looselyParsed(body), job.asked)
  if (refused !== undefined) throw failureOf(withSecretsMasked(answer), job.asked, refused)
  if (/html/i.test(type)) throw foreignAnswer(answer, job.asked)
  throw noFile(job, status, 'data, not a file')
}

/** A download that breaks off is repeated from its beginning, as all reads are. */
export async function download(job: Job, source: Source, options: DownloadOptions): Promise<Downloaded> {
  const retry = source.retry(job.asked, options)
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

/** Where only the end of a TLS connection ends the file, it is requested again on one whose end is watched: it may have been cut. */
async function watchedHead(job: Job, { head }: Source, retry: Retry): Promise<Begun> {
  const incoming = await head(job, retry)
  if (incoming.endSign !== 'tls' || !job.asked.repeatable) return { job, incoming }
  incoming.body.discard()
  const watched = { ...job, watched: true }
  return { job: watched, incoming: await head(watched, retry) }
}

/** `out`: how many bytes went to a sink that can't undo them. */
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
    // Compressed data has an end of its own.
    const fileEnd = incoming.endSign === 'stated' || isPacked(incoming.headers) ? undefined : new FileEnd(facts.type)
    const written = (chunk: Buffer): void => {
      bytes += chunk.byteLength
      if (isFinal) out.bytes = bytes
      onProgress?.({ bytes, length: facts.length })
    }
    await pour(incoming, caller.longest, isFinal, (chunk) => {
      fileEnd?.take(chunk)
      const waiting = write(chunk)
      return waiting ? waiting.then(() => written(chunk)) : written(chunk)
    })
    const end = fileEnd?.judge()
    if (end === 'cut') throw cutOff()
    if (bytes === 0) throw noFile(job, incoming.status, 'empty instead of a file')
    finish()
    return { name: facts.name, type: facts.type, bytes, proven: end !== 'unknown' || incoming.endSign === 'close_notify' }
  } catch (error) {
    sink?.abort()
    incoming.body.discard()
    throw caller.translate(error, job, incoming)
  }
}

/** Writes the body to the sink; each megabyte must come within `millis`. */
async function pour(incoming: Incoming, millis: number, waits: boolean, write: Sink['write']): Promise<void> {
  const deadline = new Deadline(incoming, millis)
  const take = (chunk: Buffer): void | Promise<void> => {
    deadline.stop()
    const waiting = write(chunk)
    const goOn = (): void => {
      deadline.take(chunk.byteLength)
      deadline.start()
    }
    // A slow reader of standard output doesn't use up the time.
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
    ? new CommandError(
        error.kind,
        `${error.message}. ${counted(bytes, 'byte')} of the file ${bytes === 1 ? 'was' : 'were'} already written`,
        {
          ...error.facts,
          hint: 'The output is incomplete. With -o FILE an interrupted download is tried again, and an incomplete file is never left',
        },
      )
    : error

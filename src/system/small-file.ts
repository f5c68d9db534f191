/** Reads what is small whole: regular files of a bounded size (settings, keys), and pipes that a person names. */
import { constants, openSync, readFileSync, statSync, type Stats } from 'node:fs'
import type { Readable } from 'node:stream'
import { messageOf } from '../text/message-of.ts'
import { codeOf } from './error-code.ts'

/** What is read whole is held in memory, and what is made of it is many times as large. */
export const mostBytes = 10 * 2 ** 20

export const tooLarge = (most: number): Error => new Error(`it is larger than ${most / 2 ** 20} MB`)

const kindOf = (facts: Stats): string =>
  facts.isDirectory() ? 'a folder' : facts.isFIFO() ? 'a pipe' : facts.isSocket() ? 'a socket' : 'a device'

// To open a pipe or a device doesn't wait for whoever writes to it: signals would not be heard meanwhile. Windows has no such flag.
export const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** `undefined` where there is none: stat first, as a thrown error is slower, and most runs lack some file. */
export function readSmallFile(path: string, most = mostBytes): { text: string; facts: Stats } | undefined {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) return undefined
  if (!facts.isFile()) throw new Error(`it is ${kindOf(facts)}, not a file`)
  if (facts.size > most) throw tooLarge(most)
  // A pipe may have taken the file's place meanwhile.
  const text = readFileSync(path, { encoding: 'utf8', flag: withoutWaiting })
  return { text: text.startsWith('\uFEFF') ? text.slice(1) : text, facts }
}

/** A pipe that has a name, to be read as it is filled. */
export function pipeAt(path: string): Readable | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return undefined
  const { Socket } = process.getBuiltinModule('node:net')
  return new Socket({ fd: openSync(path, withoutWaiting), readable: true, writable: false })
}

export async function readStream(input: Readable, signal: AbortSignal | undefined, most = mostBytes): Promise<Buffer> {
  const stop = (): void => void input.destroy(signal?.reason)
  signal?.addEventListener('abort', stop)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    const read: AsyncIterable<Buffer> = input
    for await (const part of read) {
      bytes += part.length
      if (bytes > most) throw tooLarge(most)
      parts.push(part)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return Buffer.concat(parts)
}

/** Flags for appending to a file of our own; a pipe that nobody reads is an error instead of a wait. */
export const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)

const known = new Map(
  Object.entries<string>({
    ENOENT: 'there is no such file',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder, not a file',
    ENXIO: 'it is a socket, or a pipe that nobody reads',
    ELOOP: 'its symbolic links form a loop',
  }),
)

/** Why a file can't be read, as a message. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  return known.get(code) ?? messageOf(error)
}

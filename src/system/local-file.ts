/** Files of this machine that a person names, pipes among them. */
import { constants, openSync, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { usageError } from '../errors.ts'

interface FileLimits {
  /** Name endings, without the dot. */
  formats?: readonly string[]
  bytes?: number
}

export const endingOf = (path: string): string => extname(path).slice(1).toLowerCase()

/** Refuses a file that the service would refuse by its size or name; returns its size. */
export async function needFile(path: string, { formats, bytes }: FileLimits = {}): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw usageError(`${path}: there is no such file`)
  if (!found.isFile()) throw usageError(`${path} is not a file`)
  const problems: string[] = []
  if (found.size === 0) problems.push(`${path} is empty`)
  if (formats && !formats.includes(endingOf(path))) problems.push(`${path} must be ${formats.join(', ')}`)
  if (bytes !== undefined && found.size > bytes)
    problems.push(`${path} has ${(found.size / 2 ** 20).toFixed(1)} MB; at most ${bytes / 2 ** 20} MB are taken`)
  if (problems.length > 0) throw usageError(problems)
  return found.size
}

/** Whether a path is a pipe, as shells make one for `<(command)`. */
export const isPipe = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFIFO() ?? false

const headBytes = 64 * 1024

/** The beginning of a file, enough to tell what it is. */
export async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** What is read whole is held in memory, and what is made of it is many times as large. */
export const mostBytes = 10 * 2 ** 20

// To open a pipe or a device doesn't wait for whoever writes to it: signals would not be heard meanwhile.
export const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

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

export const tooLarge = (most: number): Error => new Error(`it is larger than ${most / 2 ** 20} MB`)

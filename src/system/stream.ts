/** What is read as it comes, pipes with names among it. */
import { constants, openSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'

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

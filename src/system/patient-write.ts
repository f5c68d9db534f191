/**
 * Writes that may have to wait, e.g. to a pipe that nobody reads. What can be written at once is; the rest is written in order in
 * the background, so that signals are handled meanwhile.
 */
import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { codeOf } from './error-code.ts'

/** By descriptor, what can be written to without blocking: itself, a non-blocking duplicate, or nothing. */
const nonBlocking = new Map<number, number | undefined>()

function nonBlockingOf(descriptor: number): number | undefined {
  if (!nonBlocking.has(descriptor)) nonBlocking.set(descriptor, openNonBlocking(descriptor))
  return nonBlocking.get(descriptor)
}

function openNonBlocking(descriptor: number): number | undefined {
  if (process.platform === 'win32') return descriptor
  const facts = fstatSync(descriptor)
  const waits = facts.isFIFO() || facts.isSocket() || (facts.isCharacterDevice() && isTerminalLike(facts.rdev))
  if (!waits) return descriptor
  try {
    // Opened again it has flags of its own: setting O_NONBLOCK on the shared one would affect other processes.
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    // A socket, a system without /proc.
    return undefined
  }
}

/** Linux: memory devices, such as /dev/null, take all at once. */
const memoryDevices = 1
export const isTerminalLike = (device: number): boolean => process.platform !== 'linux' || device >> 8 !== memoryDevices

let last: Promise<void> | undefined

/** Writes all bytes. `undefined`: done; otherwise the buffer must not change until the promise is fulfilled. */
export function writePatiently(descriptor: number, bytes: Uint8Array): Promise<void> | undefined {
  const offset = last ? 0 : writeAtOnce(descriptor, bytes)
  return offset === bytes.length ? undefined : enqueue(() => writeLater(descriptor, bytes, offset))
}

/** Returns how many bytes were written. */
function writeAtOnce(descriptor: number, bytes: Uint8Array): number {
  const way = nonBlockingOf(descriptor)
  let offset = 0
  if (way === undefined) return offset
  try {
    while (offset < bytes.length) offset += writeSync(way, bytes, offset)
  } catch (error) {
    if (codeOf(error) !== 'EAGAIN') throw error
  }
  return offset
}

const longestPause = 32

async function writeLater(descriptor: number, bytes: Uint8Array, from: number): Promise<void> {
  let pause = 1
  for (let offset = from; offset < bytes.length;) {
    const written = await tryLater(descriptor, bytes, offset)
    if (written === 0) await new Promise((resolve) => setTimeout(resolve, pause))
    pause = written === 0 ? Math.min(pause * 2, longestPause) : 1
    offset += written
  }
}

/** In a thread, which may block; 0 where a non-blocking descriptor has no room. */
const tryLater = (descriptor: number, bytes: Uint8Array, offset: number): Promise<number> =>
  new Promise((resolve, reject) =>
    write(descriptor, bytes, offset, (error, written) => {
      if (!error) resolve(written)
      else if (error.code === 'EAGAIN') resolve(0)
      else reject(error)
    }),
  )

function enqueue(work: () => Promise<void>): Promise<void> {
  const mine = (last ?? Promise.resolve()).then(work)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  last = settled
  void settled.then(() => {
    if (last === settled) last = undefined
  })
  return mine
}

/** Resolves once everything is written, or has failed. */
export const allWritten = async (): Promise<void> => {
  for (let waiting = last; waiting; waiting = last) await waiting
}

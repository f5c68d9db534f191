/**
 * Writes that may have to wait, e.g. into a pipe that nobody reads. As long as there is room they are done at once; then the
 * rest waits beside the event loop, in order, so that signals are heard meanwhile.
 */
import { constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { codeOf } from './error-code.ts'

/** Where to write at once: the descriptor itself, a twin of it that never waits, or nothing. */
const ways = new Map<number, number | undefined>()

function wayOf(descriptor: number): number | undefined {
  if (!ways.has(descriptor)) ways.set(descriptor, findWay(descriptor))
  return ways.get(descriptor)
}

function findWay(descriptor: number): number | undefined {
  if (process.platform === 'win32') return descriptor
  const facts = fstatSync(descriptor)
  const waits = facts.isFIFO() || facts.isSocket() || (facts.isCharacterDevice() && isTerminalLike(facts.rdev))
  if (!waits) return descriptor
  try {
    // Opened anew it has flags of its own: to set them on what others write to as well would disturb those.
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    // A socket, a system without /proc.
    return undefined
  }
}

/** Linux: memory devices, such as /dev/null, take all at once. */
const memoryDevices = 1
const isTerminalLike = (device: number): boolean => process.platform !== 'linux' || device >> 8 !== memoryDevices

let last: Promise<void> | undefined

/** All of it. Undefined: it is written; else the buffer has to stay as it is until the promise is kept. */
export function writePatiently(descriptor: number, bytes: Uint8Array): Promise<void> | undefined {
  const offset = last ? 0 : writeAtOnce(descriptor, bytes)
  return offset === bytes.length ? undefined : enqueue(() => writeLater(descriptor, bytes, offset))
}

/** How much there was room for. */
function writeAtOnce(descriptor: number, bytes: Uint8Array): number {
  const way = wayOf(descriptor)
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

/** A thread waits for room; with a descriptor that never waits, nobody does. */
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

/** Once all is written, or has failed. */
export const allWritten = async (): Promise<void> => {
  for (let waiting = last; waiting; waiting = last) await waiting
}

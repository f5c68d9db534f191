/** Runs long work in time slices, between which other requests are served. */
import { setImmediate } from 'node:timers/promises'

const sliceMs = 10

/** Runs a generator and resolves with its result; at each `yield` other requests may be served. */
export async function inPieces<T>(work: Generator<void, T>): Promise<T> {
  for (let until = performance.now() + sliceMs; ;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + sliceMs
  }
}

/** Runs the same generator without pauses. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same items, with pauses in which other requests are served. */
export async function* paced<T>(items: Iterable<T>): AsyncGenerator<T> {
  let until = performance.now() + sliceMs
  for (const item of items) {
    yield item
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + sliceMs
  }
}

/** Long work in short pieces, between which other requests get their turn. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of a piece. */
const piece = 10

/** What the work gives in the end, which it stops on the way wherever it can. */
export async function inPieces<T>(work: Generator<void, T>): Promise<T> {
  for (let until = performance.now() + piece; ;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + piece
  }
}

/** The same work where nothing else waits. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same items, with pauses. */
export async function* paced<T>(items: Iterable<T>): AsyncGenerator<T> {
  let until = performance.now() + piece
  for (const item of items) {
    yield item
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + piece
  }
}

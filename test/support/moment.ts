/** A moment at which a program is ended: a request of it that its service holds up until the program is gone. */

/**
 * What becomes of the request at which the program ends: it never comes to the service, it is done after the program's end,
 * it is done before, and not answered, or it is answered. Requests that come later are held up as well, and done afterwards.
 */
const fates = ['lost', 'done later', 'done', 'answered'] as const
export type Fate = (typeof fates)[number]
export const someFate = (random: () => number): Fate => fates[Math.floor(random() * fates.length)]!

export class Moment {
  #left = Infinity
  #fate: Fate = 'done'
  #came = Promise.withResolvers<void>()
  #gone = Promise.withResolvers<void>()
  readonly #held = new Set<Promise<unknown>>()

  /** Comes with the nth request from now on. */
  set(nth: number, fate: Fate): void {
    ;[this.#left, this.#fate, this.#came, this.#gone] = [nth, fate, Promise.withResolvers(), Promise.withResolvers()]
  }

  /** For whoever ends the program. */
  readonly come = (): Promise<void> => this.#came.promise

  /** The program has ended: what was held up is done. */
  async over(): Promise<void> {
    this.#left = Infinity
    this.#gone.resolve()
    await Promise.all(this.#held)
  }

  /** Around each request that counts; undefined: it isn't answered. */
  around<T>(perform: () => Promise<T>): Promise<T | undefined> {
    const left = --this.#left
    if (left > 0) return perform()
    const held = left < 0 ? this.#hold('done later', perform) : this.#strike(perform)
    this.#held.add(held)
    return held.finally(() => this.#held.delete(held))
  }

  async #strike<T>(perform: () => Promise<T>): Promise<T | undefined> {
    if (this.#fate !== 'answered') return this.#hold(this.#fate, perform, this.#came.resolve)
    const answer = await perform()
    // Once it has been sent.
    setImmediate(this.#came.resolve)
    return answer
  }

  async #hold<T>(fate: Fate, perform: () => Promise<T>, ready?: () => void): Promise<undefined> {
    if (fate === 'done') await perform()
    ready?.()
    await this.#gone.promise
    if (fate === 'done later') await perform()
  }
}

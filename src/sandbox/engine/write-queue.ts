/** Runs writes one after the other, each in a transaction, and afterwards the jobs that waited for its commit. */
import type { Store } from '../store/store.ts'

export class WriteQueue {
  readonly #store: Store
  readonly #onFailure: (error: unknown) => void
  readonly #running = new Set<Promise<void>>()
  #tail: Promise<unknown> | undefined
  /** Jobs that wait for the write that runs now. */
  #jobs: (() => void | Promise<void>)[] | undefined

  /** `onFailure` gets the errors of jobs; those of writes go to whoever waits for the write. */
  constructor(store: Store, onFailure: (error: unknown) => void) {
    this.#store = store
    this.#onFailure = onFailure
  }

  write<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue(() => this.#perform(work))
  }

  /** Runs in the queue like a write, so that no write runs meanwhile, but outside of a transaction. */
  betweenWrites<T>(work: () => T): Promise<T> {
    return this.#queue(async () => work())
  }

  #queue<T>(perform: () => Promise<T>): Promise<T> {
    const turn = this.#tail ? this.#tail.then(perform) : perform()
    const ended = turn.then(
      () => {},
      () => {},
    )
    this.#tail = ended
    void ended.then(() => {
      if (this.#tail === ended) this.#tail = undefined
    })
    return turn
  }

  /** Runs once no write is in progress. */
  async read<T>(work: () => T | Promise<T>): Promise<T> {
    await this.#tail
    return work()
  }

  after(job: () => void | Promise<void>): void {
    if (this.#jobs) this.#jobs.push(job)
    else this.#start(job)
  }

  /** Resolves once every write and job has ended, those that they started included. */
  async idle(): Promise<void> {
    while (this.#tail || this.#running.size > 0) await Promise.all([this.#tail, ...this.#running])
  }

  async #perform<T>(work: () => T | Promise<T>): Promise<T> {
    const jobs: (() => void | Promise<void>)[] = []
    this.#store.begin()
    this.#jobs = jobs
    try {
      const outcome = work()
      const result = outcome instanceof Promise ? await outcome : outcome
      this.#store.commit()
      return result
    } catch (error) {
      jobs.length = 0
      this.#store.rollback()
      throw error
    } finally {
      this.#jobs = undefined
      for (const job of jobs) this.#start(job)
    }
  }

  #start(job: () => void | Promise<void>): void {
    const run = (async () => job())()
      .catch(this.#onFailure)
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }
}

/** When a failed request is sent again. */
import { repeatableCodes } from '../contract/core/operation.ts'
import { CommandError } from '../errors.ts'
import { sleep } from '../system/timers.ts'
import { AnswerError } from './answer/answer-error.ts'
import type { Asked } from './asked.ts'
import type { Waiting } from './waiting.ts'
import type { RateLimiter } from './rate-limiter.ts'

const most = 3
const base = 200

/** How one request may be retried. */
export interface RepeatOptions {
  /** Never retried. */
  once?: boolean
  /** For a write that must not be repeated: whether the service shows that it was done, or may have been. Asked before each retry. */
  mayBeDone?: () => Promise<boolean>
}

/** `exact`: numbers keep the text they were sent as, for output. `body` is given the answer as it came. */
export type CallOptions = RepeatOptions & { exact?: boolean; body?: (bytes: Uint8Array) => void }

interface RetryOptions extends RepeatOptions {
  signal: AbortSignal | undefined
  onWait: ((waiting: Waiting) => void) | undefined
}

export class Retry {
  readonly #asked: Asked
  readonly #options: RetryOptions
  readonly #limiter: RateLimiter
  #retries = 0

  constructor(asked: Asked, limiter: RateLimiter, options: RetryOptions) {
    this.#asked = asked
    this.#limiter = limiter
    this.#options = options
  }

  /** One attempt, when it is its turn among all others. */
  attempt<T>(attempt: () => Promise<T>): Promise<T> {
    return this.#limiter.run(this.#asked, attempt)
  }

  /** Waits until it is time for the next attempt; throws the failure when there is none. */
  async after(failure: unknown): Promise<void> {
    if (!(failure instanceof CommandError) || this.#options.once || !this.#worthIt(failure)) throw failure
    await this.#wait(failure)
    const { mayBeDone } = this.#options
    if (mayBeDone && (await mayBeDone())) throw new CommandError(failure.kind, failure.message, { ...failure.facts, unclear: true })
  }

  async #wait(failure: CommandError): Promise<void> {
    const { signal, onWait } = this.#options
    // After a 429 the rate limiter holds the next attempt back.
    const tooMany = failure.facts.status === 429
    if (tooMany && this.#limiter.isPatient) return
    if (this.#retries >= most) throw failure
    const asked = failure instanceof AnswerError ? failure.retryAfter : undefined
    if (asked !== undefined && asked > this.#limiter.longest) throw tooLongToWait(failure, asked)
    if (tooMany) return void this.#retries++
    const millis = asked ?? backoff(this.#retries)
    this.#retries++
    onWait?.({ kind: 'failed', failure, attempt: this.#retries, most, wait: millis })
    await sleep(millis, signal).catch(() => {
      throw new CommandError('interrupted', 'Interrupted', { cause: failure })
    })
  }

  #worthIt({ facts }: CommandError): boolean {
    if (!facts.retryable) return false
    return this.#asked.repeatable || facts.status === 429 || (facts.code !== undefined && repeatableCodes.has(facts.code))
  }
}

/** Half of it fixed, half of it random, so that many clients don't retry at the same moment. */
const backoff = (attempt: number): number => base * 2 ** attempt * (0.5 + Math.random())

/** The failure of a request whose retry is too far away to wait for. */
const tooLongToWait = (failure: CommandError, millis: number): CommandError =>
  new CommandError(failure.kind, failure.message, {
    ...failure.facts,
    hint: `The service asks to wait ${Math.ceil(millis / 1000)} s`,
    cause: failure,
  })

/** Attempts until one succeeds, or its failure is final. */
export async function persist<T>(retry: Retry, attempt: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await retry.attempt(attempt)
    } catch (error) {
      await retry.after(error)
    }
  }
}

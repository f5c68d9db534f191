/**
 * How fast this process sends requests: one rate limiter for all its workers. A 429 pauses all of them for as long as the service asks,
 * and halves how many requests run at once; after twenty good answers one more is allowed.
 */
import { CommandError } from '../errors.ts'
import { sleep } from '../system/timers.ts'
import { AnswerError } from './answer/answer-error.ts'
import { requestOf, subject, type Asked } from './asked.ts'
import type { Waiting } from './waiting.ts'

export interface RateLimiterOptions {
  /** Requests at once. */
  width: number
  /** Requests a second. */
  rate?: number | undefined
  signal: AbortSignal | undefined
  onWait: ((waiting: Waiting) => void) | undefined
  /** The longest pause that is waited for, in milliseconds. */
  longest?: number
}

const second = 1000
const firstPause = second
/** A person at a terminal isn't made to wait longer. */
const longestPause = 60 * second
const goodForOneMore = 20

export class RateLimiter {
  readonly #mostAtOnce: number
  readonly #interval: number
  readonly #signal: AbortSignal | undefined
  readonly #onWait: ((waiting: Waiting) => void) | undefined
  readonly longest: number
  #atOnce: number
  #inFlight = 0
  readonly #queue: (() => void)[] = []
  #nextByRate = 0
  #pausedUntil = 0
  #pauseBegan = 0
  /** How long to pause if the service doesn't say. */
  #usualPause = firstPause
  /** Since a pause, or since one more was allowed at once. */
  #goodAnswers = 0
  /** Milliseconds that all pauses together may take; without it each request counts its attempts. */
  #patience: number | undefined
  #pausedInAll = 0

  constructor({ width, rate, signal, onWait, longest = longestPause }: RateLimiterOptions) {
    this.#mostAtOnce = this.#atOnce = width
    this.#interval = rate === undefined ? 0 : second / rate
    this.#signal = signal
    this.#onWait = onWait
    this.longest = longest
  }

  /** From now on a 429 is no failure until the pauses sum to this. */
  setPatience(patience: number): void {
    this.#patience = patience
  }

  /** Whether a 429 is retried without counting attempts. */
  get isPatient(): boolean {
    return this.#patience !== undefined
  }

  /** Runs one attempt when it is its turn. */
  async run<T>(asked: Asked, attempt: () => Promise<T>): Promise<T> {
    await this.#enter(asked)
    const entered = Date.now()
    try {
      const answer = await attempt()
      this.#answeredWell()
      return answer
    } catch (error) {
      if (error instanceof AnswerError && error.facts.status === 429) this.#slowDown(error, entered)
      throw error
    } finally {
      this.#inFlight--
      this.#queue.shift()?.()
    }
  }

  async #enter(asked: Asked): Promise<void> {
    for (;;) {
      const now = Date.now()
      if (this.#pausedUntil > now) await this.#waitOut(asked, this.#pausedUntil - now)
      else if (this.#inFlight >= this.#atOnce) await new Promise<void>((resolve) => this.#queue.push(resolve))
      else if (this.#nextByRate > now) await this.#sleep(this.#nextByRate - now)
      else break
    }
    this.#inFlight++
    this.#nextByRate = Math.max(Date.now(), this.#nextByRate) + this.#interval
  }

  #waitOut(asked: Asked, left: number): Promise<void> {
    if (this.#patience === undefined && left > this.longest) throw notSent(asked, left)
    return this.#sleep(left)
  }

  async #sleep(millis: number): Promise<void> {
    await sleep(millis, this.#signal).catch(() => {
      throw new CommandError('interrupted', 'Interrupted')
    })
  }

  #answeredWell(): void {
    this.#usualPause = firstPause
    if (this.#atOnce === this.#mostAtOnce || ++this.#goodAnswers < goodForOneMore) return
    this.#goodAnswers = 0
    this.#atOnce++
    this.#queue.shift()?.()
  }

  #slowDown(failure: AnswerError, entered: number): void {
    const now = Date.now()
    // It was sent before the pause began, so it says nothing new.
    if (entered < this.#pauseBegan) return void (this.#pausedUntil = Math.max(this.#pausedUntil, now + (failure.retryAfter ?? 0)))
    const pause = failure.retryAfter ?? this.#usualPause
    this.#usualPause = Math.min(this.#usualPause * 2, longestPause)
    this.#pauseBegan = now
    this.#pausedUntil = now + pause
    this.#goodAnswers = 0
    this.#atOnce = Math.max(1, Math.floor(this.#atOnce / 2))
    this.#spendPatience(failure, pause)
    if (pause <= this.longest || this.isPatient) this.#onWait?.({ kind: 'paused', wait: pause })
  }

  #spendPatience({ kind, message, facts }: AnswerError, pause: number): void {
    this.#pausedInAll += pause
    if (this.#patience === undefined || this.#pausedInAll <= this.#patience) return
    throw new CommandError(kind, `${message} for too long: the pauses add up to ${Math.round(this.#pausedInAll / second)} s`, {
      ...facts,
      retryable: false,
      hint: 'Run the same command again later',
    })
  }
}

const notSent = (asked: Asked, left: number): CommandError =>
  new CommandError('unavailable', `${subject(asked)}: not sent, as the service asks to wait ${Math.ceil(left / second)} s (429)`, {
    request: requestOf(asked),
    retryable: true,
    hint: 'Try again after that time',
  })

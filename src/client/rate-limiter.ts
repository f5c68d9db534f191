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
  readonly #most: number
  readonly #interval: number
  readonly #signal: AbortSignal | undefined
  readonly #onWait: ((waiting: Waiting) => void) | undefined
  readonly longest: number
  #width: number
  #inFlight = 0
  readonly #waiting: (() => void)[] = []
  /** When the next request may begin, by the rate. */
  #next = 0
  /** Nothing is sent before this time. */
  #until = 0
  /** When the latest pause began. */
  #began = 0
  /** How long to pause if the service doesn't say. */
  #usual = firstPause
  #good = 0
  /** Milliseconds that all pauses together may take; without it each request counts its attempts. */
  #patience: number | undefined
  #paused = 0

  constructor({ width, rate, signal, onWait, longest = longestPause }: RateLimiterOptions) {
    this.#most = this.#width = width
    this.#interval = rate === undefined ? 0 : second / rate
    this.#signal = signal
    this.#onWait = onWait
    this.longest = longest
  }

  /** From now on a 429 is no failure until the pauses sum to this. */
  allow(patience: number): void {
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
      this.#goodAnswer()
      return answer
    } catch (error) {
      if (error instanceof AnswerError && error.facts.status === 429) this.#refused(error, entered)
      throw error
    } finally {
      this.#inFlight--
      this.#waiting.shift()?.()
    }
  }

  async #enter(asked: Asked): Promise<void> {
    for (;;) {
      const now = Date.now()
      if (this.#until > now) await this.#pass(asked, this.#until - now)
      else if (this.#inFlight >= this.#width) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      else if (this.#next > now) await this.#sleep(this.#next - now)
      else break
    }
    this.#inFlight++
    this.#next = Math.max(Date.now(), this.#next) + this.#interval
  }

  #pass(asked: Asked, left: number): Promise<void> {
    if (this.#patience === undefined && left > this.longest) throw notSent(asked, left)
    return this.#sleep(left)
  }

  async #sleep(millis: number): Promise<void> {
    await sleep(millis, this.#signal).catch(() => {
      throw new CommandError('interrupted', 'Interrupted')
    })
  }

  #goodAnswer(): void {
    this.#usual = firstPause
    if (this.#width === this.#most || ++this.#good < goodForOneMore) return
    this.#good = 0
    this.#width++
    this.#waiting.shift()?.()
  }

  #refused(failure: AnswerError, entered: number): void {
    const now = Date.now()
    // It was sent before the pause began, so it says nothing new.
    if (entered < this.#began) return void (this.#until = Math.max(this.#until, now + (failure.retryAfter ?? 0)))
    const pause = failure.retryAfter ?? this.#usual
    this.#usual = Math.min(this.#usual * 2, longestPause)
    this.#began = now
    this.#until = now + pause
    this.#good = 0
    this.#width = Math.max(1, Math.floor(this.#width / 2))
    this.#count(failure, pause)
    if (pause <= this.longest || this.isPatient) this.#onWait?.({ kind: 'paused', wait: pause })
  }

  #count({ kind, message, facts }: AnswerError, pause: number): void {
    this.#paused += pause
    if (this.#patience === undefined || this.#paused <= this.#patience) return
    throw new CommandError(kind, `${message} for too long: the pauses add up to ${Math.round(this.#paused / second)} s`, {
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

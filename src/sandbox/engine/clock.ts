/** The sandbox's time. Tests move it on, to see what comes due later. */
export class Clock {
  #ahead = 0

  now(): Date {
    return new Date(Date.now() + this.#ahead)
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }
}

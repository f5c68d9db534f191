/** The sandbox's time. Tests advance it to see what is due later. */
export class Clock {
  #ahead = 0

  now(): Date {
    return new Date(Date.now() + this.#ahead)
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds
  }
}

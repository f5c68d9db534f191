interface Interruptible {
  interrupt: () => void
}

/** Requests that have begun and not ended. In an array whose places are reused: a set would keep ended ones alive for long. */
export class InFlight {
  readonly #places: (Interruptible | undefined)[] = []
  readonly #free: number[] = []

  add(exchange: Interruptible): () => void {
    const place = this.#free.pop() ?? this.#places.length
    this.#places[place] = exchange
    return () => {
      if (this.#places[place] !== exchange) return
      this.#places[place] = undefined
      this.#free.push(place)
    }
  }

  interrupt(): void {
    for (const exchange of this.#places) exchange?.interrupt()
  }
}

interface Interruptible {
  interrupt: () => void
}

/** The exchanges that have begun and not ended. In places that are used again: a set would keep the ended ones alive for long. */
export class UnderWay {
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

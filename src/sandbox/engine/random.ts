/** Pseudo-random numbers: the same seed gives the same ones. */
export interface Random {
  /** 0 up to, not including, 1. */
  next: () => number
  /** A whole number, both bounds included. */
  between: (min: number, max: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (probability: number) => boolean
  shuffle: <T>(list: readonly T[]) => T[]
}

/** 32 bits of a text (FNV-1a). */
export const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}

export function seeded(seed: number | string): Random {
  // Mulberry32: small, and good enough for samples.
  let state = typeof seed === 'string' ? hash(seed) : seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const shuffle = <T>(list: readonly T[]): T[] => {
    const copy = [...list]
    for (let last = copy.length - 1; last > 0; last--) {
      const other = between(0, last)
      // Both indexes are within the list.
      ;[copy[last], copy[other]] = [copy[other]!, copy[last]!]
    }
    return copy
  }
  // `pick` is for lists that aren't empty.
  return { next, between, pick: (list) => list[between(0, list.length - 1)]!, chance: (probability) => next() < probability, shuffle }
}

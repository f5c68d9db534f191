/** The candidate nearest to a mistyped word, when one is near enough to be suggested: one typo in every three letters, or a part of it. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const known = [...candidates]
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < least && distance < candidate.length) [best, least] = [candidate, distance]
  }
  return best ?? [...known].filter((candidate) => isPart(word, candidate)).sort((a, b) => a.length - b.length)[0]
}

/** `multiple` for `choiceMultiple`, `language` for `lang`. */
function isPart(word: string, candidate: string): boolean {
  const [short, long] = [word.toLowerCase(), candidate.toLowerCase()].sort((a, b) => a.length - b.length)
  return short !== undefined && short.length >= 4 && long !== undefined && (long.startsWith(short) || long.endsWith(short))
}

/** Letters to change, add, leave out, or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      // Each place that is read was written before.
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j]!, (before[j - 2] ?? Infinity) + 1)
    }
    ;[before, row] = [row, next]
  }
  return row[b.length]!
}

/** Flags are told apart by what follows their dashes. */
export const nearestFlag = (flag: string, known: readonly string[]): string | undefined => {
  const bare = new Map(known.map((one) => [one.replace(/^-+/, ''), one]))
  return bare.get(nearest(flag.replace(/^-+|=.*$/gs, ''), bare.keys()) ?? '')
}

export const didYouMean = (word: string, candidates: Iterable<string>): string => {
  const found = nearest(word, candidates)
  return found ? `; did you mean ${found}?` : ''
}

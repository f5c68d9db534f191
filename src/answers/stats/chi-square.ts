/** Pearson's chi-square test of independence, with Cramér's V for the strength of the association. */

export interface Independence {
  n: number
  chi_square: number
  df: number
  p: number
  cramers_v: number
  cells: number
  /** Cells with an expected count below five, which make the test unreliable. */
  cells_below_5: number
}

/** Of a table of counts. `undefined` where there is nothing to compare: fewer than two rows or columns with anything in them. */
export function independence(counts: readonly (readonly number[])[]): Independence | undefined {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const rows = counts.filter((row) => sum(row) > 0)
  const columns = (rows[0] ?? []).map((_, at) => sum(rows.map((row) => row[at] ?? 0)))
  const used = columns.flatMap((total, at) => (total > 0 ? [[at, total] as const] : []))
  if (rows.length < 2 || used.length < 2) return undefined
  const n = sum(columns)
  let [chiSquare, below] = [0, 0]
  for (const row of rows) {
    const total = sum(row)
    for (const [at, ofColumn] of used) {
      const expected = (total * ofColumn) / n
      chiSquare += ((row[at] ?? 0) - expected) ** 2 / expected
      if (expected < 5) below++
    }
  }
  const df = (rows.length - 1) * (used.length - 1)
  return {
    n,
    chi_square: chiSquare,
    df,
    p: upperGamma(df / 2, chiSquare / 2),
    cramers_v: Math.sqrt(chiSquare / (n * Math.min(rows.length - 1, used.length - 1))),
    cells: rows.length * used.length,
    cells_below_5: below,
  }
}

// Lanczos' approximation, g = 7: fifteen figures.
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** The logarithm of the gamma function, for `x` above 0. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const t = x + 6.5
  const series = lanczos.reduce((sum, factor, index) => (index === 0 ? factor : sum + factor / (x - 1 + index)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series)
}

const precision = 1e-16
const mostSteps = 100_000

/** The regularised upper incomplete gamma function Q(a, x): a series below a + 1, a continued fraction above. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  return x < a + 1 ? Math.max(0, 1 - front * lowerSeries(a, x)) : front * upperFraction(a, x)
}

function lowerSeries(a: number, x: number): number {
  let [term, sum] = [1 / a, 1 / a]
  for (let n = 1; n < mostSteps && Math.abs(term) > Math.abs(sum) * precision; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

/** By Lentz's algorithm. */
function upperFraction(a: number, x: number): number {
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let result = d
  for (let n = 1; n < mostSteps; n++) {
    const an = -n * (n - a)
    b += 2
    d = 1 / notZero(an * d + b, tiny)
    c = notZero(b + an / c, tiny)
    result *= c * d
    if (Math.abs(c * d - 1) < precision * 10) break
  }
  return result
}

const notZero = (value: number, tiny: number): number => (Math.abs(value) < tiny ? tiny : value)

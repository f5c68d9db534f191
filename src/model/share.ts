/** How shares and means are rounded, wherever they are shown: half up, so 51.25 is 51.3. */

/** Ignores rounding errors of a division, from the twelfth digit on. */
export function rounded(value: number, digits: number): number {
  const steps = 10 ** digits
  return Math.round(Number((value * steps).toPrecision(12))) / steps
}

/** Percent of the whole, 0 to 100; of nothing it is 0. */
export const share = (count: number, of: number): number => (of === 0 ? 0 : rounded((count / of) * 100, 1))

/** `null` of nothing. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 2)

/** What the control address is given, and the checks that several of its actions make. */
import { ControlError } from './error.ts'

/** Any JSON object: each action checks what it takes of it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Input = Readonly<Record<string, any>>

export const percent = (value: unknown, name: string): number => {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) throw new ControlError(`${name} must be 0 to 100 percent`)
  return value
}

export const whole = (value: unknown, name: string, least: number): number => {
  if (!Number.isSafeInteger(value) || Number(value) < least) throw new ControlError(`${name} must be a whole number from ${least}`)
  return Number(value)
}

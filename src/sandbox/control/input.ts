/** Input of the control address, and checks that several actions need. */
import { ControlError } from './error.ts'

/** Any JSON object: each action checks the fields that it uses. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Input = Readonly<Record<string, any>>

export const percent = (value: unknown, name: string): number => {
  if (value === undefined) return 0
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) throw new ControlError(`${name} must be 0 to 100 percent`)
  return value
}

export const wholeNumber = (value: unknown, name: string, min: number): number => {
  if (!Number.isSafeInteger(value) || Number(value) < min) throw new ControlError(`${name} must be a whole number of at least ${min}`)
  return Number(value)
}

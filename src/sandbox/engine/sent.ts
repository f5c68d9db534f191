/** Fields of an input that were sent. */
import { invalid } from '../store/refusal.ts'

type Sent<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Only the fields that were sent: an edit leaves the others as they are. */
export const sentFields = <T extends object>(given: T): Sent<T> =>
  // `Object.fromEntries` forgets which fields there are; only those that are `undefined` were left out.
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Sent<T>

/** A field that a rule of the contract requires in this case. */
export const requiredField = <T>(name: string, value: T | undefined): T => value ?? invalid({ [name]: 'is required' })

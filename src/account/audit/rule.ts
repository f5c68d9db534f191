import type { Facts } from './facts.ts'

export interface AuditFinding {
  survey?: number
  name?: string
  /** What tells two findings of one rule apart. */
  path?: string
  message: string
  fix?: string
}

/** What a rule finds, each with the command that helps. */
export type Run = (facts: Facts) => AsyncIterable<AuditFinding>

export const day = 86_400_000
export const time = (text: unknown): number => (typeof text === 'string' ? Date.parse(text) : NaN)

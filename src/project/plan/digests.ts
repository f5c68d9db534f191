/** Digests of what a plan was made from. */
import { createHash } from 'node:crypto'
import { canonical } from '../../model/document/tree.ts'
import { digestOf } from '../state/state.ts'
import type { Planned } from './plan-survey.ts'

/** Of files, of what is remembered, and of what the service has. */
export interface Digests {
  files: string
  state: string | null
  theirs: string | null
}

const digest = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')

export const digestsOf = ({ ours, state, observed, comparison }: Planned): Digests => ({
  files: digestOf(ours.content),
  state: state ? digest(state) : null,
  theirs: observed ? comparison.digest : null,
})

/** Work that the same command goes on with, which is said where it is broken off. */
import { CommandError } from '../../../errors.ts'

export async function goingOn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CommandError && error.kind === 'interrupted' && error.facts.hint === undefined)) throw error
    throw new CommandError(error.kind, error.lines, { ...error.facts, hint: 'What was done stays. To go on: the same command' })
  }
}

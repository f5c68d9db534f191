import type { Context } from '../cli/context.ts'
import { openJournal, type Journal } from '../system/journal.ts'

/** The journal of the work of this name, taken as a whole. */
export const journalOf =
  ({ settings }: Context, ...name: readonly unknown[]): (() => Journal) =>
  () =>
    openJournal(settings.current.stateDir, name.join('\n'), { resume: true })

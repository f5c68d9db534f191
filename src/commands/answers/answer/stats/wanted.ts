/** What the flags of `answer stats` ask for. */
import type { StatsWanted } from '../../../../answers/stats/count.ts'
import type { Options } from '../../../../cli/command.ts'
import { readCount } from '../../../../cli/values.ts'
import type { Context } from '../../../../cli/context.ts'
import { usageError } from '../../../../errors.ts'
import { namingOf } from '../keys.ts'
import type { statsFlags } from './flags.ts'

export type StatsOptions = Options<typeof statsFlags>

const defaultTop = 5

/** Before anything is read. */
function refuse(
  { by, trend, funnel, complete, incomplete, all, synced, keys, html, personal }: StatsOptions,
  questions: readonly string[],
): void {
  const together = (flags: readonly (string | false | undefined)[]): string[] => flags.filter((flag) => typeof flag === 'string')
  const views = together([by !== undefined && '--by', trend !== undefined && '--trend', funnel && '--funnel'])
  if (views.length > 1) throw usageError(`Give one of ${views.join(', ')}`)
  const states = together([complete && '--complete', incomplete && '--incomplete', all && '--all'])
  if (states.length > 1) throw usageError(`Give one of ${states.join(', ')}`)
  if (funnel && questions.length > 0) throw usageError('--funnel is of the whole survey: it takes no QUESTION')
  if (personal && html === undefined)
    throw usageError('--personal needs --html', 'Without it all texts are listed: nothing is made to be passed on')
  if (synced !== undefined && keys !== undefined)
    throw usageError('--keys is for answers of the service: those of a folder have the keys of its last sync')
}

/** A funnel is about those who give up. */
const stateOf = ({ complete, incomplete, all, funnel }: StatsOptions): StatsWanted['state'] =>
  all || (funnel && !complete && !incomplete) ? 'all' : incomplete ? 'incomplete' : 'complete'

export async function wantedOf(
  context: Context,
  id: number,
  questions: readonly string[],
  options: StatsOptions,
): Promise<Omit<StatsWanted, 'onProgress'>> {
  refuse(options, questions)
  const { by, trend, funnel, where, fromDate, toDate, synced: folder } = options
  const top = readCount(options.top, '--top', 0) ?? defaultTop
  const state = stateOf(options)
  const naming = folder === undefined ? await namingOf(context, id, options.keys) : { keys: {} }
  return { questions, by, trend, funnel, where, fromDate, toDate, state, top, folder, ...naming }
}

/** Statistics of a survey, from the service or from a synced folder. */
import type { Service } from '../../service.ts'
import type { KnownNames } from '../dictionary/keys.ts'
import { assemble } from './assemble.ts'
import { Counter } from './counter.ts'
import { namesIn, planOf, type PlanWanted } from './plan.ts'
import { folderSource, serviceSource, type OnProgress } from './read.ts'
import type { Stats } from './result.ts'

export interface StatsWanted extends PlanWanted, KnownNames {
  /** How many of the most frequent texts. */
  top: number
  /** A folder that is read in place of the service. */
  folder?: string | undefined
  onProgress: OnProgress
}

export async function countAnswers(service: Service, id: number, wanted: StatsWanted): Promise<Stats> {
  const { folder, keys, labels, former, by, where, top } = wanted
  const naming = { keys, labels, former }
  const reportFirst = by !== undefined || where !== undefined
  const source =
    folder === undefined ? await serviceSource(service, id, { ...naming, reportFirst }) : folderSource(folder, id, service.signal)
  try {
    const { dictionary, ids } = source
    const { plan, selection } = planOf({ dictionary, ids }, wanted)
    const numberOf = namesIn({ dictionary, ids })
    const counter = new Counter(dictionary, plan)
    await source.read(counter, selection.state, wanted.onProgress)
    return assemble(counter, { dictionary, plan, selection, numberOf: (question) => numberOf(question).number, top })
  } finally {
    source.close()
  }
}

/** `answer stats`: reads, counts, and tells. */
import { assemble } from '../../../answers/stats/assemble.ts'
import { Counter } from '../../../answers/stats/counter.ts'
import type { Stats } from '../../../answers/stats/result.ts'
import type { Context } from '../../../cli/context.ts'
import { openFile } from '../../../cli/save.ts'
import { chartsOf } from './charts.ts'
import { folderSource, serviceSource } from './read.ts'
import { tableOf } from './rows.ts'
import { numbering, planOf, refuse, topOf, type StatsOptions } from './wanted.ts'
import { overview } from './figures.ts'

export async function runStats(context: Context, id: number, questions: readonly string[], options: StatsOptions): Promise<void> {
  refuse(options, questions)
  const counted = (): Promise<Stats> => count(context, id, questions, options)
  const stats = options.html === undefined ? await counted() : await saved(options.html, options, counted)
  await show(context, stats)
  const { unlisted, ambiguous, unreadable } = stats.doubts
  const doubts = [
    unlisted > 0 && `${unlisted} fit no option`,
    ambiguous > 0 && `${ambiguous} could be read in two ways`,
    unreadable > 0 && `${unreadable} are no number, date or time and were not counted`,
  ].filter(Boolean)
  if (doubts.length > 0) context.warn(`Survey ${id}: of the answers, ${doubts.join('; ')}`)
  if (options.html !== undefined) context.note(`Saved ${options.html}`)
}

/** The page is a file like any other: not written over, and whole or not there. */
async function saved(path: string, { force = false }: StatsOptions, counted: () => Promise<Stats>): Promise<Stats> {
  const page = await openFile(path, { force })
  try {
    const stats = await counted()
    const { pageOf } = await import('./page.ts')
    page.write(Buffer.from(pageOf(stats)))
    page.finish()
    return stats
  } catch (error) {
    page.abort()
    throw error
  }
}

async function count(context: Context, id: number, questions: readonly string[], options: StatsOptions): Promise<Stats> {
  const top = topOf(options)
  // What is looked at in each answer must be understood from the first one on.
  const wholly = options.by !== undefined || options.where !== undefined
  const source =
    options.from === undefined
      ? await serviceSource(context, id, { keys: options.keys, wholly })
      : await folderSource(context, id, options.from)
  try {
    const { dictionary, ids } = source
    const { plan, selection } = planOf({ dictionary, ids }, questions, options)
    const counter = new Counter(dictionary, plan)
    await source.read(counter, selection.state)
    return assemble(counter, { dictionary, plan, selection, numberOf: numbering(ids), top })
  } finally {
    source.close()
  }
}

async function show(context: Context, stats: Stats): Promise<void> {
  if (context.asLines) return context.showRows([stats.funnel ? stats.funnel.steps : stats.questions])
  if (context.asData) return context.show(stats)
  const { columns, rows } = tableOf(stats)
  if (!context.forPerson) return context.showRows([rows], columns)
  context.note(overview(stats))
  await context.charts(chartsOf(stats))
}

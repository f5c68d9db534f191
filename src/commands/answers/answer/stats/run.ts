/** `answer stats`: has answers counted, and prints what was found. */
import { warningTexts } from '../../../../answers/decode/warnings.ts'
import { statsWithoutContacts } from '../../../../answers/personal.ts'
import { countAnswers } from '../../../../answers/stats/count.ts'
import { unlistedLines } from '../../../../answers/stats/unlisted.ts'
import type { OnProgress } from '../../../../answers/stats/read.ts'
import type { Stats } from '../../../../answers/stats/result.ts'
import type { Context } from '../../../../cli/context.ts'
import { createFile } from '../../../../cli/download/save.ts'
import { keepHeapSmall } from '../../../small-heap.ts'
import { chartsOf } from '../../../../answers/stats/shown/charts.ts'
import { overview } from '../../../../answers/stats/shown/figures.ts'
import { tableOf } from '../../../../answers/stats/shown/rows.ts'
import { wantedOf, type StatsOptions } from './wanted.ts'

/** `shown`: what of the counts is printed. */
export async function runStats(
  context: Context,
  id: number,
  questions: readonly string[],
  options: StatsOptions,
  shown = (stats: Stats): Stats => stats,
): Promise<void> {
  const wanted = await wantedOf(context, id, questions, options)
  // The service's pages are parsed whole: collected in small steps they take twice as long.
  if (wanted.folder !== undefined) keepHeapSmall()
  const counted = async (): Promise<Stats> => {
    const meter = context.show.meter('answers')
    const onProgress: OnProgress = (more, expected = 0) => {
      meter.expect(expected)
      meter.advance(more)
    }
    try {
      return await countAnswers(context.service, id, { ...wanted, onProgress })
    } finally {
      meter.end()
    }
  }
  const stats = shown(options.html === undefined ? await counted() : await saved(options.html, options, counted))
  await show(context, stats)
  const warnings = warningTexts(stats.decode_warnings)
  if (warnings.length > 0) context.show.warn(`Survey ${id}: of the answers, ${warnings.join('; ')}`)
  for (const line of unlistedLines(stats.unlisted)) context.show.note(`  ${line}`)
  if (options.html !== undefined)
    context.show.note(
      `Saved ${options.html}${options.personal ? '' : ', in which contacts are counted, not listed (--personal lists them)'}`,
    )
}

/** The page is a file like any other: not written over, and whole or not there. */
async function saved(path: string, { force = false, personal }: StatsOptions, counted: () => Promise<Stats>): Promise<Stats> {
  const page = await createFile(path, { force })
  try {
    const stats = await counted()
    const { pageOf } = await import('../../../../answers/stats/shown/page.ts')
    page.write(Buffer.from(pageOf(personal ? stats : statsWithoutContacts(stats))))
    page.finish()
    return stats
  } catch (error) {
    page.abort()
    throw error
  }
}

async function show(context: Context, stats: Stats): Promise<void> {
  if (context.show.form.asLines) return context.show.rows([stats.funnel ? stats.funnel.steps : stats.questions])
  if (context.show.form.asData) return context.show.thing(stats)
  const { columns, rows } = tableOf(stats)
  if (!context.show.form.forPerson) return context.show.rows([rows], columns)
  context.show.note(overview(stats))
  await context.show.charts(chartsOf(stats))
}

/** Shows the result of a write, and charts. */
import { CommandError } from '../errors.ts'
import { withoutSecrets } from '../text/secrets.ts'
import type { Chart } from './columns.ts'
import { messageLines } from './message.ts'
import { isData, type OutputMode } from './mode.ts'
import { openOutput } from './output.ts'
import { signs, loadStyle } from './style.ts'
import { oneLine, sanitise } from './text.ts'
import { writeText } from './stdout.ts'
import { showThing } from './thing.ts'

export interface Done {
  result: unknown
  /** What was done. */
  line: string
  /** Id of the thing that the write created or changed. */
  id?: string | number | undefined
}

/** Shows the result of a write. As the write is done, a filter that fails on its result isn't a usage error. */
export async function showDone({ result, line, id }: Done, mode: OutputMode): Promise<void> {
  if (isData(mode) || mode.fields) return showResult(result ?? {}, mode)
  if (mode.quiet) return id === undefined ? undefined : writeText(mode.io.stdout, `${sanitise(String(id))}\n`)
  const { success } = await loadStyle(mode.color)
  const shown = oneLine(withoutSecrets(line))
  await writeText(
    mode.io.stdout,
    mode.tty ? `${success(signs.success)} ${messageLines(shown, '  ', mode.io.stdout.columns)}\n` : `${shown}\n`,
  )
}

async function showResult(result: unknown, mode: OutputMode): Promise<void> {
  try {
    await showThing(result, undefined, mode)
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== 'usage') throw error
    throw new CommandError('refused', `It was done, but its result cannot be shown: ${error.message}`, {
      hint: error.facts.hint,
      cause: error,
    })
  }
}

/** Charts go through the pager if they don't fit on the screen. */
export async function showCharts(charts: readonly Chart[], mode: OutputMode): Promise<void> {
  const { chartText, showsBlocks } = await import('./chart.ts')
  const out = openOutput(mode)
  await out.write(await chartText(charts, { width: mode.width, color: mode.color, blocks: showsBlocks(mode.io.env) }))
  await out.end()
}

/** Horizontal bars for a terminal of any width. */
import type { Bar, Chart, Grid, Spark } from './columns.ts'
import { fold } from './fold.ts'
import { gridLines } from './table/grid.ts'
import { loadStyle, type Style } from './style.ts'
import { oneLine } from './text.ts'
import { fit, width } from './table/width.ts'

export interface ChartMode {
  width: number
  color: boolean
  /** Whether the terminal shows more than ASCII. */
  blocks: boolean
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

/** A bar of `share` percent of `columns`, to an eighth of a column; any share above 0 is visible. */
export function barOf(share: number, columns: number, blocks: boolean): string {
  const length = (Math.min(Math.max(share, 0), 100) / 100) * columns
  if (!blocks) return '#'.repeat(share > 0 ? Math.max(Math.round(length), 1) : 0)
  const parts = share > 0 ? Math.max(Math.round(length * 8), 1) : 0
  return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '')
}

const shareText = (share: number): string => `${share.toFixed(1)}%`

/** If less is left for bars, labels stand on lines of their own above them. */
const leastBar = 10
const indent = '  '

function barLines(bars: readonly Bar[], { width: columns, blocks }: ChartMode): string[] {
  const labels = bars.map(({ label }) => oneLine(label))
  const counts = Math.max(0, ...bars.map(({ count }) => String(count).length))
  const counted = ({ count, share }: Bar): string => `${String(count).padStart(counts)}  ${shareText(share).padStart(6)}`
  const noted = (bar: Bar): string => `${counted(bar)}${bar.note ? `  ${oneLine(bar.note)}` : ''}`
  // Notes stand after the figures, or below them if they leave no room for a bar.
  const below = columns - indent.length - 2 - Math.max(0, ...bars.map((bar) => width(noted(bar)))) < leastBar
  const figures = below ? counted : noted
  const notes = ({ note = '' }: Bar): string[] => (below && note ? fold(oneLine(note), columns - indent.length, width) : [])
  const behind = Math.max(0, ...bars.map((bar) => width(figures(bar))))
  const widest = Math.max(0, ...labels.map(width))
  const labelColumn = Math.min(widest, Math.floor((columns - behind) * 0.45))
  const isNarrow = columns - indent.length - labelColumn - 2 - 2 - behind < leastBar
  const room = Math.max(columns - indent.length - behind - 2 - (isNarrow ? 0 : labelColumn + 2), 4)
  return bars.flatMap((bar, index) => {
    const drawn = `${fit(barOf(bar.share, room, blocks), room)}  ${figures(bar)}`
    const folded = fold(labels[index] ?? '', isNarrow ? columns - indent.length : labelColumn, width)
    const head = isNarrow
      ? [...folded, drawn]
      : folded.map((line, at) => `${fit(line, labelColumn)}${at === folded.length - 1 ? `  ${drawn}` : ''}`)
    return [...head, ...notes(bar)].map((line) => `${indent}${line}`.trimEnd())
  })
}

const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
const plainHeights = ['_', '.', '-', '=', '+', '*', '#', '@'] as const

/** One sign for each value, scaled from 0 to the greatest; if there is no room for all, one for the mean of several. */
export function sparkOf(values: readonly number[], columns: number, blocks: boolean): string {
  const signs = blocks ? heights : plainHeights
  const each = Math.max(1, Math.ceil(values.length / columns))
  const drawn = Array.from({ length: Math.ceil(values.length / each) }, (_, at) => {
    const part = values.slice(at * each, (at + 1) * each)
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })
  const most = Math.max(...drawn, 0)
  return drawn.map((value) => signs[most <= 0 ? 0 : Math.round((Math.max(value, 0) / most) * (signs.length - 1))]).join('')
}

function sparkLines({ label, values, note }: Spark, { width: columns, blocks }: ChartMode): string[] {
  const room = columns - indent.length
  const texts = (text: string): string[] => fold(oneLine(text), room, width)
  return [...(label === '' ? [] : texts(label)), sparkOf(values, room, blocks), ...texts(note)].map((line) => indent + line)
}

/** All as tables, or none if one doesn't fit: they are to be compared with each other. */
function gridsLines(grids: readonly Grid[], mode: ChartMode): string[] | undefined {
  const drawn = grids.map((grid) => gridLines(grid, mode.width))
  return grids.length > 0 && drawn.every((lines) => lines !== undefined) ? drawn.flat() : undefined
}

function groupLines(rows: NonNullable<Chart['rows']>, mode: ChartMode): string[] {
  return rows.flatMap((row) => [
    ...fold(oneLine(row.label), mode.width - indent.length, width).map((line) => indent + line),
    ...barLines(row.bars, mode),
  ])
}

function chartLines(chart: Chart, mode: ChartMode, style: Style): string[] {
  const { heading, facts = '', bars, rows = [], grids = [], sparks = [], lines = [] } = chart
  return [
    ...fold(oneLine(heading), mode.width, width).map((line) => style.heading(line)),
    ...(facts ? fold(oneLine(facts), mode.width - indent.length, width).map((line) => style.dim(indent + line)) : []),
    ...barLines(bars, mode),
    ...(gridsLines(grids, mode) ?? groupLines(rows, mode)),
    ...sparks.flatMap((spark) => sparkLines(spark, mode)),
    ...lines.flatMap((line) => fold(oneLine(line), mode.width - indent.length, width).map((part) => indent + part)),
  ]
}

/** Charts one below the other, an empty line between. */
export async function chartText(charts: readonly Chart[], mode: ChartMode): Promise<string> {
  const style = await loadStyle(mode.color)
  return charts
    .map((chart) =>
      chartLines(chart, mode, style)
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('\n')
}

/** Whether block characters can be shown: by the locale, as other programs do; Windows' terminals can. */
export const showsBlocks = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' || /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '')

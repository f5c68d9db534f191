/** Horizontal bars for a terminal of any width. */
import type { Bar, Chart } from './columns.ts'
import { fold } from './fold.ts'
import { loadStyle, type Style } from './style.ts'
import { oneLine } from './text.ts'
import { fit, width } from './width.ts'

export interface ChartMode {
  width: number
  color: boolean
  /** Whether the terminal shows more than ASCII. */
  blocks: boolean
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

/** A bar of `share` percent of `columns`, to an eighth of a column; what is more than nothing is seen. */
export function barOf(share: number, columns: number, blocks: boolean): string {
  const length = (Math.min(Math.max(share, 0), 100) / 100) * columns
  if (!blocks) return '#'.repeat(share > 0 ? Math.max(Math.round(length), 1) : 0)
  const parts = share > 0 ? Math.max(Math.round(length * 8), 1) : 0
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8]!
}

const shareText = (share: number): string => `${share.toFixed(1)}%`

/** With less room for bars, labels stand on lines of their own above them. */
const leastBar = 10
const indent = '  '

function barLines(bars: readonly Bar[], { width: columns, blocks }: ChartMode): string[] {
  const labels = bars.map(({ label }) => oneLine(label))
  const counts = Math.max(0, ...bars.map(({ count }) => String(count).length))
  const figures = ({ count, share, note }: Bar): string =>
    `${String(count).padStart(counts)}  ${shareText(share).padStart(6)}${note ? `  ${oneLine(note)}` : ''}`
  const behind = Math.max(0, ...bars.map((bar) => width(figures(bar))))
  const widest = Math.max(0, ...labels.map(width))
  const labelColumn = Math.min(widest, Math.floor((columns - behind) * 0.45))
  const isNarrow = columns - indent.length - labelColumn - 2 - 2 - behind < leastBar
  const room = Math.max(columns - indent.length - behind - 2 - (isNarrow ? 0 : labelColumn + 2), 4)
  return bars.flatMap((bar, index) => {
    const drawn = `${fit(barOf(bar.share, room, blocks), room)}  ${figures(bar)}`
    if (isNarrow) return [...fold(labels[index]!, columns - indent.length, width), drawn].map((line) => `${indent}${line}`.trimEnd())
    const folded = fold(labels[index]!, labelColumn, width)
    return folded.map((line, at) => `${indent}${fit(line, labelColumn)}${at === folded.length - 1 ? `  ${drawn}` : ''}`.trimEnd())
  })
}

function chartLines({ heading, facts = '', bars, rows = [], lines = [] }: Chart, mode: ChartMode, style: Style): string[] {
  return [
    ...fold(oneLine(heading), mode.width, width).map((line) => style.heading(line)),
    ...(facts ? fold(oneLine(facts), mode.width - indent.length, width).map((line) => style.dim(indent + line)) : []),
    ...barLines(bars, mode),
    ...rows.flatMap((row) => [
      ...fold(oneLine(row.label), mode.width - indent.length, width).map((line) => indent + line),
      ...barLines(row.bars, mode),
    ]),
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

/** By the locale, as other programs do; Windows' terminals have had it for years. */
export const showsBlocks = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' || /utf-?8/i.test(env.LC_ALL || env.LC_CTYPE || env.LANG || '')

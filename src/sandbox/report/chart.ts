/** Horizontal bars as small SVG drawings, for PDF directly and for Word as pictures. */
import type { ReportLook } from '../files/data.ts'
import { regularMetrics, wrap, type FontMetrics } from '../files/font-metrics.ts'
import { percent } from '../files/numbers.ts'
import { escapeXml } from '../../files/text.ts'

export interface Chart {
  svg: string
  width: number
  height: number
}

export interface Bar {
  label: string
  count: number
}

export const fontFamily = 'DejaVu Sans'

const width = 515
const labelWidth = 190
const valueWidth = 92
const gap = 10
const barLeft = labelWidth + gap
const barWidth = width - barLeft - gap - valueWidth
const size = 9
const lineHeight = 12
const barHeight = 14
const rowGap = 8
const labelLines = 8
/** Of one drawing: more bars go on in a further one, since a picture is never split between pages. */
const maxHeight = 180
const defaultColors = ['#2F6DB5']

interface Row {
  bar: Bar
  lines: string[]
  height: number
  color: string
}

function drawRow({ bar, lines, height, color }: Row, top: number, largest: number, total: number, values: boolean): string {
  const middle = top + height / 2
  const first = middle - ((lines.length - 1) * lineHeight) / 2 + size * 0.36
  const label = lines.map(
    (line, index) =>
      `<text x="${labelWidth}" y="${(first + index * lineHeight).toFixed(1)}" text-anchor="end" fill="#243B53">${escapeXml(line)}</text>`,
  )
  const length = bar.count > 0 ? Math.max(2, (bar.count / largest) * barWidth) : 0
  const y = (middle - barHeight / 2).toFixed(1)
  const box = (wide: number, fill: string): string =>
    `<rect x="${barLeft}" y="${y}" width="${wide.toFixed(1)}" height="${barHeight}" rx="2" fill="${fill}"/>`
  const value = `<text x="${barLeft + barWidth + gap}" y="${(middle + size * 0.36).toFixed(1)}" fill="#243B53">${bar.count} (${percent(bar.count, total)})</text>`
  return [...label, box(barWidth, '#EEF2F7'), length > 0 ? box(length, color) : '', values ? value : ''].join('')
}

const gridLines = (height: number): string =>
  [0, 0.25, 0.5, 0.75, 1]
    .map((part) => {
      const x = (barLeft + part * barWidth).toFixed(1)
      return `<line x1="${x}" y1="0" x2="${x}" y2="${height}" stroke="#CBD5E1" stroke-width="0.5"/>`
    })
    .join('')

function drawing(rows: readonly Row[], largest: number, total: number, look: ReportLook): Chart {
  let height = 0
  const drawn = rows.map((row) => {
    const top = height + rowGap / 2
    height += row.height + rowGap
    return drawRow(row, top, largest, total, look.showValueLabels ?? true)
  })
  const grid = look.showGridLines ? gridLines(height) : ''
  return {
    width,
    height,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fontFamily}" font-size="${size}">${drawn.join('')}${grid}</svg>`,
  }
}

const rowOf = (bar: Bar, color: string, metrics: FontMetrics): Row => {
  const lines = wrap(bar.label, labelWidth, size, metrics, labelLines)
  return { bar, lines, color, height: Math.max(barHeight, lines.length * lineHeight) }
}

/** As many drawings as the bars need, each low enough for a page. `total` is what the percents are of. */
export async function barCharts(bars: readonly Bar[], total: number, look: ReportLook = {}): Promise<Chart[]> {
  const metrics = await regularMetrics()
  const colors = look.colors?.length ? look.colors : defaultColors
  const largest = Math.max(1, ...bars.map(({ count }) => count))
  const pages: Row[][] = []
  let height = Infinity
  for (const [index, bar] of bars.entries()) {
    const row = rowOf(bar, colors[index % colors.length]!, metrics)
    height += row.height + rowGap
    if (height > maxHeight) {
      pages.push([])
      height = row.height + rowGap
    }
    pages.at(-1)!.push(row)
  }
  return pages.map((rows) => drawing(rows, largest, total, look))
}

/** Figures side by side, where there is room for them. */
import type { Grid } from './columns.ts'
import { fold } from './fold.ts'
import { oneLine } from './text.ts'
import { fit, width } from './width.ts'

const indent = '  '
const gap = '  '
/** Longer heads are folded, as long as their figures are shorter. */
const longHead = 12

const right = (text: string, columns: number): string => `${' '.repeat(Math.max(0, columns - width(text)))}${text}`

/** `undefined` where a line would be wider than `columns`. */
export function gridLines({ title, heads, lines }: Grid, columns: number): string[] | undefined {
  const widths = heads.map((head, index) =>
    Math.max(Math.min(width(oneLine(head)), longHead), ...lines.map(({ cells }) => width(cells[index] ?? ''))),
  )
  const labels = lines.map(({ label }) => oneLine(label))
  const labelColumn = Math.min(Math.max(...labels.map(width), 0), Math.floor(columns * 0.4))
  if (widths.reduce((sum, one) => sum + gap.length + one, indent.length + labelColumn) > columns) return undefined
  const line = (label: string, cells: readonly string[]): string =>
    `${indent}${fit(label, labelColumn)}${cells.map((cell, index) => gap + right(cell, widths[index]!)).join('')}`.trimEnd()
  const folded = heads.map((head, index) => fold(oneLine(head), widths[index]!, width))
  const height = Math.max(...folded.map(({ length }) => length))
  return [
    ...(title === undefined ? [] : fold(oneLine(title), columns - indent.length, width).map((text) => indent + text)),
    // Heads stand on their lowest line.
    ...Array.from({ length: height }, (_, at) =>
      line(
        '',
        folded.map((parts) => parts[at - height + parts.length] ?? ''),
      ),
    ),
    ...labels.flatMap((label, index) => {
      const parts = fold(label, labelColumn, width)
      return parts.map((part, at) => line(part, at === parts.length - 1 ? lines[index]!.cells : []))
    }),
  ]
}

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

/** With fewer of them side by side there is nothing to compare. */
const leastHeads = 4

/** From which head to which one fit between labels and the edge; `undefined` where too few do. */
function blocksOf(widths: readonly number[], room: number): [from: number, to: number][] | undefined {
  const blocks: [number, number][] = []
  let taken = Infinity
  for (const [index, own] of widths.entries()) {
    taken += gap.length + own
    if (taken > room) {
      blocks.push([index, index])
      taken = gap.length + own
    }
    if (taken > room) return undefined
    blocks.at(-1)![1] = index + 1
  }
  return blocks.every(([from, to], at) => at === blocks.length - 1 || to - from >= leastHeads) ? blocks : undefined
}

/** Heads that don't fit stand in further blocks below; `undefined` where too few fit beside each other. */
export function gridLines({ title, heads, lines }: Grid, columns: number): string[] | undefined {
  const widths = heads.map((head, index) =>
    Math.max(Math.min(width(oneLine(head)), longHead), ...lines.map(({ cells }) => width(cells[index] ?? ''))),
  )
  const labels = lines.map(({ label }) => oneLine(label))
  const labelColumn = Math.min(Math.max(...labels.map(width), 0), Math.floor(columns * 0.4))
  const blocks = blocksOf(widths, columns - indent.length - labelColumn)
  if (!blocks) return undefined
  const block = ([from, to]: readonly [number, number], at: number): string[] => {
    const line = (label: string, cells: readonly string[]): string =>
      `${indent}${fit(label, labelColumn)}${cells.map((cell, index) => gap + right(cell, widths[from + index]!)).join('')}`.trimEnd()
    const folded = heads.slice(from, to).map((head, index) => fold(oneLine(head), widths[from + index]!, width))
    const height = Math.max(...folded.map(({ length }) => length))
    return [
      ...(at === 0 ? [] : ['']),
      // Heads stand on their lowest line.
      ...Array.from({ length: height }, (_, row) =>
        line(
          '',
          folded.map((parts) => parts[row - height + parts.length] ?? ''),
        ),
      ),
      ...labels.flatMap((label, index) => {
        const parts = fold(label, labelColumn, width)
        return parts.map((part, row) => line(part, row === parts.length - 1 ? lines[index]!.cells.slice(from, to) : []))
      }),
    ]
  }
  return [
    ...(title === undefined ? [] : fold(oneLine(title), columns - indent.length, width).map((text) => indent + text)),
    ...blocks.flatMap(block),
  ]
}

/** Tables of figures, if there is room for them. */
import type { Grid } from '../columns.ts'
import { fold } from '../fold.ts'
import { oneLine } from '../text.ts'
import { fit, width } from './width.ts'

const indent = '  '
const gap = '  '
/** Longer heads are wrapped, unless their figures are as wide. */
const longHead = 12

const right = (text: string, columns: number): string => `${' '.repeat(Math.max(0, columns - width(text)))}${text}`

/** With fewer heads side by side there is little to compare. */
const leastHeads = 4

/** Splits the heads into blocks that fit beside the labels; `undefined` if a block would have too few. */
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

/** Heads that don't fit stand in further blocks below; `undefined` if too few fit side by side. */
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
      // Heads are aligned at the bottom.
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
